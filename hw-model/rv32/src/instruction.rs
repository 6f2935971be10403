//! A decoded instruction.

/// What the arithmetic unit computes from two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AluOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Shift left by the low five bits.
    ShiftLeft,
    /// 1 where less in two's complement.
    SetLess,
    /// 1 where less.
    SetLessUnsigned,
    /// Exclusive or.
    Xor,
    /// Logical shift right.
    ShiftRight,
    /// Arithmetic shift right.
    ShiftRightArithmetic,
    /// Or.
    Or,
    /// And.
    And,
}

/// The four products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MulOp {
    /// Low half.
    Low,
    /// High half, both signed.
    High,
    /// High half, the second unsigned.
    HighSignedUnsigned,
    /// High half, both unsigned.
    HighUnsigned,
}

/// Quotients and remainders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DivOp {
    /// Quotient, signed.
    Quotient,
    /// Quotient.
    QuotientUnsigned,
    /// Remainder, signed.
    Remainder,
    /// Remainder.
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
pub enum Condition {
    /// Equal.
    Equal,
    /// Not equal.
    NotEqual,
    /// Less, signed.
    Less,
    /// Not less, signed.
    GreaterEqual,
    /// Less.
    LessUnsigned,
    /// Not less.
    GreaterEqualUnsigned,
}

/// Width and extension of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A byte, sign-extended.
    Byte,
    /// Two bytes, sign-extended.
    Half,
    /// Four bytes.
    Word,
    /// A byte.
    ByteUnsigned,
    /// Two bytes.
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
