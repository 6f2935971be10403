//! `freeboard run`.

use super::common::{Output, compare_and_report};
use super::exit::Done;
use super::say::say;
use crate::document::Document;
use crate::report::{Line, configuration, meaning};
use crate::scenario::Scenario;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario: TOML with units in the values.
    file: PathBuf,
    /// Print the effective configuration and stop: nothing is run or written.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let scenario = Scenario::read(&Document::open(&arguments.file)?)?;
    if arguments.check {
        if json {
            meaning(&scenario).iter().for_each(|line| say!("{}", line.line()));
        } else {
            say!("{}\n{}", scenario.name, configuration(&scenario));
        }
        return Ok(Done::Fine);
    }
    compare_and_report("run", &scenario, &arguments.output, 0..scenario.run.time_ps, json)?;
    Ok(Done::Fine)
}
