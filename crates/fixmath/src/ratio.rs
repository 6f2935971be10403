//! Ratios in [0, 1] for counters: marked over acknowledged, used over available.

use crate::formats::{ONE_Q16, ONE_Q20};

/// n/d in Q16, clamped to [0, 65536], with a single 32-bit division.
///
/// Both operands are cut to the divisor's 16 leading bits. Error within -4.58e-5 (2^-15 for the cut of n,
/// 2^-16 for the quotient) and +3.06e-5 (the cut of d); an exact floor for d < 2^16. n ≥ d, and so d = 0,
/// gives 1.0, except 0/0, which is 0: nothing of nothing was marked.
#[inline]
#[must_use]
pub const fn ratio_q16(n: u32, d: u32) -> u32 {
    if n == 0 {
        return 0;
    }
    if n >= d {
        return ONE_Q16;
    }
    let cut = 16_u32.saturating_sub(d.leading_zeros());
    // n < d, so n >> cut is at most 65535 and the shift by 16 stays inside 32 bits.
    match (n.wrapping_shr(cut) << 16).checked_div(d.wrapping_shr(cut)) {
        Some(q) => q,
        None => ONE_Q16,
    }
}

/// ⌊n/d⌋ in Q20, clamped to [0, 2^20]; exact. Ends of the range as [`ratio_q16`].
///
/// For a divisor that is used once: two 32-bit divisions below 2^22, and twenty steps of a long division from there on. Where
/// the divisor lives longer, a [`Reciprocal`](crate::Reciprocal) costs less.
#[inline]
#[must_use]
pub fn ratio_q20(n: u32, d: u32) -> u32 {
    if n >= d {
        return if n == 0 { 0 } else { ONE_Q20 };
    }
    if d < 1 << (u32::BITS - DIGIT) {
        let (high, rest) = digit(n, d);
        return high << DIGIT | digit(rest, d).0;
    }
    by_bits(n, d)
}

/// Bits of a digit: two are a fraction.
const DIGIT: u32 = 10;

/// The next digit of n/d, and what is left of n: n < d < 2^22.
#[inline(always)]
const fn digit(n: u32, d: u32) -> (u32, u32) {
    let n = n << DIGIT;
    match n.checked_div(d) {
        Some(digit) => (digit, n.wrapping_sub(digit.wrapping_mul(d))),
        None => (0, 0),
    }
}

/// ⌊n/d⌋ in Q20, bit by bit: n < d. A small loop, which nobody unrolls: its end is a bit of the quotient.
#[inline(always)]
fn by_bits(n: u32, d: u32) -> u32 {
    // The leading 1 is ahead of the digits.
    let (mut rest, mut quotient) = (n, 1_u32);
    for _ in 0..u32::BITS {
        // Twice the rest against d, where the double may not fit.
        let over = rest >= d.wrapping_sub(rest);
        rest = rest.wrapping_shl(1).wrapping_sub(if over { d } else { 0 });
        quotient = quotient << 1 | u32::from(over);
        if quotient >= ONE_Q20 {
            break;
        }
    }
    quotient.wrapping_sub(ONE_Q20)
}
