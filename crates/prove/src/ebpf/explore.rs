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

/// Follows paths of a program until `enough` says so of those found so far.
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
    while let Some(mut state) = machine.open.pop() {
        if enough(&found) {
            found.cut_short = true;
            break;
        }
        let end = loop {
            if state.instructions >= STEPS_MAX {
                break Err(Stop::TooLong { at: state.at });
            }
            match machine.step(&mut state) {
                Ok(None) => {}
                Ok(Some(answer)) => break Ok(answer),
                Err(stop) => break Err(stop),
            }
        };
        found.paths.push(Path { conditions: state.conditions, end, memory: state.memory });
    }
    found.unknown = machine.unknown;
    found
}
