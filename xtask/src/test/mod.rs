//! `cargo xtask test`: every suite, what it needs, what ran and what was skipped and why.

mod closing;
mod commands;
mod count;
mod features;
mod foreign;
mod images;
mod interface;
mod probe;
mod python;
mod reproductions;
mod runner;
mod suite;
mod suites;
mod tee;
mod templates;
mod unprivileged;

use crate::tools;
use anyhow::ensure;
pub(crate) use closing::SUMMARY;
use std::time::Instant;
use suite::{Need, Outcome, Report, Suite};

/// How to test.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Install packages and tools that suites need (root in CI does so anyway). A suite whose needs cannot be installed is
    /// skipped, and the command that an administrator would run is printed.
    #[arg(long)]
    install: bool,
    /// Run every suite that does not stand apart; without it those that a change is likely to break, in minutes.
    #[arg(long)]
    all: bool,
    /// A suite that cannot run fails, unless it may be skipped.
    #[arg(long)]
    no_skip: bool,
    /// One JSON object per suite; the closing line goes to standard error.
    #[arg(long)]
    json: bool,
    /// Only suites whose name contains this, and all of each; may be given again.
    #[arg(long)]
    only: Vec<String>,
}

/// Runs the suites; true when none failed.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let install = arguments.install || tools::may_change_the_system();
    probe::print(install);
    let whole = arguments.all || !arguments.only.is_empty();
    let wanted = |suite: &&Suite| arguments.only.iter().any(|only| suite.name.contains(only.as_str()));
    let named = |suite: &&Suite| arguments.only.is_empty() || wanted(suite);
    let (chosen, left_out): (Vec<&Suite>, Vec<&Suite>) =
        suites::ALL.iter().filter(named).partition(|suite| {
            let is_asked_for = !suite.apart || !arguments.only.is_empty();
            is_asked_for && (whole || suite.short.is_some())
        });
    ensure!(!chosen.is_empty(), "no suite has that in its name: {}", names(suites::ALL.iter()));
    if install {
        provide(&chosen);
    }
    let mut reports = Vec::new();
    for suite in chosen {
        eprintln!("\n== {}: {}", suite.name, suite.what);
        #[expect(clippy::disallowed_methods, reason = "for the closing lines; no result depends on it")]
        let start = Instant::now();
        let run = if whole { suite.run } else { suite.short.unwrap_or(suite.run) };
        let outcome = match suite.missing() {
            Some(missing) if arguments.no_skip && !suite.optional => Outcome::failed(&missing),
            Some(missing) => Outcome::Skipped(missing),
            None => run().unwrap_or_else(|error| Outcome::failed(&format!("{error:#}"))),
        };
        reports.push(Report { suite, outcome, seconds: start.elapsed().as_secs_f64() });
    }
    closing::print(&reports, &names(left_out.into_iter()), arguments.json)
}

/// Names of suites.
fn names<'a>(suites: impl Iterator<Item = &'a Suite>) -> String {
    suites.map(|suite| suite.name).collect::<Vec<_>>().join(", ")
}

/// Installs the needs of these suites, each by itself: one that cannot be had does not keep the others from running.
fn provide(suites: &[&Suite]) {
    let mut needs: Vec<Need> = Vec::new();
    for need in suites.iter().flat_map(|suite| suite.needs) {
        if !needs.contains(need) {
            needs.push(*need);
        }
    }
    for need in needs {
        if let Err(error) = need.provide() {
            eprintln!("{error:#}");
        }
    }
}
