//! The worst case of all calls: the longest path that the solver does not show to be impossible.
//!
//! The core runs the state and the event of that path that a solver names.

use super::instance::{Instance, Query};
use super::record::OVER_RUN_PERCENT;
use super::second::Witness;
use super::solver::{SINGLE, Solver};
use crate::smt::{Assignment, Term, Terms};
use crate::symbolic::{Explorer, Path, Possible, Rest};
use freeboard_cost::recorded;
use freeboard_cost::variant::Subject as _;
use freeboard_harness::images::Target;
use freeboard_rv32::CV32E40P_LIKE;

/// Cycles of the worst case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bound {
    /// No state and no event takes more.
    pub(crate) proved: u64,
    /// A state and an event that the solver named and the core ran takes as many.
    pub(crate) run: u64,
    /// The call.
    pub(crate) call: &'static str,
}

/// A call with its paths, and how long each can be where they were merged.
pub(crate) type Explored<'a> = (&'a Query, &'a [Path], Option<&'a Rest>);

/// The bound of all calls.
pub(crate) fn worst(
    instance: &Instance,
    mut calls: Vec<Explored<'_>>,
    terms: &mut Terms,
    witness: &Witness,
) -> anyhow::Result<Bound> {
    let name = instance.variant.id();
    let recorded =
        recorded::costs().into_iter().find(|one| one.id == name && one.target == Target::Rv32.name());
    let seen = recorded.map_or(0, |one| one.number("cycles_worst") as u64);
    let mut worst = Bound::default();
    // From the call with the longest paths down: shorter ones need not be asked about.
    calls.sort_by_key(|(_, paths, _)| std::cmp::Reverse(paths.iter().map(|path| path.cycles).max()));
    for (query, paths, rest) in calls {
        let mut asked =
            Asked { instance, query, solver: Solver::new(SINGLE)?, witness, seen, run: 0, most: 0 };
        let mut error = None;
        let mut is_possible = |terms: &mut Terms, path: &Path| {
            asked.is_possible(terms, path).unwrap_or_else(|found| {
                error = Some(found);
                Possible::Yes(path.cycles)
            })
        };
        let proved = match rest {
            Some(rest) => {
                let explorer = Explorer::new(instance.on_core.core(), &CV32E40P_LIKE);
                let merged = paths.iter().map(|path| path.cycles).max().unwrap_or(0);
                explorer
                    .longest(terms, &mut is_possible, &query.call, rest, worst.proved)
                    .min(merged.max(worst.proved))
            }
            None => {
                let mut longest: Vec<&Path> =
                    paths.iter().filter(|path| path.cycles > worst.proved).collect();
                longest.sort_by_key(|path| std::cmp::Reverse(path.cycles));
                let mut most = worst.proved;
                for path in longest {
                    if path.cycles <= most {
                        break;
                    }
                    if let Possible::Yes(cycles) = is_possible(terms, path) {
                        most = most.max(cycles);
                    }
                }
                most
            }
        };
        if let Some(error) = error {
            return Err(error);
        }
        let call = if proved > worst.proved { query.kind } else { worst.call };
        worst = Bound { proved, run: worst.run.max(asked.run), call };
    }
    Ok(worst)
}

/// Questions about the paths of a call.
struct Asked<'a> {
    instance: &'a Instance,
    query: &'a Query,
    solver: Solver,
    witness: &'a Witness,
    /// Most cycles that the search saw.
    seen: u64,
    /// Most cycles of what was run.
    run: u64,
    /// Most cycles of a path that may be possible.
    most: u64,
}

impl Asked<'_> {
    /// Whether a path may be possible; what the solver names is run.
    fn is_possible(&mut self, terms: &mut Terms, path: &Path) -> anyhow::Result<Possible> {
        if self.is_near(path.cycles) {
            return Ok(Possible::Yes(path.cycles));
        }
        if let Some(set) = self.solver.excluded(terms, &path.conditions) {
            return Ok(Possible::No(set));
        }
        let mut excluded = |terms: &Terms, all: &[Term]| self.solver.excluded(terms, all).is_some();
        let (cycles, slow) = path.divided(terms, &CV32E40P_LIKE, &mut excluded);
        // Examples take half a minute each: of no path that another one exceeds.
        if cycles <= self.most || self.is_near(cycles) {
            return Ok(Possible::Yes(cycles));
        }
        self.most = cycles;
        // The first solver finds no example where products are in the way, and none of the slowest divisions may be left.
        for conditions in [&slow, &path.conditions] {
            if let Some(values) = self.witness.example(terms, conditions)? {
                self.run = self.run.max(self.cycles(terms, &values)?);
                break;
            }
        }
        Ok(Possible::Yes(cycles))
    }

    /// Whether something was run that takes nearly as many cycles.
    fn is_near(&self, cycles: u64) -> bool {
        100 * cycles <= OVER_RUN_PERCENT * self.seen.max(self.run)
    }

    /// Cycles of the call with these values in memory and in its arguments.
    fn cycles(&self, terms: &Terms, values: &Assignment) -> anyhow::Result<u64> {
        let mut core = self.instance.on_core.core().clone();
        let word = |term| terms.evaluate(&[term], values)[0] as u32;
        for (&address, &term) in &self.query.call.memory {
            core.write_u32(address, word(term))?;
        }
        let arguments: Vec<u32> = self.query.call.arguments.iter().map(|&term| word(term)).collect();
        Ok(core.call_at(self.query.call.address, &arguments)?.cycles)
    }
}
