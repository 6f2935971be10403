//! `freeboard completions` and `freeboard man`: texts for the shell, from the definition of the command line.

use super::Cli;
use super::exit::Done;
use crate::say::bytes;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// Shell. Its manual says where to install the completions.
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn completions(arguments: &Completions) -> anyhow::Result<Done> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "freeboard", &mut text);
    bytes(&text);
    Ok(Done::Fine)
}

/// One page: the command, then a section for each subcommand.
pub(super) fn man() -> anyhow::Result<Done> {
    let mut command = Cli::command();
    command.build();
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for one in command.get_subcommands().filter(|one| one.get_name() != "help") {
        let page = clap_mangen::Man::new(one.clone());
        writeln!(text, ".SH \"FREEBOARD {}\"", one.get_name().to_uppercase())?;
        page.render_description_section(&mut text)?;
        page.render_synopsis_section(&mut text)?;
        page.render_options_section(&mut text)?;
    }
    bytes(&text);
    Ok(Done::Fine)
}
