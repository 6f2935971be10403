//! `cargo xtask ci`: what `.ci/run` runs, in order, to the end; the test runner's closing lines come last.
//!
//! Tidiness, generated documentation, budgets and firmware are suites of `test`: they run once, there. The benchmark
//! counts instructions, which no other work on the machine changes.

use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::process::Command;

/// No choices.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Arguments {}

/// The commands, as one would type them after `cargo xtask`.
const COMMANDS: [&[&str]; 4] = [
    &["test", "--install", "--no-skip"],
    &["lint", "--install"],
    &["fuzz", "--runs", "50000"],
    &["bench", "--count", "--install"],
];

/// Runs them all; true when all were content.
pub(crate) fn run(_: &Arguments) -> anyhow::Result<bool> {
    let summary = toolchain::scratch()?.join(crate::test::SUMMARY);
    // What an earlier run left must not pass for this one's.
    let _ = std::fs::remove_file(&summary);
    let mut failed = Vec::new();
    for words in COMMANDS {
        let label = words.join(" ");
        eprintln!("\n$ cargo xtask {label}");
        let status = Command::new("cargo")
            .arg("xtask")
            .args(words)
            .current_dir(toolchain::root())
            .status()
            .with_context(|| label.clone())?;
        if !status.success() {
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
