//! Arithmetic of RISC-V instructions as terms.

use crate::smt::{Arithmetic, Term, Terms};
use freeboard_rv32::{AluOp, Condition, DivOp, MulOp};

/// An operation of two words as a term.
pub(super) trait AsTerm {
    /// The term of its result, or of whether it holds.
    fn term(self, terms: &mut Terms, a: Term, b: Term) -> Term;
}

/// A product or quotient, which the solver may be told less about.
pub(super) trait AsArithmetic {
    /// The operation among those of the terms.
    fn kind(self) -> Arithmetic;
}

impl AsTerm for AluOp {
    fn term(self, terms: &mut Terms, a: Term, b: Term) -> Term {
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

impl AsArithmetic for MulOp {
    fn kind(self) -> Arithmetic {
        match self {
            Self::Low => Arithmetic::MulLow,
            Self::High => Arithmetic::MulHighSigned,
            Self::HighSignedUnsigned => Arithmetic::MulHighMixed,
            Self::HighUnsigned => Arithmetic::MulHigh,
        }
    }
}

impl AsArithmetic for DivOp {
    fn kind(self) -> Arithmetic {
        match self {
            Self::Quotient => Arithmetic::QuotientSigned,
            Self::QuotientUnsigned => Arithmetic::Quotient,
            Self::Remainder => Arithmetic::RemainderSigned,
            Self::RemainderUnsigned => Arithmetic::Remainder,
        }
    }
}

impl AsTerm for Condition {
    fn term(self, terms: &mut Terms, a: Term, b: Term) -> Term {
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
