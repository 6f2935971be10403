//! Commands of `freeboard-cost`, through cargo: this program links no algorithm.

use crate::test::cargo;
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

/// A command of the measuring program.
pub(crate) fn command(name: &str) -> Command {
    cargo(&["run", "--quiet", "--locked", "--package", "freeboard-cost", "--", name])
}
