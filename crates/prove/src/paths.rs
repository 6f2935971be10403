//! Paths through the machine code of a call, and what they say of memory and time.

use super::obligation::Verdict;
use super::solver::{self, Branches, MERGED, SINGLE, Solver};
use crate::smt::Terms;
use crate::symbolic::{Call, Explorer, Path, Paths, Rest};
use freeboard_rv32::{CV32E40P_LIKE, Core};

/// Paths of a call at most; the longest pipeline program has some dozens.
pub(crate) const PATHS_MAX: usize = 4096;

/// Paths of a call that are followed one by one; with more of them, those that meet go on as one.
const PATHS_FEW: usize = 256;

/// Follows every path of a call, one by one where they are few; else how long each can be.
pub(crate) fn follow(terms: &mut Terms, core: &Core, call: &Call) -> anyhow::Result<(Paths, Option<Rest>)> {
    let explorer = Explorer::new(core, &CV32E40P_LIKE);
    let many = |found: &Paths| found.paths.len() >= PATHS_FEW;
    let single = explorer.explore(terms, &mut Branches::new(MERGED)?, call, many);
    if !single.cut_short && single.paths.iter().all(|path| path.end.is_ok()) {
        return Ok((single, None));
    }
    let (merged, rest) = explorer.merged(terms, &mut Branches::new(MERGED)?, call);
    Ok((merged, Some(rest)))
}

/// Follows every path of a call that may be possible, until `enough` says so.
pub(crate) fn explore(
    terms: &mut Terms,
    core: &Core,
    call: &Call,
    enough: impl Fn(&Paths) -> bool,
) -> anyhow::Result<Paths> {
    let mut branches = Branches::new(SINGLE)?;
    let explorer = Explorer::new(core, &CV32E40P_LIKE);
    Ok(explorer.explore(terms, &mut branches, call, |found| found.paths.len() >= PATHS_MAX || enough(found)))
}

/// The paths without those that end badly and are not possible: branches are decided with products left open.
///
/// One that stays is enough for a verdict, so no more are asked about. Each has a branch's effort: over the conditions of a long path
/// z3 takes minutes for some million steps.
pub(crate) fn returning(terms: &Terms, mut found: Paths) -> anyhow::Result<Paths> {
    let mut solver = Solver::new(SINGLE)?;
    let mut stays = false;
    found.paths.retain(|path| {
        let asked = !stays && path.end.is_err();
        stays |= asked && !matches!(solver.refute(terms, &path.conditions), solver::Verdict::Holds(_));
        stays || path.end.is_ok()
    });
    Ok(found)
}

/// Every path returns, within its memory; without `loops` it runs no instruction twice.
pub(crate) fn memory(found: &Paths, loops: bool) -> (Verdict, String) {
    // A path behind an open question may not be possible.
    let bad = if found.unknown > 0 { Verdict::Unknown } else { Verdict::Refuted };
    let stopped = found.paths.iter().find_map(|path| path.end.as_ref().err());
    if let Some(stop) = stopped {
        let verdict = if stop.is_open() { Verdict::Unknown } else { bad };
        return (verdict, stop.to_string());
    }
    if found.cut_short {
        return (Verdict::Unknown, format!("more than {PATHS_MAX} paths"));
    }
    if !loops && found.paths.iter().any(|path| path.repeats) {
        return (bad, "an instruction runs twice on a path".to_owned());
    }
    (Verdict::Holds, String::new())
}

/// Most instructions and most cycles of a path.
pub(crate) fn longest(found: &Paths) -> (u64, u64) {
    let most = |of: fn(&Path) -> u64| found.paths.iter().map(of).max().unwrap_or(0);
    (most(|path| path.instructions), most(|path| path.cycles))
}
