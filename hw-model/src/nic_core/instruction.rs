//! A decoded instruction.

/// What the arithmetic unit computes from two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AluOp {
    Add,
    Sub,
    ShiftLeft,
    SetLess,
    SetLessUnsigned,
    Xor,
    ShiftRight,
    ShiftRightArithmetic,
    Or,
    And,
}

/// The four products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MulOp {
    Low,
    High,
    HighSignedUnsigned,
    HighUnsigned,
}

/// Quotients and remainders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DivOp {
    Quotient,
    QuotientUnsigned,
    Remainder,
    RemainderUnsigned,
}

impl DivOp {
    /// Treats its operands as signed.
    pub(super) fn signed(self) -> bool {
        matches!(self, Self::Quotient | Self::Remainder)
    }
}

/// When a branch is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Equal,
    NotEqual,
    Less,
    GreaterEqual,
    LessUnsigned,
    GreaterEqualUnsigned,
}

/// Width and extension of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Byte,
    Half,
    Word,
    ByteUnsigned,
    HalfUnsigned,
}

/// An operation; operands are in [`Instruction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// rd = rs1 op rs2.
    Alu(AluOp),
    /// rd = rs1 op imm.
    AluImmediate(AluOp),
    /// rd = imm.
    LoadUpper,
    /// rd = pc + imm.
    AddUpperToPc,
    /// rd = return address, pc += imm.
    Jump,
    /// rd = return address, pc = rs1 + imm.
    JumpRegister,
    /// pc += imm if rs1 and rs2 compare.
    Branch(Condition),
    /// rd = memory[rs1 + imm].
    Load(Access),
    /// memory[rs1 + imm] = rs2.
    Store(Access),
    /// rd = rs1 · rs2.
    Multiply(MulOp),
    /// rd = rs1 / rs2.
    Divide(DivOp),
    /// rd = counter number imm.
    ReadCounter,
    /// Orders memory: nothing to do here.
    Fence,
    /// Orders instruction fetch.
    FenceInstructions,
    EnvironmentCall,
    Breakpoint,
}

/// One instruction, expanded. Registers an operation does not use are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    pub(super) op: Op,
    pub(super) rd: u8,
    pub(super) rs1: u8,
    pub(super) rs2: u8,
    /// 2 or 4 bytes.
    pub(super) length: u8,
    /// Sign-extended; the upper 20 bits in place for `LoadUpper` and `AddUpperToPc`.
    pub(super) imm: u32,
}

/// The low `bits` of a value as a signed number.
pub(super) fn sign_extend(value: u32, bits: u32) -> u32 {
    let up = 32 - bits;
    (value << up).cast_signed().wrapping_shr(up).cast_unsigned()
}
