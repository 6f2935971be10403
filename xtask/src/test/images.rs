//! Suites that other commands are: tidiness, generated text, budgets, firmware, the book.

use super::count::Count;
use super::runner::cargo;
use super::suite::Outcome;
use super::tee;
use crate::{firmware, pinned, repo};
use std::process::Command;

/// Every pipeline program within its declared budget.
pub(crate) fn budgets() -> anyhow::Result<Outcome> {
    own(&["budget", "--summary"])
}

/// The rules of the house.
pub(crate) fn tidy() -> anyhow::Result<Outcome> {
    own(&["tidy"])
}

/// Generated blocks of README and book say what the code says.
pub(crate) fn docs() -> anyhow::Result<Outcome> {
    own(&["docs", "--check"])
}

/// Another command of this program, through cargo: a suite before this one may have built the program anew.
fn own(arguments: &[&str]) -> anyhow::Result<Outcome> {
    let (fine, _) = tee::run(cargo(&["xtask"]).args(arguments))?;
    Ok(Outcome::ran(Count::one(fine)))
}

/// Digests of every place equal the host's, and images link nothing forbidden.
pub(crate) fn firmware() -> anyhow::Result<Outcome> {
    let (compared, skipped, findings) = firmware::digests_agree()?;
    for line in skipped.iter().chain(&findings) {
        eprintln!("{line}");
    }
    let (failed, skipped) = (findings.len() as u64, skipped.len() as u64);
    Ok(Outcome::ran(Count { passed: compared.saturating_sub(failed), failed, skipped }))
}

/// Congestion controls in the running kernel decide as on the host.
pub(crate) fn kernel() -> anyhow::Result<Outcome> {
    let agreement = firmware::kernel_agrees()?;
    if let Some(reason) = agreement.skipped {
        return Ok(Outcome::Skipped(reason));
    }
    for line in agreement.refused.iter().chain(&agreement.findings) {
        eprintln!("{line}");
    }
    let (failed, skipped) = (agreement.findings.len() as u64, agreement.refused.len() as u64);
    Ok(Outcome::ran(Count { passed: agreement.equal, failed, skipped }))
}

/// The book builds without warnings.
pub(crate) fn book() -> anyhow::Result<Outcome> {
    let Some(builder) = pinned::BOOK.find() else {
        return Ok(Outcome::Skipped("mdbook missing".to_owned()));
    };
    let folder = repo::target().join("xtask/book");
    let mut command = Command::new(builder);
    command.arg("build").arg(repo::root().join("docs")).arg("--dest-dir").arg(folder);
    let (fine, text) = tee::run(&mut command)?;
    Ok(Outcome::ran(Count::one(fine && !text.contains("WARN"))))
}
