//! A list of commands that run one after the other, all of them, before the verdict.

use crate::repo;
use std::process::Command;

/// One command: what it is for, and the command.
#[derive(Debug)]
pub(crate) struct Step {
    what: &'static str,
    command: Command,
}

impl Step {
    /// `cargo` with these arguments, in a folder below the root.
    pub(crate) fn cargo(what: &'static str, folder: &str, arguments: &[&str]) -> Self {
        let mut command = Command::new("cargo");
        command.current_dir(repo::root().join(folder)).args(arguments);
        Self { what, command }
    }

    /// The same with a variable in its environment.
    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }
}

/// Runs every step; true when all succeeded. What failed is named at the end.
pub(crate) fn run(steps: Vec<Step>) -> anyhow::Result<bool> {
    let mut failed = Vec::new();
    for mut step in steps {
        eprintln!("== {}", step.what);
        if !step.command.status()?.success() {
            failed.push(step.what);
        }
    }
    for what in &failed {
        eprintln!("failed: {what}");
    }
    Ok(failed.is_empty())
}
