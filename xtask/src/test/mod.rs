//! `cargo xtask test`: every suite, what it needs, what ran and what was skipped and why.

mod closing;
mod commands;
mod count;
mod features;
mod images;
mod probe;
mod reproductions;
mod runner;
mod suite;
mod suites;
mod tee;
mod templates;

use crate::{pinned, tools};
pub(crate) use closing::SUMMARY;
use freeboard_toolchain as toolchain;
use std::time::Instant;
use suite::{Outcome, Report};

/// How to test.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Install what suites need: system packages, and tools below the target folder (root in CI does so anyway).
    #[arg(long)]
    install: bool,
    /// A suite that cannot run fails, unless it may be skipped.
    #[arg(long)]
    no_skip: bool,
    /// One JSON object per suite; the closing line goes to standard error.
    #[arg(long)]
    json: bool,
    /// Only suites whose name contains this.
    #[arg(long)]
    only: Option<String>,
}

/// Runs the suites; true when none failed.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let install = arguments.install || tools::may_change_the_system();
    probe::print(install);
    toolchain::install_targets()?;
    if install {
        tools::install_emulators()?;
        // Without them the suite of the C library says what it skips.
        if let Err(error) = tools::install_compilers() {
            eprintln!("{error:#}");
        }
        // These and the book are optional: without a network the other suites still run.
        let missing: Vec<&str> = [suite::SLURM, suite::SOLVERS, suite::BROWSER]
            .iter()
            .flat_map(|need| need.missing_packages())
            .collect();
        if !missing.is_empty()
            && let Err(error) = tools::install_packages(&missing)
        {
            eprintln!("{error:#}");
        }
        if let Err(error) = pinned::BOOK.provide() {
            eprintln!("{error:#}");
        }
    }
    let mut reports = Vec::new();
    for suite in suites::ALL
        .iter()
        .filter(|suite| arguments.only.as_ref().is_none_or(|only| suite.name.contains(only)))
    {
        eprintln!("\n== {}: {}", suite.name, suite.what);
        #[expect(clippy::disallowed_methods, reason = "for the closing lines; no result depends on it")]
        let start = Instant::now();
        let outcome = match suite.missing() {
            Some(missing) if arguments.no_skip && !suite.optional => Outcome::failed(&missing),
            Some(missing) => Outcome::Skipped(missing),
            None => (suite.run)().unwrap_or_else(|error| Outcome::failed(&format!("{error:#}"))),
        };
        reports.push(Report { suite, outcome, seconds: start.elapsed().as_secs_f64() });
    }
    closing::print(&reports, arguments.json)
}
