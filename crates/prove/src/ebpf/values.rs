//! Arithmetic of eBPF instructions as terms.
//!
//! Registers are vectors of 64 bits. A word with zeros above it is kept as such, and a product or quotient of 64 bits is
//! made of those of words, so that the terms are like those of a machine of 32-bit words.

use super::decode::{Alu, Condition, Order, Width};
use crate::smt::{Arithmetic, Term, Terms};

/// A word with zeros above it.
fn widened(terms: &mut Terms, word: Term) -> Term {
    terms.zero_extend(word, 64)
}

/// The result of an operation for a divisor that is not 0; `None` for one that no term stands for.
pub(super) fn alu(terms: &mut Terms, width: Width, operation: Alu, a: Term, b: Term) -> Option<Term> {
    match width {
        Width::Word => {
            let (a, b) = (terms.low_word(a), terms.low_word(b));
            let word = narrow(terms, operation, a, b);
            Some(widened(terms, word))
        }
        Width::Double => wide(terms, operation, a, b),
    }
}

/// One of two registers.
pub(super) fn chosen(terms: &mut Terms, condition: Term, a: Term, b: Term) -> Term {
    match (terms.as_word(a), terms.as_word(b)) {
        (Some(a), Some(b)) => {
            let word = terms.choose(condition, a, b);
            widened(terms, word)
        }
        _ => terms.choose(condition, a, b),
    }
}

/// A shift looks at the low bits of its distance (RFC 9669 §4.1).
fn distance(terms: &mut Terms, b: Term) -> Term {
    let width = terms.width(b);
    let most = terms.constant(u128::from(width - 1), width);
    terms.and(b, most)
}

/// An operation on words.
fn narrow(terms: &mut Terms, operation: Alu, a: Term, b: Term) -> Term {
    match operation {
        Alu::Mul => terms.arithmetic(Arithmetic::MulLow, a, b),
        Alu::Div => terms.arithmetic(Arithmetic::Quotient, a, b),
        Alu::DivSigned => terms.arithmetic(Arithmetic::QuotientSigned, a, b),
        Alu::Mod => terms.arithmetic(Arithmetic::Remainder, a, b),
        Alu::ModSigned => terms.arithmetic(Arithmetic::RemainderSigned, a, b),
        _ => plain(terms, operation, a, b),
    }
}

/// An operation that is the same in both widths.
fn plain(terms: &mut Terms, operation: Alu, a: Term, b: Term) -> Term {
    match operation {
        Alu::Add => terms.add(a, b),
        Alu::Sub => terms.sub(a, b),
        Alu::Or => terms.or(a, b),
        Alu::And => terms.and(a, b),
        Alu::Xor => terms.xor(a, b),
        Alu::Neg => {
            let zero = terms.constant(0, terms.width(a));
            terms.sub(zero, a)
        }
        Alu::ShiftLeft => {
            let by = distance(terms, b);
            terms.shl(a, by)
        }
        Alu::ShiftRight => {
            let by = distance(terms, b);
            terms.shr(a, by)
        }
        Alu::ShiftRightArithmetic => {
            let by = distance(terms, b);
            terms.shr_arithmetic(a, by)
        }
        Alu::MoveSigned(bits) => {
            let part = terms.extract(b, bits - 1, 0);
            terms.sign_extend(part, terms.width(b))
        }
        // Products and quotients are the callers'.
        Alu::Move | Alu::Mul | Alu::Div | Alu::DivSigned | Alu::Mod | Alu::ModSigned => b,
    }
}

fn wide(terms: &mut Terms, operation: Alu, a: Term, b: Term) -> Option<Term> {
    Some(match operation {
        Alu::Mul => product(terms, a, b),
        Alu::Div | Alu::Mod | Alu::DivSigned | Alu::ModSigned => return quotient(terms, operation, a, b),
        Alu::And | Alu::Or | Alu::Xor => match (terms.as_word(a), terms.as_word(b)) {
            (Some(a), Some(b)) => {
                let word = plain(terms, operation, a, b);
                widened(terms, word)
            }
            (Some(_), None) | (None, Some(_)) if operation == Alu::And => {
                let (a, b) = (terms.low_word(a), terms.low_word(b));
                let word = terms.and(a, b);
                widened(terms, word)
            }
            _ => plain(terms, operation, a, b),
        },
        Alu::ShiftRight => {
            let by = distance(terms, b);
            match (terms.value(by), terms.as_word(a)) {
                (Some(by @ 32..), _) => {
                    let (high, by) = (terms.high_word(a), terms.constant(by - 32, 32));
                    let word = terms.shr(high, by);
                    widened(terms, word)
                }
                // A distance of 32 and more leaves nothing of a word, in either width.
                (_, Some(word)) => {
                    let by = terms.low_word(by);
                    let word = terms.shr(word, by);
                    widened(terms, word)
                }
                _ => terms.shr(a, by),
            }
        }
        Alu::ShiftRightArithmetic => {
            let by = distance(terms, b);
            match terms.value(by) {
                Some(by @ 32..) => {
                    let (high, by) = (terms.high_word(a), terms.constant(by - 32, 32));
                    let word = terms.shr_arithmetic(high, by);
                    terms.sign_extend(word, 64)
                }
                _ => terms.shr_arithmetic(a, by),
            }
        }
        Alu::MoveSigned(32) => {
            let word = terms.low_word(b);
            terms.sign_extend(word, 64)
        }
        _ => plain(terms, operation, a, b),
    })
}

/// The low 64 bits of a product.
fn product(terms: &mut Terms, a: Term, b: Term) -> Term {
    if let (Some(x), Some(y)) = (terms.value(a), terms.value(b)) {
        return terms.constant(u128::from((x as u64).wrapping_mul(y as u64)), 64);
    }
    let signed = (terms.as_word(a).and(terms.as_word(b)).is_none())
        .then(|| Some((terms.as_signed_word(a)?, terms.as_signed_word(b)?)))
        .flatten();
    if let Some((a, b)) = signed {
        let high = terms.arithmetic(Arithmetic::MulHighSigned, a, b);
        let low = terms.arithmetic(Arithmetic::MulLow, a, b);
        return terms.concat(high, low);
    }
    let [(a_high, a_low), (b_high, b_low)] = [a, b].map(|term| (terms.high_word(term), terms.low_word(term)));
    let low = terms.arithmetic(Arithmetic::MulLow, a_low, b_low);
    let mut high = terms.arithmetic(Arithmetic::MulHigh, a_low, b_low);
    for (x, y) in [(a_high, b_low), (a_low, b_high)] {
        let part = terms.arithmetic(Arithmetic::MulLow, x, y);
        high = terms.add(high, part);
    }
    terms.concat(high, low)
}

/// A quotient or remainder: of known numbers, or of words.
fn quotient(terms: &mut Terms, operation: Alu, a: Term, b: Term) -> Option<Term> {
    if let (Some(x), Some(y)) = (terms.value(a), terms.value(b)) {
        let (x, y) = (x as u64, y as u64);
        let (signed_x, signed_y) = (x.cast_signed(), y.cast_signed());
        let value = match operation {
            Alu::Div => x.checked_div(y)?,
            Alu::Mod => x.checked_rem(y)?,
            _ if y == 0 => return None,
            Alu::DivSigned => signed_x.wrapping_div(signed_y).cast_unsigned(),
            _ => signed_x.wrapping_rem(signed_y).cast_unsigned(),
        };
        return Some(terms.constant(value.into(), 64));
    }
    if matches!(operation, Alu::DivSigned | Alu::ModSigned) {
        return None;
    }
    let (a, b) = (terms.as_word(a)?, terms.as_word(b)?);
    let word = narrow(terms, operation, a, b);
    Some(widened(terms, word))
}

/// The low bits of a register, in either order of their bytes, with zeros above them.
pub(super) fn order(terms: &mut Terms, order: Order, bits: u32, value: Term) -> Term {
    let mut found = terms.extract(value, bits - 1, 0);
    if order == Order::Swap {
        let bytes = (0..bits / 8).map(|byte| (8 * byte + 7, 8 * byte));
        let parts: Vec<Term> = bytes.map(|(high, low)| terms.extract(value, high, low)).collect();
        found = parts[0];
        for &part in &parts[1..] {
            found = terms.concat(found, part);
        }
    }
    terms.zero_extend(found, 64)
}

/// The condition of a jump as a truth value.
pub(super) fn condition(terms: &mut Terms, width: Width, condition: Condition, a: Term, b: Term) -> Term {
    let (mut a, mut b) = (a, b);
    // Words compare like what they are extended to; a signed comparison of such is one of numbers that are not negative.
    let mut unsigned = false;
    match (width, terms.as_word(a), terms.as_word(b), terms.as_signed_word(a), terms.as_signed_word(b)) {
        (Width::Word, ..) => (a, b) = (terms.low_word(a), terms.low_word(b)),
        (Width::Double, Some(x), Some(y), ..) => (a, b, unsigned) = (x, y, true),
        (Width::Double, _, _, Some(x), Some(y)) => (a, b) = (x, y),
        _ => {}
    }
    let below = |terms: &mut Terms, signed: bool, a, b| {
        if signed && !unsigned { terms.below_signed(a, b) } else { terms.below(a, b) }
    };
    match condition {
        Condition::Equal => terms.equal(a, b),
        Condition::NotEqual => {
            let equal = terms.equal(a, b);
            terms.not(equal)
        }
        Condition::Set => {
            let common = terms.and(a, b);
            terms.nonzero(common)
        }
        Condition::Below | Condition::BelowSigned => below(terms, condition == Condition::BelowSigned, a, b),
        Condition::Above | Condition::AboveSigned => below(terms, condition == Condition::AboveSigned, b, a),
        Condition::AtLeast | Condition::AtLeastSigned => {
            let below = below(terms, condition == Condition::AtLeastSigned, a, b);
            terms.not(below)
        }
        Condition::AtMost | Condition::AtMostSigned => {
            let above = below(terms, condition == Condition::AtMostSigned, b, a);
            terms.not(above)
        }
    }
}
