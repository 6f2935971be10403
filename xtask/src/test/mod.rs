//! `cargo xtask test`: every suite, what it needs, what ran and what was skipped and why.

mod closing;
mod commands;
mod count;
mod features;
mod images;
mod probe;
mod runner;
mod suite;
mod suites;
mod tee;

use crate::tools;
use suite::{Outcome, Report};

/// How to test.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Install system packages that suites need (root in CI does so anyway).
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
    probe::print()?;
    tools::install_targets()?;
    if arguments.install || tools::may_change_the_system() {
        tools::install_emulators()?;
    }
    let mut reports = Vec::new();
    for suite in suites::ALL
        .iter()
        .filter(|suite| arguments.only.as_ref().is_none_or(|only| suite.name.contains(only)))
    {
        eprintln!("\n== {}: {}", suite.name, suite.what);
        let outcome = match suite.missing() {
            Some(missing) if arguments.no_skip && !suite.optional => Outcome::failed(&missing),
            Some(missing) => Outcome::Skipped(missing),
            None => (suite.run)().unwrap_or_else(|error| Outcome::failed(&format!("{error:#}"))),
        };
        reports.push(Report { suite, outcome });
    }
    closing::print(&reports, arguments.json)
}
