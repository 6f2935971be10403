//! One instruction of a program over terms: what it changes, and where the path may go.

use super::decode::{Alu, Instruction, SLOT, Source, Width, decode};
use super::memory::{self, FRAME, FRAMES_MAX, Regions, TOP, Words};
use super::values;
use crate::smt::{Sort, Term, Terms};
use crate::symbolic::{Answer, Judge};
use core::fmt;
use std::collections::HashSet;

/// Registers, the frame pointer the last.
const REGISTERS: usize = 11;
/// Registers that a function gives back as it got them, r6 to r9 (RFC 9669 §2).
const SAVED: std::ops::Range<usize> = 6..10;
/// Registers that a call leaves nobody's promise in, r1 to r5.
const SCRATCH: std::ops::Range<usize> = 1..6;
/// Values of one address that are told apart: the fields between which a compiler picks by an offset are two. Chosen by us.
const VALUES_MAX: usize = 64;

/// Why a path does not return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// No instruction, or one that the executor does not know.
    Invalid { at: usize },
    /// A load or store outside what the program may touch.
    Outside { at: usize, write: bool },
    /// More functions wait for each other than the kernel takes.
    Deep { at: usize },
    /// An address, or a quotient of 64 bits, that no term stands for.
    Open { at: usize },
    /// More instructions than a call may take.
    TooLong { at: usize },
}

impl Stop {
    /// The path was given up, which says nothing of the program.
    pub(crate) const fn is_open(self) -> bool {
        matches!(self, Self::Open { .. } | Self::TooLong { .. })
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid { at } => write!(f, "no instruction known at slot {at}"),
            Self::Outside { at, write } => {
                let what = if *write { "store" } else { "load" };
                write!(f, "the {what} at slot {at} lies outside its memory")
            }
            Self::Deep { at } => write!(f, "too many functions called at slot {at}"),
            Self::Open { at } => write!(f, "an address or quotient at slot {at} is not determined"),
            Self::TooLong { at } => write!(f, "still running at slot {at}"),
        }
    }
}

/// A function that waits for another one.
#[derive(Clone, Debug)]
struct Frame {
    back: usize,
    saved: [Term; 4],
}

/// A path on its way.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The slot that comes next.
    pub(super) at: usize,
    registers: [Term; REGISTERS],
    frames: Vec<Frame>,
    pub(super) memory: Words,
    pub(super) conditions: Vec<Term>,
    holds: HashSet<Term>,
    pub(super) instructions: u64,
    /// It split off at this instruction, and has its decision.
    pub(super) again: bool,
}

impl State {
    /// The start of a program with its context in the first register.
    pub(super) fn new(terms: &mut Terms, context: u64, memory: Words, assumptions: &[Term]) -> Self {
        let mut registers = [0; REGISTERS];
        for (number, register) in registers.iter_mut().enumerate() {
            *register = number;
        }
        let mut registers =
            registers.map(|number| terms.variable(&format!("ebpf.r{number}"), Sort::Bits(64)));
        registers[1] = terms.constant(context.into(), 64);
        registers[REGISTERS - 1] = terms.constant(TOP.into(), 64);
        let (frames, conditions, holds) = (Vec::new(), Vec::new(), HashSet::new());
        let mut state =
            Self { at: 0, registers, frames, memory, conditions, holds, instructions: 0, again: false };
        assumptions.iter().for_each(|&assumption| state.assume(terms, assumption));
        state
    }

    /// Position of the path: the calls that wait, then the next slot.
    pub(super) fn place(&self) -> impl Iterator<Item = usize> {
        self.frames.iter().map(|frame| frame.back - 1).chain([self.at])
    }

    /// Becomes both paths, which stand at one instruction: chooses between their words.
    pub(super) fn merge(&mut self, terms: &mut Terms, other: Self) {
        let told = self.conditions.iter().zip(&other.conditions);
        let common = told.take_while(|(a, b)| a == b).count();
        let here = terms.all(self.conditions[common..].iter().copied());
        let there = terms.all(other.conditions[common..].iter().copied());
        for (word, from) in self.registers.iter_mut().zip(other.registers) {
            *word = values::chosen(terms, here, *word, from);
        }
        for (frame, from) in self.frames.iter_mut().zip(other.frames) {
            for (word, from) in frame.saved.iter_mut().zip(from.saved) {
                *word = values::chosen(terms, here, *word, from);
            }
        }
        memory::merge(terms, &mut self.memory, other.memory, here);
        self.conditions.truncate(common);
        self.holds = self.conditions.iter().copied().collect();
        let either = terms.either(here, there);
        self.assume(terms, either);
        self.instructions = self.instructions.max(other.instructions);
    }

    fn assume(&mut self, terms: &Terms, condition: Term) {
        if terms.value(condition) != Some(1) && self.holds.insert(condition) {
            self.conditions.push(condition);
        }
    }
}

/// A program, those who decide for it, and paths that split off.
pub(super) struct Machine<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) judge: &'a mut dyn Judge,
    pub(super) code: &'a [u8],
    pub(super) regions: &'a Regions,
    pub(super) open: Vec<State>,
    /// Questions that stayed open and were answered with "possible".
    pub(super) unknown: u64,
}

impl Machine<'_> {
    /// Runs one instruction; the answer at the end of the program.
    pub(super) fn step(&mut self, state: &mut State) -> Result<Option<Term>, Stop> {
        let at = state.at;
        let instruction = decode(self.code, at).ok_or(Stop::Invalid { at })?;
        state.instructions += 1;
        (state.at, state.again) = (at + 1, false);
        match instruction {
            Instruction::Alu { width, operation, target, source } => {
                let target = usize::from(target);
                let (a, b) = (state.registers[target], self.operand(state, width, source));
                state.registers[target] = self.compute(state, (width, operation), a, b)?;
            }
            Instruction::Order { order, bits, target } => {
                let target = usize::from(target);
                state.registers[target] = values::order(self.terms, order, bits, state.registers[target]);
            }
            Instruction::LoadConstant { target, value } => {
                state.registers[usize::from(target)] = self.terms.constant(value.into(), 64);
                state.at = at + 2;
            }
            Instruction::Load { target, base, offset, bytes, signed } => {
                let address = self.address(state, (base, offset), bytes, false)?;
                let value = memory::load(self.terms, &mut state.memory, address, bytes);
                let wide = if signed { self.terms.sign_extend(value, 64) } else { self.extended(value) };
                state.registers[usize::from(target)] = wide;
            }
            Instruction::Store { base, offset, bytes, source } => {
                let address = self.address(state, (base, offset), bytes, true)?;
                let value = self.operand(state, Width::Double, source);
                let value = if bytes == 4 {
                    self.terms.low_word(value)
                } else {
                    self.terms.extract(value, 8 * bytes - 1, 0)
                };
                memory::store(self.terms, &mut state.memory, address, value);
            }
            Instruction::Jump { distance } => state.at = self.target(at, distance)?,
            Instruction::Branch { width, condition, left, right, distance } => {
                let (a, b) = (state.registers[usize::from(left)], self.operand(state, width, right));
                let condition = values::condition(self.terms, width, condition, a, b);
                let target = self.target(at, distance.into())?;
                if self.decide(state, condition, at) {
                    state.at = target;
                }
            }
            Instruction::Call { distance } => {
                if state.frames.len() + 1 == FRAMES_MAX {
                    return Err(Stop::Deep { at });
                }
                let saved = SAVED.map(|number| state.registers[number]);
                let saved: Vec<Term> = saved.collect();
                let frame = Frame { back: at + 1, saved: [saved[0], saved[1], saved[2], saved[3]] };
                state.frames.push(frame);
                state.registers[REGISTERS - 1] = self.frame_pointer(state);
                state.at = self.target(at, distance)?;
            }
            Instruction::Exit => {
                let answer = state.registers[0];
                let Some(frame) = state.frames.pop() else { return Ok(Some(answer)) };
                state.at = frame.back;
                for (number, saved) in SAVED.zip(frame.saved) {
                    state.registers[number] = saved;
                }
                for number in SCRATCH {
                    let name = format!("ebpf.after.{at}.{}.r{number}", state.instructions);
                    state.registers[number] = self.terms.variable(&name, Sort::Bits(64));
                }
                state.registers[REGISTERS - 1] = self.frame_pointer(state);
            }
        }
        Ok(None)
    }

    fn frame_pointer(&mut self, state: &State) -> Term {
        self.terms.constant((TOP - FRAME * state.frames.len() as u64).into(), 64)
    }

    /// A loaded value with zeros above it: as a word, where it is at most one.
    fn extended(&mut self, value: Term) -> Term {
        if self.terms.width(value) > 32 {
            return value;
        }
        let word = self.terms.zero_extend(value, 32);
        self.terms.zero_extend(word, 64)
    }

    fn operand(&mut self, state: &State, width: Width, source: Source) -> Term {
        match (source, width) {
            (Source::Register(number), _) => state.registers[usize::from(number)],
            // Of a word's operation only the low half is looked at.
            (Source::Immediate(value), Width::Word) => self.terms.constant(value.cast_unsigned().into(), 64),
            (Source::Immediate(value), Width::Double) => {
                self.terms.constant(u128::from(i64::from(value).cast_unsigned()), 64)
            }
        }
    }

    /// Division by 0 gives 0, and the remainder is the dividend (RFC 9669 §4.1).
    fn compute(
        &mut self,
        state: &mut State,
        (width, operation): (Width, Alu),
        a: Term,
        b: Term,
    ) -> Result<Term, Stop> {
        let at = state.at - 1;
        let divides = matches!(operation, Alu::Div | Alu::DivSigned | Alu::Mod | Alu::ModSigned);
        if divides {
            let divisor = if width == Width::Word { self.terms.low_word(b) } else { b };
            let some = self.terms.nonzero(divisor);
            let none = self.terms.not(some);
            if self.decide(state, none, at) {
                return Ok(match (operation, width) {
                    (Alu::Div | Alu::DivSigned, _) => self.terms.constant(0, 64),
                    (_, Width::Word) => {
                        let word = self.terms.low_word(a);
                        self.terms.zero_extend(word, 64)
                    }
                    (_, Width::Double) => a,
                });
            }
        }
        values::alu(self.terms, width, operation, a, b).ok_or(Stop::Open { at })
    }

    fn target(&self, at: usize, distance: i32) -> Result<usize, Stop> {
        let target = i64::try_from(at).ok().and_then(|at| usize::try_from(at + 1 + i64::from(distance)).ok());
        target.filter(|target| target * SLOT < self.code.len()).ok_or(Stop::Invalid { at })
    }

    /// The address of an access, which lies where the program may go.
    fn address(
        &mut self,
        state: &mut State,
        (base, offset): (u8, i16),
        bytes: u32,
        write: bool,
    ) -> Result<u64, Stop> {
        let at = state.at - 1;
        let offset = self.terms.constant(u128::from(i64::from(offset).cast_unsigned()), 64);
        let address = self.terms.add(state.registers[usize::from(base)], offset);
        let known = match self.terms.value(address) {
            Some(value) => Some(value),
            None => self.choice(state, address, at),
        };
        let address = known.ok_or(Stop::Open { at })? as u64;
        let allowed = self.regions.allow(address, bytes, write, state.frames.len() + 1);
        if allowed { Ok(address) } else { Err(Stop::Outside { at, write }) }
    }

    /// Splits the path by the values of an address that chooses between few.
    fn choice(&mut self, state: &mut State, address: Term, at: usize) -> Option<u128> {
        for value in self.terms.choices(address, VALUES_MAX)? {
            let known = self.terms.constant(value, 64);
            let here = self.terms.equal(address, known);
            if self.decide(state, here, at) {
                return Some(value);
            }
        }
        None
    }

    /// Way that a path goes.
    ///
    /// If both are possible, the other one splits off at the instruction, to decide it again.
    fn decide(&mut self, state: &mut State, condition: Term, at: usize) -> bool {
        let opposite = self.terms.not(condition);
        let settled = match self.terms.value(condition) {
            Some(value) => Some(value == 1),
            None if state.holds.contains(&condition) => Some(true),
            None if state.holds.contains(&opposite) => Some(false),
            None => None,
        };
        if let Some(way) = settled {
            return way;
        }
        // The path so far is possible, so one of the two ways is.
        let yes = self.possible(state, condition);
        if yes && self.possible(state, opposite) {
            let mut other = state.clone();
            (other.at, other.again) = (at, true);
            other.instructions -= 1;
            other.assume(self.terms, opposite);
            self.open.push(other);
        }
        state.assume(self.terms, if yes { condition } else { opposite });
        yes
    }

    /// Possibility of going on with this condition; an open question counts as yes.
    fn possible(&mut self, state: &mut State, condition: Term) -> bool {
        state.conditions.push(condition);
        let answer = self.judge.possible(self.terms, &state.conditions);
        state.conditions.pop();
        self.unknown += u64::from(answer == Answer::Unknown);
        answer != Answer::Impossible
    }
}
