//! Obligations of a variant without a graph: memory, worst case, and its contracts.

use super::contracts;
use super::instance::{Instance, Query};
use super::obligation::{Obligation, Settings, Verdict};
use super::paths::{follow, longest, memory, returning};
use super::second::Witness;
use super::solver::Solver;
use super::spec;
use super::timer::Timer;
use crate::smt::Terms;
use crate::symbolic::Path;
use freeboard_cost::variant::Subject as _;

/// All obligations of one variant under some settings.
pub(crate) fn prove(
    instance: &Instance,
    settings: &Settings,
    solver: &mut Solver,
    witness: &Witness,
) -> anyhow::Result<Vec<Obligation>> {
    let (mut terms, mut timer) = (Terms::new(), Timer::start());
    let mut total = Obligation::new(instance.variant, "memory", settings, Verdict::Holds);
    let (mut paths, mut worst, mut slowest, mut exact) = (0, (0, 0), "", true);
    let mut explored: Vec<(Query, Vec<Path>)> = Vec::new();
    for query in instance.calls(&mut terms, settings) {
        let (found, single) = follow(&mut terms, instance.on_core.core(), &query.call)?;
        exact &= single;
        let found = returning(&terms, found)?;
        let (verdict, note) = memory(&found, true);
        paths += found.paths.len();
        total.open += found.unknown;
        total.verdict = total.verdict.and(verdict);
        if verdict != Verdict::Holds {
            total.note = format!("{}: {note}", query.kind);
            break;
        }
        let (instructions, cycles) = longest(&found);
        if cycles > worst.1 {
            slowest = query.kind;
        }
        worst = (worst.0.max(instructions), worst.1.max(cycles));
        explored.push((query, found.paths));
    }
    (total.paths, total.seconds) = (Some(paths), timer.lap());
    let holds = total.verdict == Verdict::Holds;
    let mut longest = total.clone();
    longest.name = "worst-case".to_owned();
    longest.worst = holds.then_some(worst);
    if holds {
        let bound = if exact { "" } else { ", an upper bound: paths that meet were merged" };
        longest.note = format!("in the call `{slowest}`{bound}");
    }
    let mut all = vec![total, longest];
    if holds {
        for contract in contracts::of(instance.variant) {
            let name = format!("contract:{}", contract.name);
            let file =
                format!("{}.{}.{}", instance.variant.id().replace('/', "."), settings.name(), contract.name);
            let asked = (&mut *solver, witness, file.as_str());
            let (verdict, note) = spec::prove(&contract, instance, &mut terms, &explored, asked)?;
            let mut one = Obligation::new(instance.variant, &name, settings, verdict);
            (one.note, one.paths, one.seconds) = (note, Some(paths), timer.lap());
            one.second = witness.tally();
            all.push(one);
        }
    }
    Ok(all)
}
