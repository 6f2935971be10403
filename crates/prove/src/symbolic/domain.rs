//! Words as terms: where a path may go, and what an address may be.

use super::memory::SymbolicMemory;
use super::words::{AsArithmetic as _, AsTerm as _};
use crate::smt::{Term, Terms};
use core::fmt;
use freeboard_rv32::CycleProfile;
use freeboard_rv32::Domain;
use freeboard_rv32::Trap;
use freeboard_rv32::{Access, AluOp, Condition, DivOp, MulOp};
use std::collections::HashSet;

/// Whether assertions can hold at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They can.
    Possible,
    /// They cannot.
    Impossible,
    /// Not decided.
    Unknown,
}

/// Whoever decides what is possible: a solver, as a rule.
pub trait Judge {
    /// Whether all of `assertions` can hold at once.
    fn possible(&mut self, terms: &Terms, assertions: &[Term]) -> Answer;
}

/// Why a path does not return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A trap of the core.
    Trap(Trap),
    /// A load or store that may lie outside what the function may touch.
    Outside {
        /// Address of the instruction.
        pc: u32,
        /// It is a store.
        write: bool,
    },
    /// A jump target, a stack pointer or an address with more values than are worth telling apart.
    Open {
        /// Address of the instruction.
        pc: u32,
    },
    /// More instructions than a call may take.
    TooLong {
        /// Where it was.
        pc: u32,
    },
}

impl Stop {
    /// The path was given up, which says nothing of the function.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Open { .. })
    }
}

impl From<Trap> for Stop {
    fn from(trap: Trap) -> Self {
        Self::Trap(trap)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trap(trap) => write!(f, "{trap}"),
            Self::Outside { pc, write } => {
                let what = if *write { "store" } else { "load" };
                write!(f, "the {what} at {pc:#x} may lie outside its memory")
            }
            Self::Open { pc } => write!(f, "an address or target at {pc:#x} is not determined"),
            Self::TooLong { pc } => write!(f, "still running at {pc:#x}"),
        }
    }
}

/// Values of one address that are told apart: CoDel's table of roots has 64 words, the math unit's 16 entries, lists of the
/// schemes at most as many; addresses of bytes between words count too.
const VALUES_MAX: u128 = 256;

/// Words as terms.
pub(super) struct Symbolic<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) judge: &'a mut dyn Judge,
    pub(super) memory: SymbolicMemory,
    /// What holds before the call, then what the branches taken say.
    pub(super) conditions: Vec<Term>,
    pub(super) holds: HashSet<Term>,
    /// Branches to take, in order, of those that are not settled by their operands.
    pub(super) script: Vec<bool>,
    pub(super) taken: Vec<bool>,
    /// Scripts of the paths that split off.
    pub(super) others: Vec<Vec<bool>>,
    /// Questions that stayed open and were answered with "possible".
    pub(super) unknown: u64,
    /// Divisions on the path.
    pub(super) divisions: Vec<Division>,
}

/// A division on a path.
#[derive(Clone, Copy, Debug)]
pub struct Division {
    /// The instruction.
    pub op: DivOp,
    /// Its divisor.
    pub divisor: Term,
    /// Cycles that the path counts for it: no divisor within its bounds takes more.
    pub cycles: u8,
}

impl fmt::Debug for Symbolic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Symbolic").field("conditions", &self.conditions.len()).finish_non_exhaustive()
    }
}

impl Symbolic<'_> {
    /// Whether the path can go on with this condition; an open question counts as yes.
    fn possible(&mut self, condition: Term) -> bool {
        self.conditions.push(condition);
        let answer = self.judge.possible(self.terms, &self.conditions);
        self.conditions.pop();
        self.unknown += u64::from(answer == Answer::Unknown);
        answer != Answer::Impossible
    }

    pub(super) fn assume(&mut self, condition: Term) {
        if self.terms.value(condition) != Some(1) && self.holds.insert(condition) {
            self.conditions.push(condition);
        }
    }

    /// What is decided without a judge.
    fn settled(&mut self, condition: Term) -> Option<bool> {
        if let Some(value) = self.terms.value(condition) {
            return Some(value == 1);
        }
        let opposite = self.terms.not(condition);
        if self.holds.contains(&condition) {
            Some(true)
        } else if self.holds.contains(&opposite) {
            Some(false)
        } else {
            None
        }
    }

    fn split(&mut self, condition: Term) -> bool {
        let opposite = self.terms.not(condition);
        let way = if let Some(&way) = self.script.get(self.taken.len()) {
            way
        } else {
            // The path so far is possible, so one of the two ways is.
            let yes = self.possible(condition);
            if yes && self.possible(opposite) {
                let mut other = self.taken.clone();
                other.push(false);
                self.others.push(other);
            }
            yes
        };
        self.taken.push(way);
        self.assume(if way { condition } else { opposite });
        way
    }

    /// The values an address may have, all of which the function may touch.
    fn addresses(&mut self, pc: u32, address: Term, access: Access, write: bool) -> Result<Vec<u32>, Stop> {
        let all = match self.terms.choices(address, VALUES_MAX as usize) {
            Some(values) => values.into_iter().map(|value| value as u32).collect(),
            None => match self.between(address) {
                Some(values) => values,
                None => {
                    let within = self.within_a_region(address, access, write);
                    return within.ok_or_else(|| self.astray(pc, address, write));
                }
            },
        };
        let (inside, outside): (Vec<u32>, Vec<u32>) =
            all.into_iter().partition(|&value| self.memory.allows(value, access, write));
        if !outside.is_empty() {
            let mut beyond = Vec::new();
            for value in outside {
                let value = self.terms.word(value);
                beyond.push(self.terms.equal(address, value));
            }
            let beyond = self.terms.any(beyond);
            if self.possible(beyond) {
                return Err(Stop::Outside { pc, write });
            }
        }
        Ok(inside)
    }
}

impl Symbolic<'_> {
    /// Every value within the bounds of an address, if those are narrow.
    fn between(&mut self, address: Term) -> Option<Vec<u32>> {
        let (mut least, mut most) = self.terms.bounds(address);
        if most - least >= VALUES_MAX {
            (least, most) = self.terms.bounds_under(address, &self.conditions);
        }
        let step = 1usize << self.terms.zeros_below(address).min(4);
        (most - least < VALUES_MAX).then(|| {
            let first = least.next_multiple_of(step as u128);
            (first..=most).step_by(step).map(|value| value as u32).collect()
        })
    }

    /// Why an address with many values was given up: it may be where the function may not go, or nobody knows.
    fn astray(&mut self, pc: u32, address: Term, write: bool) -> Stop {
        let mut beyond = Vec::new();
        for region in self.memory.allowed(write) {
            let (start, length) = (self.terms.word(region.start), self.terms.word(region.end - region.start));
            let offset = self.terms.sub(address, start);
            let inside = self.terms.below(offset, length);
            beyond.push(self.terms.not(inside));
        }
        self.conditions.extend(&beyond);
        let answer = self.judge.possible(self.terms, &self.conditions);
        self.conditions.truncate(self.conditions.len() - beyond.len());
        if answer == Answer::Possible { Stop::Outside { pc, write } } else { Stop::Open { pc } }
    }

    /// Every place in the first small region that the address cannot leave.
    fn within_a_region(&mut self, address: Term, access: Access, write: bool) -> Option<Vec<u32>> {
        self.memory.small().into_iter().find_map(|region| {
            let places: Vec<u32> = region.filter(|&place| self.memory.allows(place, access, write)).collect();
            let mut here = Vec::new();
            for &place in &places {
                let place = self.terms.word(place);
                here.push(self.terms.equal(address, place));
            }
            let here = self.terms.any(here);
            let elsewhere = self.terms.not(here);
            (!places.is_empty() && !self.possible(elsewhere)).then_some(places)
        })
    }
}

impl Domain for Symbolic<'_> {
    type Word = Term;
    type Stop = Stop;

    fn word(&mut self, value: u32) -> Term {
        self.terms.word(value)
    }

    fn alu(&mut self, op: AluOp, a: Term, b: Term) -> Term {
        op.term(self.terms, a, b)
    }

    fn multiply(&mut self, op: MulOp, a: Term, b: Term) -> Term {
        self.terms.arithmetic(op.kind(), a, b)
    }

    fn divide(&mut self, op: DivOp, a: Term, b: Term) -> Term {
        self.terms.arithmetic(op.kind(), a, b)
    }

    /// A divider is slowest for the smallest divisor, or for one that is not 0.
    fn division_cycles(&mut self, profile: &CycleProfile, op: DivOp, divisor: Term) -> u8 {
        let (least, most) = self.terms.bounds_under(divisor, &self.conditions);
        let cycles = profile.division(op, least as u32).max(profile.division(op, most as u32));
        self.divisions.push(Division { op, divisor, cycles });
        cycles
    }

    fn decide(&mut self, condition: Condition, a: Term, b: Term) -> Result<bool, Stop> {
        let condition = condition.term(self.terms, a, b);
        Ok(self.settled(condition).unwrap_or_else(|| self.split(condition)))
    }

    /// A target that comes out of a table splits the path by its entries.
    fn known(&mut self, pc: u32, word: Term) -> Result<u32, Stop> {
        if let Some(value) = self.terms.word_value(word) {
            return Ok(value);
        }
        let Some(values) = self.terms.choices(word, VALUES_MAX as usize) else {
            // Where there is never code.
            let nowhere = self.terms.word(u32::MAX - 1);
            self.conditions.push(self.terms.equal(word, nowhere));
            let answer = self.judge.possible(self.terms, &self.conditions);
            self.conditions.pop();
            let astray = Trap::FetchOutOfRange { pc: u32::MAX - 1 };
            return Err(if answer == Answer::Possible { astray.into() } else { Stop::Open { pc } });
        };
        for value in values {
            let known = self.terms.constant(value, 32);
            let here = self.terms.equal(word, known);
            if self.settled(here).unwrap_or_else(|| self.split(here)) {
                return Ok(value as u32);
            }
        }
        Err(Stop::Open { pc })
    }

    fn half(&self, address: u32) -> Option<u16> {
        self.memory.half(address)
    }

    fn load(&mut self, pc: u32, address: Term, access: Access) -> Result<Term, Stop> {
        let mut found = None;
        for value in self.addresses(pc, address, access, false)? {
            let word = self.memory.load(self.terms, value, access);
            let value = self.terms.word(value);
            let here = self.terms.equal(address, value);
            found = Some(found.map_or(word, |other| self.terms.choose(here, word, other)));
        }
        found.ok_or(Stop::Outside { pc, write: false })
    }

    fn store(&mut self, pc: u32, address: Term, access: Access, value: Term) -> Result<u32, Stop> {
        let values = self.addresses(pc, address, access, true)?;
        for &at in &values {
            let known = self.terms.word(at);
            let here = self.terms.equal(address, known);
            self.memory.store(self.terms, at, access, value, here);
        }
        values.first().copied().ok_or(Stop::Outside { pc, write: true })
    }
}
