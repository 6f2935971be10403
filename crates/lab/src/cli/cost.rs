//! `freeboard cost`.

use super::exit::Done;
use super::say::say;
use clap::Args;
use freeboard_cost::report::{names, report, show};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// One algorithm or one variant, e.g. "ecn-sharp" or "ecn-sharp/compact"; all of them without it.
    name: Option<String>,
}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let name = arguments.name.as_deref();
    let ids = names();
    let known = |name: &&str| ids.iter().any(|id| id == name || id.split('/').next() == Some(*name));
    if let Some(unknown) = name.filter(|name| !known(name)) {
        return Err(crate::trace::unknown_algorithm(unknown, &ids).into());
    }
    let report = report(name)?;
    if json {
        report.rows.iter().for_each(|row| say!("{}", row.line()));
    } else {
        say!("{}", show(&report.rows));
    }
    report.missing.iter().for_each(|reason| eprintln!("{reason}"));
    Ok(Done::Fine)
}
