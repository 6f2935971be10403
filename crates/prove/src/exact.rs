//! Obligations of a variant without a graph: memory, worst case, and its contracts.

use super::bound;
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
    let (mut paths, mut instructions) = (0, 0);
    let mut explored: Vec<(Query, Vec<Path>)> = Vec::new();
    let mut rests = Vec::new();
    for query in instance.calls(&mut terms, settings) {
        let (found, rest) = follow(&mut terms, instance.on_core.core(), &query.call)?;
        let found = returning(&terms, found)?;
        let (verdict, note) = memory(&found, true);
        paths += found.paths.len();
        total.open += found.unknown;
        total.verdict = total.verdict.and(verdict);
        if verdict != Verdict::Holds {
            total.note = format!("{}: {note}", query.kind);
            break;
        }
        instructions = instructions.max(longest(&found).0);
        explored.push((query, found.paths));
        rests.push(rest);
    }
    (total.paths, total.seconds) = (Some(paths), timer.lap());
    let holds = total.verdict == Verdict::Holds;
    let mut longest = total.clone();
    longest.name = "worst-case".to_owned();
    if holds {
        let calls =
            explored.iter().zip(&rests).map(|((query, paths), rest)| (query, &paths[..], rest.as_ref()));
        let bound = bound::worst(instance, calls.collect(), &mut terms, witness)?;
        longest.worst = Some((instructions, bound.proved));
        longest.run = Some(bound.run);
        longest.note = format!("in the call `{}`", bound.call);
        longest.seconds += timer.lap();
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
