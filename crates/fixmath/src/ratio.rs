//! Ratios in [0, 1] for counters: marked over acknowledged, used over available.

use crate::formats::ONE_Q16;
use crate::reciprocal::Reciprocal;

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
/// Costs a [`Reciprocal`]; keep that instead when the divisor lives longer than one quotient.
#[inline]
#[must_use]
pub const fn ratio_q20(n: u32, d: u32) -> u32 {
    Reciprocal::new(d).ratio_q20(n)
}
