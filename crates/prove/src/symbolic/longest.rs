//! The longest path of a call that is possible: the one that can be longest goes on first.
//!
//! A path is asked about when it has returned. Conditions that exclude each other are kept: no other path goes where all of them hold.

use super::domain::{Answer, Judge, Symbolic};
use super::explore::{Call, Explorer, Path, STEPS_MAX, path, returned, start};
use super::rest::{Rest, Walk};
use crate::smt::{Term, Terms};
use freeboard_rv32::{Core, RETURN_ADDRESS};
use std::collections::{BinaryHeap, HashSet};

/// Paths that are begun at most. Chosen by us: a call whose paths were merged begins some hundreds.
const BEGUN_MAX: usize = 4_096;

/// Paths on their way: cycles that each takes at most, and the ways it goes.
type Open = BinaryHeap<(u64, Vec<bool>)>;

/// Whether a path that has returned is possible.
#[derive(Clone, Debug)]
pub enum Possible {
    /// It may be; it takes no more than these cycles.
    Yes(u64),
    /// These of its conditions exclude each other.
    No(Vec<Term>),
}

/// Sets of conditions that exclude each other.
#[derive(Debug, Default)]
struct Exclusions(Vec<Vec<Term>>);

impl Judge for Exclusions {
    fn possible(&mut self, _: &Terms, assertions: &[Term]) -> Answer {
        let hold: HashSet<Term> = assertions.iter().copied().collect();
        let is_excluded = self.0.iter().any(|set| set.iter().all(|condition| hold.contains(condition)));
        if is_excluded { Answer::Impossible } else { Answer::Possible }
    }
}

impl Explorer<'_> {
    /// The cycles that no path exceeds, `least` at least: those of the longest one that `is_possible`, as a rule. `rest` is what merged
    /// paths of the call say.
    pub fn longest(
        &self,
        terms: &mut Terms,
        is_possible: &mut dyn FnMut(&mut Terms, &Path) -> Possible,
        call: &Call,
        rest: &Rest,
        least: u64,
    ) -> u64 {
        let mut exclusions = Exclusions::default();
        let mut open = Open::from([(u64::MAX, Vec::new())]);
        let mut longest = least;
        for _ in 0..BEGUN_MAX {
            let Some((_, script)) = open.pop().filter(|(most, _)| *most > longest) else { return longest };
            let mut core = self.over(terms, &mut exclusions, call);
            match follow(&mut core, call, (rest, &mut open, longest), script) {
                Followed::Short => {}
                Followed::Lost(most) => longest = longest.max(most),
                Followed::Path(path) => match is_possible(terms, &path) {
                    Possible::Yes(cycles) => longest = longest.max(cycles),
                    Possible::No(set) => exclusions.0.push(set),
                },
            }
        }
        open.peek().map_or(longest, |(most, _)| (*most).max(longest))
    }
}

/// A path that was begun.
enum Followed {
    /// It returns.
    Path(Box<Path>),
    /// It is not possible, or not longer than another one.
    Short,
    /// Nobody asked a solver where its addresses lie, so it was left; the most cycles that it can take.
    Lost(u64),
}

/// Runs the call once, the first branches as the script says, for as long as the path can be longer than `least`.
fn follow(
    core: &mut Core<Symbolic<'_>>,
    call: &Call,
    (rest, open, least): (&Rest, &mut Open, u64),
    script: Vec<bool>,
) -> Followed {
    let before = start(core, call);
    core.domain.script = script;
    let mut walk = Walk::new(rest);
    while core.hart.pc != RETURN_ADDRESS {
        let (cycles, decided) = (core.hart.cycles, core.domain.taken.len());
        if core.hart.instructions >= STEPS_MAX || core.step().is_err() {
            return Followed::Lost(walk.most());
        }
        let (others, is_way) = walk.go(core.hart.pc, cycles);
        for other in std::mem::take(&mut core.domain.others) {
            if others > least {
                open.push((others, other));
            }
        }
        let Symbolic { judge, terms, conditions, taken, .. } = &mut core.domain;
        let mut is_excluded = || judge.possible(terms, conditions) == Answer::Impossible;
        let most = walk.most();
        if !is_way || most <= least || taken.len() > decided && is_excluded() {
            return Followed::Short;
        }
    }
    let end = returned(core, &before);
    Followed::Path(Box::new(path(core, end, false)))
}
