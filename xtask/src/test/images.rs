//! Suites that other commands are: tidiness, generated text, budgets, firmware, the book.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::workspace::cargo;
use crate::{measure, pinned};
use anyhow::Context;
use freeboard_toolchain as toolchain;
use serde_json::Value;
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

/// Archives, and a program built from them.
pub(crate) fn package() -> anyhow::Result<Outcome> {
    own(&["package"])
}

/// Another command of this program, through cargo: a suite before this one may have built the program anew.
fn own(arguments: &[&str]) -> anyhow::Result<Outcome> {
    let (fine, _) = tee::run(cargo(&["xtask"]).args(arguments))?;
    Ok(Outcome::ran(Count::one(fine)))
}

/// Digests of every place equal the host's, cycles and sizes pass their gates, and images link nothing forbidden.
pub(crate) fn firmware() -> anyhow::Result<Outcome> {
    counted("counted", measure::command("counted"))
}

/// The same on the modelled and the emulated RV32 core, at the profile for speed.
pub(crate) fn firmware_on_one_board() -> anyhow::Result<Outcome> {
    let mut command = measure::command("counted");
    command.arg("--one-board");
    counted("counted --one-board", command)
}

/// What the record of proofs says still holds, question by question within a limit.
pub(crate) fn proofs() -> anyhow::Result<Outcome> {
    counted("proofs", measure::command("proofs"))
}

/// Congestion controls in the running kernel decide as on the host.
pub(crate) fn kernel() -> anyhow::Result<Outcome> {
    counted("kernel", measure::command("kernel"))
}

/// Functions beside public C, as on record.
pub(crate) fn against_c() -> anyhow::Result<Outcome> {
    counted("against-c", measure::command("against-c"))
}

/// The C library: symbols, the header in C and C++, programs, digests.
pub(crate) fn c() -> anyhow::Result<Outcome> {
    counted("check", measure::library_command("check"))
}

/// A command that closes with its counts.
fn counted(command: &str, mut program: Command) -> anyhow::Result<Outcome> {
    let (fine, text) = tee::run(&mut program)?;
    let closing = text.lines().rev().find_map(|line| serde_json::from_str::<Value>(line).ok());
    let closing = closing.with_context(|| format!("`{command}` did not come to its counts"))?;
    if let Some(reason) = closing["reason"].as_str() {
        return Ok(Outcome::Skipped(reason.to_owned()));
    }
    let number = |key: &str| closing[key].as_u64().with_context(|| format!("no `{key}` in {closing}"));
    let count = Count { passed: number("passed")?, failed: number("failed")?, skipped: number("skipped")? };
    anyhow::ensure!(fine == (count.failed == 0), "`{command}` does not end as it counts: {closing}");
    Ok(Outcome::ran(count))
}

/// The book builds without warnings.
pub(crate) fn book() -> anyhow::Result<Outcome> {
    let Some(builder) = pinned::BOOK.find() else {
        return Ok(Outcome::Skipped("mdbook missing".to_owned()));
    };
    let folder = toolchain::target().join("xtask/book");
    let mut command = Command::new(builder);
    command.arg("build").arg(toolchain::root().join("docs")).arg("--dest-dir").arg(&folder);
    let (fine, text) = tee::run(&mut command)?;
    Ok(Outcome::ran(Count::one(fine && !text.contains("WARN"))))
}
