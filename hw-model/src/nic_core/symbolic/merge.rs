//! All paths of a call at once: those that meet at an instruction go on as one.
//!
//! The path that is furthest behind goes on first, so that the ways around a forward branch meet where they join.
//! A merged path chooses between the words of its parts, and has the larger of their counts: its instructions and
//! cycles are upper bounds, where those of a single path are exact.

use super::domain::{Judge, Stop, Symbolic};
use super::explore::{Call, Explorer, Path, Paths, STEPS_MAX, returned, start};
use crate::nic_core::core::{Core, RA, RETURN_ADDRESS, SP};
use crate::smt::{Term, Terms};
use std::collections::HashMap;

/// A path on its way.
#[derive(Clone, Debug)]
struct State {
    pc: u32,
    registers: [Term; 32],
    words: HashMap<u32, Term>,
    conditions: Vec<Term>,
    instructions: u64,
    cycles: u64,
    hazards: (u8, u8),
    lowest_sp: u32,
    /// Ways to take at the instruction it stands at.
    script: Vec<bool>,
}

impl Explorer<'_> {
    /// Follows the paths of a call until `enough` says so of those that have ended.
    pub fn merged(
        &self,
        terms: &mut Terms,
        judge: &mut dyn Judge,
        call: &Call,
        mut enough: impl FnMut(&Paths) -> bool,
    ) -> Paths {
        let mut core = self.over(terms, judge, call);
        let before = start(&mut core, call);
        let mut found = Paths::default();
        let mut open = vec![leave(&core, Vec::new())];
        while let Some(index) = behind(&open) {
            if enough(&found) {
                found.cut_short = true;
                break;
            }
            let state = open.swap_remove(index);
            let next = open.iter().map(|other| other.pc).min().unwrap_or(u32::MAX);
            enter(&mut core, state);
            let end = advance(&mut core, next, &mut open);
            let returns = core.pc == RETURN_ADDRESS && end.is_ok();
            if returns || end.is_err() {
                let end = end.and_then(|()| returned(&mut core, &before));
                found.paths.push(path(&core, end));
            } else {
                let state = leave(&core, Vec::new());
                join(&mut core.memory, &mut open, state);
            }
        }
        found.unknown = core.memory.unknown;
        found
    }
}

/// The path with the smallest address.
fn behind(open: &[State]) -> Option<usize> {
    (0..open.len()).min_by_key(|&index| open[index].pc)
}

/// Goes on until another path is behind; paths that split off join the others.
fn advance(core: &mut Core<Symbolic<'_>>, next: u32, open: &mut Vec<State>) -> Result<(), Stop> {
    let mut next = next;
    let entered = core.instructions;
    while core.pc != RETURN_ADDRESS && (core.pc < next || core.instructions == entered) {
        if core.instructions >= STEPS_MAX {
            return Err(Stop::TooLong { pc: core.pc });
        }
        let (pc, conditions) = (core.pc, core.memory.conditions.len());
        core.memory.taken.clear();
        let (cycles, instructions) = (core.cycles, core.instructions);
        let hazards = (core.last_loads, core.last_writes);
        core.step()?;
        core.memory.script.clear();
        // What splits changes nothing but where the path goes: the others start from here again.
        for script in std::mem::take(&mut core.memory.others) {
            let mut other = leave(core, script);
            (other.pc, other.cycles, other.instructions, other.hazards) = (pc, cycles, instructions, hazards);
            other.conditions.truncate(conditions);
            next = next.min(pc);
            open.push(other);
        }
    }
    Ok(())
}

fn enter(core: &mut Core<Symbolic<'_>>, state: State) {
    (core.pc, core.registers) = (state.pc, state.registers);
    (core.instructions, core.cycles, core.lowest_sp) = (state.instructions, state.cycles, state.lowest_sp);
    (core.last_loads, core.last_writes) = state.hazards;
    let domain = &mut core.memory;
    domain.memory.words = state.words;
    domain.holds = state.conditions.iter().copied().collect();
    domain.conditions = state.conditions;
    domain.script = state.script;
}

fn leave(core: &Core<Symbolic<'_>>, script: Vec<bool>) -> State {
    State {
        pc: core.pc,
        registers: core.registers,
        words: core.memory.memory.words.clone(),
        conditions: core.memory.conditions.clone(),
        instructions: core.instructions,
        cycles: core.cycles,
        hazards: (core.last_loads, core.last_writes),
        lowest_sp: core.lowest_sp,
        script,
    }
}

fn path(core: &Core<Symbolic<'_>>, end: Result<[Term; 2], Stop>) -> Path {
    Path {
        conditions: core.memory.conditions.clone(),
        end,
        memory: core.memory.memory.words.clone(),
        instructions: core.instructions,
        cycles: core.cycles,
        stack_bytes: core.stack_top - core.lowest_sp,
        repeats: false,
    }
}

/// Merges a path with one that stands at the same instruction, or keeps it by itself.
fn join(domain: &mut Symbolic<'_>, open: &mut Vec<State>, state: State) {
    // Where a path comes from is not chosen between: what is called returns to one place.
    let place = |state: &State, terms: &Terms| {
        let back = terms.word_value(state.registers[RA]);
        (state.pc, state.registers[SP], state.hazards, back, state.script.is_empty())
    };
    let wanted = place(&state, domain.terms);
    match open.iter_mut().find(|other| place(other, domain.terms) == wanted) {
        Some(other) => merge(domain, other, state),
        None => open.push(state),
    }
}

fn merge(domain: &mut Symbolic<'_>, into: &mut State, from: State) {
    let told = into.conditions.iter().zip(&from.conditions);
    let common = told.take_while(|(a, b)| a == b).count();
    let terms = &mut *domain.terms;
    let here = terms.all(into.conditions[common..].to_vec());
    let there = terms.all(from.conditions[common..].to_vec());
    for (word, other) in into.registers.iter_mut().zip(from.registers) {
        *word = terms.choose(here, *word, other);
    }
    let mut addresses: Vec<u32> = into.words.keys().chain(from.words.keys()).copied().collect();
    addresses.sort_unstable();
    addresses.dedup();
    for address in addresses {
        let mut word = |words: &HashMap<u32, Term>| match words.get(&address) {
            Some(&word) => word,
            None => domain.memory.untouched(terms, address),
        };
        let (a, b) = (word(&into.words), word(&from.words));
        let chosen = terms.choose(here, a, b);
        into.words.insert(address, chosen);
    }
    into.conditions.truncate(common);
    let either = terms.either(here, there);
    if terms.value(either) != Some(1) {
        into.conditions.push(either);
    }
    into.instructions = into.instructions.max(from.instructions);
    into.cycles = into.cycles.max(from.cycles);
    into.lowest_sp = into.lowest_sp.min(from.lowest_sp);
}
