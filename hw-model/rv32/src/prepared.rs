//! Decoded once, executed often.

use super::cycles::CycleProfile;
use super::instruction::{Instruction, Op};

/// A decoded instruction with what its cost needs, kept per halfword of code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prepared {
    pub(super) instruction: Instruction,
    /// Bit n: reads register n; never bit 0.
    pub(super) reads: u32,
    /// Cycles without hazards.
    pub(super) base: u8,
    /// The register a load fills, otherwise 0.
    pub(super) loads: u8,
}

impl Prepared {
    pub(super) fn new(instruction: Instruction, profile: &CycleProfile) -> Self {
        let loads = if matches!(instruction.op, Op::Load(_)) { instruction.rd } else { 0 };
        let reads = (1_u32 << instruction.rs1 | 1 << instruction.rs2) & !1;
        Self { instruction, reads, base: profile.base(&instruction), loads }
    }
}
