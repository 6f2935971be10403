//! Suites that other commands are: budgets, firmware, the book.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::{firmware, repo, tools};
use std::process::Command;

/// Every pipeline program within its declared budget.
pub(crate) fn budgets() -> anyhow::Result<Outcome> {
    let (fine, _) = tee::run(Command::new(std::env::current_exe()?).args(["budget", "--summary"]))?;
    Ok(Outcome::ran(Count::one(fine)))
}

/// Digests of every place equal the host's, and images link nothing forbidden.
pub(crate) fn firmware() -> anyhow::Result<Outcome> {
    let (compared, findings) = firmware::digests_agree()?;
    for finding in &findings {
        eprintln!("{finding}");
    }
    let failed = findings.len() as u64;
    Ok(Outcome::ran(Count { passed: compared.saturating_sub(failed), failed, skipped: 0 }))
}

/// The book builds without warnings.
pub(crate) fn book() -> anyhow::Result<Outcome> {
    let Some(builder) = tools::book_builder() else {
        return Ok(Outcome::Skipped("mdbook missing".to_owned()));
    };
    let folder = repo::target().join("xtask/book");
    let mut command = Command::new(builder);
    command.arg("build").arg(repo::root().join("docs")).arg("--dest-dir").arg(folder);
    let (fine, text) = tee::run(&mut command)?;
    Ok(Outcome::ran(Count::one(fine && !text.contains("WARN"))))
}
