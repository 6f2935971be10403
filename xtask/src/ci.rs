//! `cargo xtask ci`: what `.ci/run` runs, to the end; the test runner's closing lines come last.
//!
//! Tidiness, generated documentation, budgets and firmware are suites of `test`: they run once, there. The benchmark
//! counts instructions, which no other work on the machine changes. What takes hours is not here and has its record in the tree:
//! fuzzing (its corpora are replayed by the tests), mutants, long proofs, runs at the papers' scale.

use crate::changed;
use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::process::Command;

/// How much to run.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Only what a change since this commit can break: affected packages, their suites, budgets and costs.
    #[arg(long, value_name = "BASE")]
    changed: Option<String>,
}

/// One after the other, as one would type them after `cargo xtask`.
const COMMANDS: [&[&str]; 3] = [
    &["test", "--all", "--install", "--no-skip"],
    &["lint", "--install"],
    &["bench", "--count", "--install"],
];

/// Runs them all; true when all were content.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    if let Some(base) = &arguments.changed {
        return changed::run(base);
    }
    let scratch = toolchain::scratch()?;
    let summary = scratch.join(crate::test::SUMMARY);
    // What an earlier run left must not pass for this one's.
    let _ = std::fs::remove_file(&summary);
    let mut failed = Vec::new();
    for words in COMMANDS {
        let label = words.join(" ");
        eprintln!("\n$ cargo xtask {label}");
        let mut command = Command::new("cargo");
        command.arg("xtask").args(words).current_dir(toolchain::root());
        if !content(command.status().context("cargo").map(|status| status.success())) {
            failed.push(label);
        }
    }
    for label in &failed {
        println!("ci: FAILED cargo xtask {label}");
    }
    // Once more and last, so that the log ends on the count.
    print!("\n{}", std::fs::read_to_string(&summary).unwrap_or_default());
    Ok(failed.is_empty())
}

/// A command was content; why it did not run is told.
fn content(outcome: anyhow::Result<bool>) -> bool {
    outcome.unwrap_or_else(|error| {
        eprintln!("{error:#}");
        false
    })
}
