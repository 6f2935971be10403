//! All paths of a call at once: those that meet at an instruction go on as one.
//!
//! The path that is furthest behind goes on first, so that the ways around a forward branch meet where they join.
//! A merged path chooses between the words of its parts, and has the larger of their counts: its instructions and
//! cycles are upper bounds, where those of a single path are exact.

use super::domain::{Judge, Stop, Symbolic};
use super::explore::{Call, Explorer, Paths, STEPS_MAX, path, returned, start};
use super::rest::{Graph, Number, Rest};
use crate::smt::{Term, Terms};
use freeboard_rv32::{Core, Hart, RA, RETURN_ADDRESS, SP};
use std::collections::HashMap;

/// A path on its way.
#[derive(Clone, Debug)]
struct State {
    hart: Hart<Term>,
    words: HashMap<u32, Term>,
    conditions: Vec<Term>,
    /// Ways to take at the instruction it stands at.
    script: Vec<bool>,
    /// The stretch that begins here.
    stretch: Number,
}

impl Explorer<'_> {
    /// Follows the paths of a call; how long each can still be.
    pub fn merged(&self, terms: &mut Terms, judge: &mut dyn Judge, call: &Call) -> (Paths, Rest) {
        let mut core = self.over(terms, judge, call);
        let before = start(&mut core, call);
        let (mut found, mut graph) = (Paths::default(), Graph::default());
        let mut open = vec![leave(&core, Vec::new(), graph.stretch())];
        while let Some(index) = behind(&open) {
            let state = open.swap_remove(index);
            let next = open.iter().map(|other| other.hart.pc).min().unwrap_or(u32::MAX);
            let mut stretch = (state.stretch, state.hart.cycles);
            enter(&mut core, state);
            let end = advance(&mut core, next, &mut open, (&mut graph, &mut stretch));
            let (stretch, cycles) = (stretch.0, core.hart.cycles - stretch.1);
            let returns = core.hart.pc == RETURN_ADDRESS && end.is_ok();
            if returns || end.is_err() {
                let end = end.and_then(|()| returned(&mut core, &before));
                graph.end(stretch, cycles);
                found.paths.push(path(&core, end, false));
            } else {
                let state = leave(&core, Vec::new(), graph.stretch());
                graph.join(stretch, join(&mut core.domain, &mut open, state), cycles);
            }
        }
        found.unknown = core.domain.unknown;
        (found, graph.rest())
    }
}

/// The path with the smallest address.
fn behind(open: &[State]) -> Option<usize> {
    (0..open.len()).min_by_key(|&index| open[index].hart.pc)
}

/// Goes on until another path is behind; paths that split off join the others.
fn advance(
    core: &mut Core<Symbolic<'_>>,
    next: u32,
    open: &mut Vec<State>,
    (graph, stretch): (&mut Graph, &mut (Number, u64)),
) -> Result<(), Stop> {
    let mut next = next;
    let entered = core.hart.instructions;
    while core.hart.pc != RETURN_ADDRESS && (core.hart.pc < next || core.hart.instructions == entered) {
        if core.hart.instructions >= STEPS_MAX {
            return Err(Stop::TooLong { pc: core.hart.pc });
        }
        let conditions = core.domain.conditions.len();
        core.domain.taken.clear();
        let before = core.hart;
        core.step()?;
        core.domain.script.clear();
        // What splits changes nothing but where the path goes: the others start from here again.
        let others = std::mem::take(&mut core.domain.others);
        let (from, passed) = (stretch.0, before.cycles - stretch.1);
        if !others.is_empty() {
            *stretch = (graph.stretch(), before.cycles);
            graph.join(from, stretch.0, passed);
        }
        graph.step(stretch.0, core.hart.pc);
        for script in others {
            let begins = graph.stretch();
            graph.join(from, begins, passed);
            let mut other = leave(core, script, begins);
            let lowest_sp = other.hart.lowest_sp;
            other.hart = Hart { lowest_sp, ..before };
            other.conditions.truncate(conditions);
            next = next.min(before.pc);
            open.push(other);
        }
    }
    Ok(())
}

fn enter(core: &mut Core<Symbolic<'_>>, state: State) {
    core.hart = state.hart;
    let domain = &mut core.domain;
    domain.memory.words = state.words;
    domain.holds = state.conditions.iter().copied().collect();
    domain.conditions = state.conditions;
    domain.script = state.script;
}

fn leave(core: &Core<Symbolic<'_>>, script: Vec<bool>, stretch: Number) -> State {
    State {
        hart: core.hart,
        words: core.domain.memory.words.clone(),
        conditions: core.domain.conditions.clone(),
        script,
        stretch,
    }
}

/// Merges a path with one that stands at the same instruction, or keeps it by itself; the stretch that begins there.
fn join(domain: &mut Symbolic<'_>, open: &mut Vec<State>, state: State) -> Number {
    // Where a path comes from is not chosen between: what is called returns to one place.
    let place = |state: &State, terms: &Terms| {
        let hart = &state.hart;
        let back = terms.word_value(hart.registers[RA]);
        (hart.pc, hart.registers[SP], hart.last_loads, hart.last_writes, back, state.script.is_empty())
    };
    let wanted = place(&state, domain.terms);
    match open.iter_mut().find(|other| place(other, domain.terms) == wanted) {
        Some(other) => {
            merge(domain, other, state);
            other.stretch
        }
        None => {
            let stretch = state.stretch;
            open.push(state);
            stretch
        }
    }
}

fn merge(domain: &mut Symbolic<'_>, into: &mut State, from: State) {
    let told = into.conditions.iter().zip(&from.conditions);
    let common = told.take_while(|(a, b)| a == b).count();
    let terms = &mut *domain.terms;
    let here = terms.all(into.conditions[common..].to_vec());
    let there = terms.all(from.conditions[common..].to_vec());
    for (word, other) in into.hart.registers.iter_mut().zip(from.hart.registers) {
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
    into.hart.instructions = into.hart.instructions.max(from.hart.instructions);
    into.hart.cycles = into.hart.cycles.max(from.hart.cycles);
    into.hart.lowest_sp = into.hart.lowest_sp.min(from.hart.lowest_sp);
}
