//! `cargo xtask fuzz`: every fuzz target for a short while.
//!
//! The targets need a nightly compiler. What they have found before is replayed by the stable tests. By time a run
//! goes where chance takes it, and is for finding; by count it goes the same way again, and is for a gate.

use crate::{pinned, workspace};
use anyhow::Context;
use freeboard_toolchain::{self as toolchain, Nightly};
use std::path::{Path, PathBuf};

/// How long.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Seconds per target, from a seed of chance.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// Inputs per target instead, always from the same seed.
    #[arg(long, conflicts_with = "seconds", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
}

impl Arguments {
    /// The fuzzer's words for it.
    fn words(self) -> Vec<String> {
        match self.runs {
            // Any seed but 0, which stands for chance.
            Some(runs) => vec![format!("-runs={runs}"), "-seed=1".to_owned()],
            None => vec![format!("-max_total_time={}", self.seconds)],
        }
    }

    /// Folder of new inputs: those found by time are kept for the next run.
    const fn finds(self) -> &'static str {
        if self.runs.is_some() { "passing" } else { "found" }
    }

    fn describe(self) -> String {
        self.runs.map_or_else(|| format!("{} s", self.seconds), |runs| format!("{runs} inputs"))
    }
}

/// Runs every target; true when none found anything, or when the machine has no nightly compiler.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let folder = toolchain::root().join("fuzz");
    let targets = workspace::programs("fuzz")?;
    let nightly = match Nightly::find() {
        Ok(nightly) => nightly,
        Err(reason) => {
            println!("fuzz: skipped ({reason})");
            return Ok(true);
        }
    };
    eprintln!("{}", nightly.describe());
    pinned::FUZZ.provide()?;
    let mut failed = Vec::new();
    for target in &targets {
        if !smoke(&nightly, &folder, target, *arguments)? {
            failed.push(target.as_str());
        }
    }
    println!(
        "fuzz: {} targets, {} each, {} failed {}",
        targets.len(),
        arguments.describe(),
        failed.len(),
        failed.join(" ")
    );
    Ok(failed.is_empty())
}

/// One target over its corpus; new inputs go to the scratch folder, so that a smoke test changes no file here.
fn smoke(nightly: &Nightly, folder: &Path, target: &str, arguments: Arguments) -> anyhow::Result<bool> {
    let scratch = std::path::absolute(toolchain::scratch()?.join("fuzz"))?;
    let (found, artifacts) =
        (scratch.join(arguments.finds()).join(target), scratch.join("artifacts").join(target));
    if arguments.runs.is_some() {
        // What another run found would lead this one another way.
        let _ = std::fs::remove_dir_all(&found);
    }
    std::fs::create_dir_all(&found)?;
    std::fs::create_dir_all(&artifacts)?;
    let program = pinned::FUZZ.find().context("cargo-fuzz is missing")?;
    let mut command = nightly.command(program);
    // Safe code has nothing for an address sanitizer to find, and runs several times as fast without one.
    command
        .args(["run", "--sanitizer", "none", "--target-dir"])
        .arg(scratch.join("build"))
        .arg(target)
        .arg(&found);
    let corpus: PathBuf = folder.join("corpus").join(target);
    if corpus.is_dir() {
        command.arg(corpus);
    }
    command.arg("--").args(arguments.words()).arg("-verbosity=0").arg("-print_final_stats=1");
    command.arg(format!("-artifact_prefix={}/", artifacts.display()));
    command.current_dir(toolchain::root());
    eprintln!("$ cargo fuzz run {target} for {}", arguments.describe());
    let status = command.status().with_context(|| format!("cargo fuzz run {target}"))?;
    Ok(status.success())
}
