//! Commands of the programs that measure, prove and generate, through cargo: this program links no algorithm.

use crate::workspace::cargo;
use std::ffi::OsString;
use std::process::Command;

/// Whatever the command takes.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Options of the command, `--help` among them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// Builds the measuring program and runs a command of it; true when it is content.
pub(crate) fn run(name: &str, arguments: &Arguments) -> anyhow::Result<bool> {
    Ok(command(name).args(&arguments.words).status()?.success())
}

/// Builds the C library.
pub(crate) fn library(arguments: &Arguments) -> anyhow::Result<bool> {
    Ok(library_command("build").args(&arguments.words).status()?.success())
}

/// A command of the program that has it.
pub(crate) fn command(name: &str) -> Command {
    // A program of one command takes no name.
    let (package, words): (&str, &[&str]) = match name {
        "budget" => ("freeboard-cost", &[]),
        "docs" => ("freeboard-docgen", &[]),
        "prove" | "proofs" => ("freeboard-prove", &[name]),
        _ => ("freeboard-harness", &[name]),
    };
    let mut command = cargo(&["run", "--quiet", "--locked", "--package", package, "--"]);
    command.args(words);
    command
}

/// A command of the program that builds and checks the C library.
pub(crate) fn library_command(name: &str) -> Command {
    cargo(&["run", "--quiet", "--locked", "--package", "freeboard-bindings", "--", name])
}
