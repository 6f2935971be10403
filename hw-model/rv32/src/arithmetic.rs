//! Arithmetic of RISC-V instructions, total over all inputs.

use super::instruction::{AluOp, Condition, DivOp, MulOp};

impl AluOp {
    /// The result of the operation on two words.
    #[must_use]
    pub fn apply(self, a: u32, b: u32) -> u32 {
        match self {
            Self::Add => a.wrapping_add(b),
            Self::Sub => a.wrapping_sub(b),
            Self::ShiftLeft => a.wrapping_shl(b),
            Self::SetLess => u32::from(a.cast_signed() < b.cast_signed()),
            Self::SetLessUnsigned => u32::from(a < b),
            Self::Xor => a ^ b,
            Self::ShiftRight => a.wrapping_shr(b),
            Self::ShiftRightArithmetic => a.cast_signed().wrapping_shr(b).cast_unsigned(),
            Self::Or => a | b,
            Self::And => a & b,
        }
    }
}

impl MulOp {
    /// The result of the operation on two words.
    #[must_use]
    pub fn apply(self, a: u32, b: u32) -> u32 {
        let (signed_a, signed_b) = (i64::from(a.cast_signed()), i64::from(b.cast_signed()));
        match self {
            Self::Low => a.wrapping_mul(b),
            Self::High => ((signed_a * signed_b) >> 32) as u32,
            Self::HighSignedUnsigned => ((signed_a * i64::from(b)) >> 32) as u32,
            Self::HighUnsigned => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        }
    }
}

impl DivOp {
    /// A division by 0 gives all ones and leaves the dividend as remainder; the one overflow wraps
    /// \[RISC-V ISA 20191213, table 7.1\].
    /// The result of the operation on two words.
    #[must_use]
    pub fn apply(self, a: u32, b: u32) -> u32 {
        let (signed_a, signed_b) = (a.cast_signed(), b.cast_signed());
        match (self, b) {
            (Self::Quotient | Self::QuotientUnsigned, 0) => u32::MAX,
            (Self::Remainder | Self::RemainderUnsigned, 0) => a,
            (Self::Quotient, _) => signed_a.wrapping_div(signed_b).cast_unsigned(),
            (Self::Remainder, _) => signed_a.wrapping_rem(signed_b).cast_unsigned(),
            (Self::QuotientUnsigned, _) => a / b,
            (Self::RemainderUnsigned, _) => a % b,
        }
    }
}

impl Condition {
    /// Whether the comparison holds.
    #[must_use]
    pub fn holds(self, a: u32, b: u32) -> bool {
        match self {
            Self::Equal => a == b,
            Self::NotEqual => a != b,
            Self::Less => a.cast_signed() < b.cast_signed(),
            Self::GreaterEqual => a.cast_signed() >= b.cast_signed(),
            Self::LessUnsigned => a < b,
            Self::GreaterEqualUnsigned => a >= b,
        }
    }
}
