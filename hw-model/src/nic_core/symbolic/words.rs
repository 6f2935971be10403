//! Arithmetic of RISC-V instructions as terms.

use crate::nic_core::instruction::{AluOp, Condition, DivOp, MulOp};
use crate::smt::{Arithmetic, Term, Terms};

impl AluOp {
    pub(super) fn term(self, terms: &mut Terms, a: Term, b: Term) -> Term {
        match self {
            Self::Add => terms.add(a, b),
            Self::Sub => terms.sub(a, b),
            Self::ShiftLeft => {
                let distance = distance(terms, b);
                terms.shl(a, distance)
            }
            Self::ShiftRight => {
                let distance = distance(terms, b);
                terms.shr(a, distance)
            }
            Self::ShiftRightArithmetic => {
                let distance = distance(terms, b);
                terms.shr_arithmetic(a, distance)
            }
            Self::SetLess => {
                let less = terms.below_signed(a, b);
                terms.flag(less, 32)
            }
            Self::SetLessUnsigned => {
                let less = terms.below(a, b);
                terms.flag(less, 32)
            }
            Self::Xor => terms.xor(a, b),
            Self::Or => terms.or(a, b),
            Self::And => terms.and(a, b),
        }
    }
}

/// A shift looks at five bits of its distance.
fn distance(terms: &mut Terms, b: Term) -> Term {
    let five = terms.word(31);
    terms.and(b, five)
}

impl MulOp {
    pub(super) const fn kind(self) -> Arithmetic {
        match self {
            Self::Low => Arithmetic::MulLow,
            Self::High => Arithmetic::MulHighSigned,
            Self::HighSignedUnsigned => Arithmetic::MulHighMixed,
            Self::HighUnsigned => Arithmetic::MulHigh,
        }
    }
}

impl DivOp {
    pub(super) const fn kind(self) -> Arithmetic {
        match self {
            Self::Quotient => Arithmetic::QuotientSigned,
            Self::QuotientUnsigned => Arithmetic::Quotient,
            Self::Remainder => Arithmetic::RemainderSigned,
            Self::RemainderUnsigned => Arithmetic::Remainder,
        }
    }
}

impl Condition {
    pub(super) fn term(self, terms: &mut Terms, a: Term, b: Term) -> Term {
        let (positive, holds) = match self {
            Self::Equal => (terms.equal(a, b), true),
            Self::NotEqual => (terms.equal(a, b), false),
            Self::Less => (terms.below_signed(a, b), true),
            Self::GreaterEqual => (terms.below_signed(a, b), false),
            Self::LessUnsigned => (terms.below(a, b), true),
            Self::GreaterEqualUnsigned => (terms.below(a, b), false),
        };
        if holds { positive } else { terms.not(positive) }
    }
}
