//! `cargo xtask ci`: what `.ci/run` runs, in order, to the end.
//!
//! Tidiness, generated documentation and budgets are suites of `test`: they run once, there. Its firmware suite
//! compares digests; the command after it adds cycles, sizes and symbols.

use crate::repo;
use anyhow::Context;
use std::process::Command;

/// No choices.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Arguments {}

/// The commands, as one would type them after `cargo xtask`.
const COMMANDS: [&[&str]; 4] =
    [&["test", "--install", "--no-skip"], &["lint"], &["firmware"], &["fuzz", "--seconds", "15"]];

/// Runs them all; true when all were content.
pub(crate) fn run(_: &Arguments) -> anyhow::Result<bool> {
    let mut failed = Vec::new();
    for words in COMMANDS {
        let label = words.join(" ");
        eprintln!("\n$ cargo xtask {label}");
        let status = Command::new("cargo")
            .arg("xtask")
            .args(words)
            .current_dir(repo::root())
            .status()
            .with_context(|| label.clone())?;
        if !status.success() {
            failed.push(label);
        }
    }
    for label in &failed {
        println!("ci: FAILED cargo xtask {label}");
    }
    Ok(failed.is_empty())
}
