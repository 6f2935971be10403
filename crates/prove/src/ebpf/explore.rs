//! All paths of a program.

use super::machine::{Machine, State, Stop};
use super::memory::{Regions, Words};
use crate::smt::{Term, Terms};
use crate::symbolic::Judge;

/// Longer than any path of a control's program by an order of magnitude. Chosen by us.
const STEPS_MAX: u64 = 20_000;

/// A run to explore.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// Address of the context, which the first register holds.
    pub(crate) context: u64,
    /// Words of memory by address.
    pub(crate) memory: Words,
    /// Conditions before the run.
    pub(crate) assumptions: Vec<Term>,
    /// Memory that it may touch.
    pub(crate) regions: Regions,
}

/// One path through a program.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The assumptions, then the conditions of its branches.
    pub(crate) conditions: Vec<Term>,
    /// r0 at the end, or why there is none.
    pub(crate) end: Result<Term, Stop>,
    /// Words of memory at its end, by address.
    pub(crate) memory: Words,
}

/// Paths of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paths {
    /// The paths that may be taken.
    pub(crate) paths: Vec<Path>,
    /// Not all were followed.
    pub(crate) cut_short: bool,
    /// Questions that the judge left open; the paths behind them were followed.
    pub(crate) unknown: u64,
}

/// Follows paths of a program, of which those that meet go on as one, until `enough` says so of those that have ended.
///
/// The path that is furthest behind goes on first, so that the ways around a forward branch meet where they join.
pub(crate) fn explore(
    terms: &mut Terms,
    judge: &mut dyn Judge,
    code: &[u8],
    run: &Run,
    enough: impl Fn(&Paths) -> bool,
) -> Paths {
    let start = State::new(terms, run.context, run.memory.clone(), &run.assumptions);
    let mut machine = Machine { terms, judge, code, regions: &run.regions, open: vec![start], unknown: 0 };
    let mut found = Paths::default();
    while let Some(mut state) = behind(&mut machine.open) {
        if enough(&found) {
            found.cut_short = true;
            break;
        }
        match advance(&mut machine, &mut state) {
            Ok(None) => join(&mut machine, state),
            Ok(Some(answer)) => found.paths.push(ended(state, Ok(answer))),
            Err(stop) => found.paths.push(ended(state, Err(stop))),
        }
    }
    found.unknown = machine.unknown;
    found
}

fn ended(state: State, end: Result<Term, Stop>) -> Path {
    Path { conditions: state.conditions, end, memory: state.memory }
}

/// Takes out the path that is furthest behind.
fn behind(open: &mut Vec<State>) -> Option<State> {
    let index = (0..open.len()).min_by(|&a, &b| open[a].place().cmp(open[b].place()))?;
    Some(open.swap_remove(index))
}

/// Goes on until another path is as far behind; the answer at the end of the program.
fn advance(machine: &mut Machine<'_>, state: &mut State) -> Result<Option<Term>, Stop> {
    loop {
        if state.instructions >= STEPS_MAX {
            return Err(Stop::TooLong { at: state.at });
        }
        if let Some(answer) = machine.step(state)? {
            return Ok(Some(answer));
        }
        if machine.open.iter().any(|other| other.place().cmp(state.place()).is_le()) {
            return Ok(None);
        }
    }
}

/// Merges a path with one that stands at the same instruction, or keeps it by itself.
fn join(machine: &mut Machine<'_>, state: State) {
    // What has split off decides again at its instruction.
    let meets = |other: &&mut State| other.place().eq(state.place()) && !(other.again || state.again);
    match machine.open.iter_mut().find(meets) {
        Some(other) => other.merge(machine.terms, state),
        None => machine.open.push(state),
    }
}
