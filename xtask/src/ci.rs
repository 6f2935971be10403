//! `cargo xtask ci`: what `.ci/run` runs, to the end; the test runner's closing lines come last.
//!
//! Tidiness, generated documentation, budgets and firmware are suites of `test`: they run once, there. The benchmark
//! counts instructions, which no other work on the machine changes.

use crate::{changed, pinned};
use anyhow::Context;
use freeboard_toolchain::{self as toolchain, Nightly};
use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command};

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

/// Beside them, since it waits for no build folder of theirs: it and many of the suites keep only one processor busy for part of their time.
const BESIDE: &[&str] = &["fuzz", "--runs", "5000"];

/// Runs them all; true when all were content.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    if let Some(base) = &arguments.changed {
        return changed::run(base);
    }
    let scratch = toolchain::scratch()?;
    let summary = scratch.join(crate::test::SUMMARY);
    // What an earlier run left must not pass for this one's.
    let _ = std::fs::remove_file(&summary);
    let beside = prepare().and_then(|()| Beside::start(BESIDE, scratch.join("ci-beside.log")));
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
    let label = BESIDE.join(" ");
    eprintln!("\n$ cargo xtask {label}");
    if !content(beside.and_then(Beside::end)) {
        failed.push(label);
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

/// What the fuzzer's compiler and tools are made of must not change under it, nor be installed twice at a time.
fn prepare() -> anyhow::Result<()> {
    if Nightly::with_miri().is_ok() { pinned::FUZZ.provide() } else { Ok(()) }
}

/// A command that runs beside the others, at the lowest priority.
struct Beside {
    child: Child,
    log: PathBuf,
}

impl Beside {
    /// Starts it. Its output is kept apart, for the end.
    fn start(words: &[&str], log: PathBuf) -> anyhow::Result<Self> {
        eprintln!("\n$ cargo xtask {} (beside what follows; its output comes at the end)", words.join(" "));
        let output = File::create(&log).with_context(|| log.display().to_string())?;
        // This very program: cargo would wait for the build folder.
        let mut command = Command::new("nice");
        command.args(["-n", "19"]).arg(std::env::current_exe()?).args(words);
        command.stdout(output.try_clone()?).stderr(output);
        let child = command.spawn().context("nice")?;
        Ok(Self { child, log })
    }

    /// Waits for its end and prints what it said; true when it was content.
    fn end(mut self) -> anyhow::Result<bool> {
        let status = self.child.wait()?;
        eprintln!("{}", std::fs::read_to_string(&self.log)?);
        Ok(status.success())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_beside_the_suites_fails_them() {
        // The program is that of the tests here, which knows no such option and runs no test of such a name.
        let end = |word| {
            let log = toolchain::scratch().unwrap().join(format!("beside{word}.log"));
            Beside::start(&[word], log).unwrap().end().unwrap()
        };
        assert!(end("no-test-is-called-so"));
        assert!(!end("--no-such-option"));
    }
}
