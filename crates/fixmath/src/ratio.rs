//! Ratios in [0, 1] for counters: marked over acknowledged, used over available.

use crate::formats::{ONE_Q16, ONE_Q20};
use crate::wide::{high, low, mul_wide};

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
    if d >> 16 == 0 {
        // Without a count of leading zeros, which RV32IMC has not.
        return match (n << 16).checked_div(d) {
            Some(q) => q,
            None => ONE_Q16,
        };
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
/// For a divisor that is used once: one 32-bit division and two rounds of a long division. Where the divisor lives
/// longer, a [`Reciprocal`](crate::Reciprocal) costs less.
#[inline]
#[must_use]
pub const fn ratio_q20(n: u32, d: u32) -> u32 {
    if n >= d {
        return if n == 0 { 0 } else { ONE_Q20 };
    }
    let up = d.leading_zeros();
    let (n, d) = (n.wrapping_shl(up), d.wrapping_shl(up));
    // 2^48/d from below, to 1.5·2^-15 of it.
    let coarse = match u32::MAX.checked_div((d >> 16).wrapping_add(1)) {
        Some(q) => q,
        None => 0,
    };
    // At most 49 below the quotient; the rest, below 49·2^32, brings it to at most 1 below.
    let most = low(mul_wide(n, coarse) >> 28);
    let rest = ((n as u64) << 20).wrapping_sub(mul_wide(most, d));
    let more = high(mul_wide(low(rest >> 16), coarse));
    let rest = rest.wrapping_sub(mul_wide(more, d));
    let quotient = most.wrapping_add(more);
    if rest >= d as u64 { quotient.wrapping_add(1) } else { quotient }
}

/// n/d in Q20 for counters, clamped to [0, 2^20]: the floor for d < 2^27, from there on at most one unit below it. Ends of the range as
/// [`ratio_q16`].
///
/// Two 32-bit divisions below 2^22, four from there on, and no wide product: fewer registers than [`ratio_q20`], which is exact.
// Inlined where it is cold as well: its callers save no register.
#[inline(always)]
#[must_use]
pub const fn count_ratio_q20(n: u32, d: u32) -> u32 {
    if n >= d {
        return if n == 0 { 0 } else { ONE_Q20 };
    }
    if d >> 22 == 0 {
        let (high, rest) = digit::<10>(n, d);
        return high << 10 | digit::<10>(rest, d).0;
    }
    // From below: the quotient of less by more.
    let (n, d) = if d >> 27 == 0 { (n, d) } else { (n >> 5, (d >> 5).wrapping_add(1)) };
    let (first, rest) = digit::<5>(n, d);
    let (second, rest) = digit::<5>(rest, d);
    let (third, rest) = digit::<5>(rest, d);
    first << 15 | second << 10 | third << 5 | digit::<5>(rest, d).0
}

/// The next digit of n/d, and what is left of n: n < d, and as many leading bits of d are 0.
#[inline(always)]
const fn digit<const BITS: u32>(n: u32, d: u32) -> (u32, u32) {
    let n = n << BITS;
    match n.checked_div(d) {
        // A digit has no more bits; the mask lets a proof see that without the division.
        Some(digit) => (digit & !(u32::MAX << BITS), n.wrapping_sub(digit.wrapping_mul(d))),
        None => (0, 0),
    }
}
