//! All paths of a call.

use super::domain::{Division, Judge, Stop, Symbolic};
use super::memory::{Regions, SymbolicMemory};
use crate::smt::{Sort, Term, Terms};
use freeboard_rv32::CycleProfile;
use freeboard_rv32::Trap;
use freeboard_rv32::{A0, Core, GP, RA, RETURN_ADDRESS, SP};
use std::collections::{HashMap, HashSet};

/// Longer than any path of a data-path function by two orders of magnitude.
pub(super) const STEPS_MAX: u64 = 20_000;

/// A call to explore.
#[derive(Clone, Debug)]
pub struct Call {
    /// Address of the function.
    pub address: u32,
    /// a0 and on.
    pub arguments: Vec<Term>,
    /// Words of memory that are not the image's, by address.
    pub memory: HashMap<u32, Term>,
    /// What holds before the call.
    pub assumptions: Vec<Term>,
    /// What it may touch.
    pub regions: Regions,
}

/// One path through a function.
#[derive(Clone, Debug)]
pub struct Path {
    /// What holds on it: the assumptions, then what its branches say.
    pub conditions: Vec<Term>,
    /// a0 and a1 at the return, or why it does not return.
    pub end: Result<[Term; 2], Stop>,
    /// Words of memory at its end, by address.
    pub memory: HashMap<u32, Term>,
    /// Instructions retired.
    pub instructions: u64,
    /// Cycles by the profile; an upper bound where a division is on it.
    pub cycles: u64,
    /// The divisions on it.
    pub divisions: Vec<Division>,
    /// Deepest stack use in bytes.
    pub stack_bytes: u32,
    /// An instruction ran twice.
    pub repeats: bool,
}

/// Paths of a call.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// Those that may be taken.
    pub paths: Vec<Path>,
    /// Not all were followed.
    pub cut_short: bool,
    /// Questions the judge left open; the paths behind them were followed.
    pub unknown: u64,
}

/// Registers that a function gives back as it got them (RISC-V psABI): s0 to s11.
const SAVED: [usize; 12] = [8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27];

/// Explores calls into a loaded image.
#[derive(Debug)]
pub struct Explorer<'a> {
    core: &'a Core,
    profile: &'static CycleProfile,
}

impl<'a> Explorer<'a> {
    /// Explores calls into the image and memory of a concrete core.
    #[must_use]
    pub const fn new(core: &'a Core, profile: &'static CycleProfile) -> Self {
        Self { core, profile }
    }

    /// Follows paths of a call until `enough` says so of those found so far.
    pub fn explore(
        &self,
        terms: &mut Terms,
        judge: &mut dyn Judge,
        call: &Call,
        mut enough: impl FnMut(&Paths) -> bool,
    ) -> Paths {
        let mut core = self.over(terms, judge, call);
        let mut found = Paths::default();
        let mut open = vec![Vec::new()];
        while let Some(script) = open.pop() {
            if enough(&found) {
                found.cut_short = true;
                break;
            }
            found.paths.push(follow(&mut core, call, script));
            open.append(&mut core.domain.others);
        }
        found.unknown = core.domain.unknown;
        found
    }

    /// The core over terms, with nothing done yet.
    pub(super) fn over<'t>(
        &self,
        terms: &'t mut Terms,
        judge: &'t mut dyn Judge,
        call: &Call,
    ) -> Core<Symbolic<'t>> {
        let stack = self.core.stack();
        let memory =
            SymbolicMemory::new(self.core.domain.clone(), call.regions.clone(), stack, call.memory.clone());
        let domain = Symbolic {
            terms,
            judge,
            memory,
            conditions: Vec::new(),
            holds: HashSet::new(),
            script: Vec::new(),
            taken: Vec::new(),
            others: Vec::new(),
            unknown: 0,
            divisions: Vec::new(),
        };
        self.core.over(domain, self.profile)
    }
}

/// Runs the call once, the first branches as the script says.
fn follow(core: &mut Core<Symbolic<'_>>, call: &Call, script: Vec<bool>) -> Path {
    let before = start(core, call);
    core.domain.script = script;
    let (mut visited, mut repeats) = (HashSet::new(), false);
    let end = loop {
        if core.hart.pc == RETURN_ADDRESS {
            break returned(core, &before);
        }
        if core.hart.instructions >= STEPS_MAX {
            break Err(Stop::TooLong { pc: core.hart.pc });
        }
        repeats |= !visited.insert(core.hart.pc);
        if let Err(stop) = core.step() {
            break Err(stop);
        }
    };
    path(core, end, repeats)
}

/// The path that a core has gone.
pub(super) fn path(core: &Core<Symbolic<'_>>, end: Result<[Term; 2], Stop>, repeats: bool) -> Path {
    Path {
        conditions: core.domain.conditions.clone(),
        end,
        memory: core.domain.memory.words.clone(),
        instructions: core.hart.instructions,
        cycles: core.hart.cycles,
        divisions: core.domain.divisions.clone(),
        stack_bytes: core.stack().end - core.hart.lowest_sp,
        repeats,
    }
}

/// The returned words, once the stack pointer and the saved registers are what they were.
pub(super) fn returned(core: &mut Core<Symbolic<'_>>, before: &[Term]) -> Result<[Term; 2], Stop> {
    let top = core.domain.terms.word(core.stack().end);
    let kept = SAVED.iter().all(|&number| core.hart.registers[number] == before[number]);
    if !kept || core.hart.registers[SP] != top {
        return Err(Stop::Trap(Trap::FetchOutOfRange { pc: RETURN_ADDRESS }));
    }
    Ok([core.hart.registers[A0], core.hart.registers[A0 + 1]])
}

/// Stands at the start of the call; the registers as they were before it.
pub(super) fn start(core: &mut Core<Symbolic<'_>>, call: &Call) -> Vec<Term> {
    let domain = &mut core.domain;
    (domain.script, domain.taken) = (Vec::new(), Vec::new());
    domain.conditions.clear();
    domain.divisions.clear();
    domain.holds.clear();
    domain.memory.reset();
    for &assumption in &call.assumptions {
        domain.assume(assumption);
    }
    let before: Vec<Term> =
        (0..32).map(|number| domain.terms.variable(&format!("x{number}"), Sort::Bits(32))).collect();
    let top = core.stack().end;
    let gp = core.symbol("__global_pointer$").unwrap_or(0);
    let domain = &mut core.domain;
    core.hart.registers.copy_from_slice(&before);
    core.hart.registers[0] = domain.terms.word(0);
    core.hart.registers[RA] = domain.terms.word(RETURN_ADDRESS);
    core.hart.registers[SP] = domain.terms.word(top);
    core.hart.registers[GP] = domain.terms.word(gp);
    core.hart.registers[A0..A0 + call.arguments.len()].copy_from_slice(&call.arguments);
    (core.hart.pc, core.hart.lowest_sp) = (call.address, core.stack().end);
    (core.hart.last_loads, core.hart.last_writes, core.hart.cycles, core.hart.instructions) = (0, 0, 0, 0);
    before
}
