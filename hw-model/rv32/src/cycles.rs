//! Cycle profiles of two public cores, as data.

use super::instruction::{DivOp, Instruction, MulOp, Op};

/// How long a division takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Divider {
    /// Skips the divisor's leading bits: 3 cycles for a divisor with its top bit set, 35 for 0.
    LeadingBits,
    /// The same for every operand but a zero divisor.
    Fixed {
        /// Cycles for a zero divisor.
        by_zero: u8,
        /// Cycles for any other divisor.
        otherwise: u8,
    },
}

/// Cycles per instruction of an in-order core with memory that answers at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleProfile {
    /// Name in reports.
    pub name: &'static str,
    /// Where the numbers stand.
    pub source: &'static str,
    /// Add, logic, shifts, comparisons, upper immediates.
    pub alu: u8,
    /// Aligned load.
    pub load: u8,
    /// Added when the instruction right after a load reads its result.
    pub load_use: u8,
    /// Aligned store.
    pub store: u8,
    /// Jump, direct or through a register.
    pub jump: u8,
    /// Added when a register jump reads the result of the instruction right before it.
    pub jump_use: u8,
    /// Branch whose condition holds.
    pub branch_taken: u8,
    /// Branch that falls through.
    pub branch_not_taken: u8,
    /// Added to a jump or taken branch whose target is a 4-byte instruction on an odd halfword.
    pub split_target: u8,
    /// Low product.
    pub multiply: u8,
    /// The three high products.
    pub multiply_high: u8,
    /// Quotients and remainders.
    pub divide: Divider,
    /// Read of a machine counter (mcycle, minstret).
    pub machine_counter: u8,
    /// Read of a user shadow of one (cycle, instret).
    pub user_counter: u8,
    /// `fence`.
    pub fence: u8,
    /// `fence.i`.
    pub fence_instructions: u8,
}

/// A 4-stage in-order core with a single-cycle multiplier, after the CV32E40P.
///
/// The divider's signed cases (a negative divisor of n leading ones takes n + 2) follow the published RTL,
/// `rtl/cv32e40p_alu.sv`; the manual states the range. `fence` is not in the manual: taken as 1.
pub const CV32E40P_LIKE: CycleProfile = CycleProfile {
    name: "cv32e40p-like",
    source: "CV32E40P user manual, Pipeline Details: cycle counts per instruction type, and hazards",
    alu: 1,
    load: 1,
    load_use: 1,
    store: 1,
    jump: 2,
    jump_use: 1,
    branch_taken: 3,
    branch_not_taken: 1,
    split_target: 1,
    multiply: 1,
    multiply_high: 5,
    divide: Divider::LeadingBits,
    machine_counter: 4,
    user_counter: 1,
    fence: 1,
    fence_instructions: 2,
};

/// A 2-stage in-order core, after the "small" configuration of Ibex: fast multi-cycle multiplier, no
/// branch-target ALU, no writeback stage.
///
/// The manual gives stall cycles, one less than these. It states no penalty for unaligned targets.
pub const SMALL_RV32: CycleProfile = CycleProfile {
    name: "small-rv32",
    source: "Ibex user manual, Pipeline Details: multi- and single-cycle instructions",
    alu: 1,
    load: 2,
    load_use: 0,
    store: 2,
    jump: 2,
    jump_use: 0,
    branch_taken: 3,
    branch_not_taken: 1,
    split_target: 0,
    multiply: 3,
    multiply_high: 4,
    divide: Divider::Fixed { by_zero: 2, otherwise: 38 },
    machine_counter: 1,
    user_counter: 1,
    fence: 1,
    fence_instructions: 2,
};

/// Every profile, for reports that compare them.
pub const PROFILES: [&CycleProfile; 2] = [&CV32E40P_LIKE, &SMALL_RV32];

impl CycleProfile {
    /// Cycles that do not depend on operands or neighbours; a branch counts as not taken, a division as 0.
    pub(super) fn base(&self, instruction: &Instruction) -> u8 {
        match instruction.op {
            Op::Alu(_) | Op::AluImmediate(_) | Op::LoadUpper | Op::AddUpperToPc => self.alu,
            Op::Load(_) => self.load,
            Op::Store(_) => self.store,
            Op::Jump | Op::JumpRegister => self.jump,
            Op::Branch(_) => self.branch_not_taken,
            Op::Multiply(MulOp::Low) => self.multiply,
            Op::Multiply(_) => self.multiply_high,
            Op::Divide(_) => 0,
            Op::ReadCounter if instruction.imm >= 0xc00 => self.user_counter,
            Op::ReadCounter => self.machine_counter,
            Op::Fence => self.fence,
            Op::FenceInstructions => self.fence_instructions,
            // They trap.
            Op::EnvironmentCall | Op::Breakpoint => 0,
        }
    }

    /// Cycles of a division by `divisor`.
    #[must_use]
    pub fn division(&self, op: DivOp, divisor: u32) -> u8 {
        match self.divide {
            Divider::Fixed { by_zero, otherwise } => {
                if divisor == 0 {
                    by_zero
                } else {
                    otherwise
                }
            }
            Divider::LeadingBits if op.signed() && divisor.cast_signed() < 0 => {
                2 + divisor.leading_ones() as u8
            }
            Divider::LeadingBits => 3 + divisor.leading_zeros() as u8,
        }
    }
}
