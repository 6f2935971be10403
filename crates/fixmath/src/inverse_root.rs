//! 1/√n over the whole u32 range, exact in Q0.32.
//!
//! n is shifted left by an even count to m in [2^30, 2^32). With f = m/2^32 in [1/4, 1) the root
//! ρ = 1/(2√f) lies in (1/2, 1]. A cubic seed (0.7 %) and one Newton step in 16 bits give ρ to 1.3e-4 from
//! below; its residual 2^62 - m·ρ16² is exact in 64 bits, so one third-order correction leaves less than
//! 1.2 units of 2^-32, and one exact comparison the last of them. No step depends on an earlier value of
//! n, so a jump of the count cannot collapse the result as it does in [`codel_newton_step`].
//!
//! [`codel_newton_step`]: crate::codel_newton_step

use crate::wide::{high, mul_high, mul_wide};

/// The largest r with r·√n < 2^32: 1/√n in Q0.32.
///
/// That is ⌊2^32/√n⌋ except where √n is a power of two and the quotient is whole: there it is one less,
/// which lets n = 1 read 0xFFFF_FFFF. n = 0 reads as n = 1. Never increases with n.
/// Range 65536 (n = 2^32 - 1) to 2^32 - 1. Error: above -1 unit, below 0, over the whole range.
#[inline]
#[must_use]
pub const fn inv_sqrt(n: u32) -> u32 {
    let (m, down) = normalise(n);
    exact(m).wrapping_shr(down)
}

/// interval/√count, rounded down; the schedule of CoDel and ECN# without the one-step error.
///
/// Error bound for every interval and every count: the result is ⌊e + δ⌋ with e the exact quotient and
/// 0 ≤ δ < interval/2^32 ≤ 1. So it is never below ⌊e⌋, at most one above it, and for interval ≤ 2^28 (268 ms
/// in ns) one above only when e is within 1/16 below a whole number. Exact when √count is a power of two,
/// and for every square count ≤ 256 with interval ≤ 2^28. count = 0 reads as count = 1. Never increases
/// with count, never decreases with interval.
#[inline]
#[must_use]
pub const fn scaled_inv_sqrt(interval: u32, count: u32) -> u32 {
    let (m, down) = normalise(count);
    // interval·(ρ + 1): at most (2^32 - 1)·2^32, so the sum cannot wrap. ρ + 1 is 2^32·ρ rounded up.
    let scaled = mul_wide(interval, exact(m)).wrapping_add(interval as u64);
    high(scaled).wrapping_shr(down)
}

/// `(m, s)`: n shifted into [2^30, 2^32) by an even count; ρ(m) >> s is 1/√n in Q0.32.
#[inline]
pub(crate) const fn normalise(n: u32) -> (u32, u32) {
    let n = if n == 0 { 1 } else { n };
    let up = n.leading_zeros() & !1;
    (n.wrapping_shl(up), 15_u32.wrapping_sub(up >> 1))
}

/// The largest r with (r/2^32)² < 1/(4f): `approximate` plus one exact comparison.
#[inline]
const fn exact(m: u32) -> u32 {
    let r = approximate(m);
    let next = r.saturating_add(1);
    // m·next² < 2^94, compared without the low 32 bits, which 2^94 does not have. Both terms together are
    // floor(m·next²/2^32) < 2^64.
    let square = mul_wide(next, next);
    let product = mul_wide(high(square), m).wrapping_add(mul_high_of_low(square, m));
    if product < 1 << 62 { next } else { r }
}

#[inline(always)]
const fn mul_high_of_low(wide: u64, m: u32) -> u64 {
    mul_high(crate::wide::low(wide), m) as u64
}

/// ρ = 1/(2√f) in Q0.32 from below, error under 1.2 units; m in [2^30, 2^32).
#[inline]
pub(crate) const fn approximate(m: u32) -> u32 {
    let r = newton(m, seed(m >> 16));
    // The residual e = 1 - 4fρ² is positive, r comes from below, and under 2^-11: Q43 fits one word.
    let residual = (1_u64 << 62).wrapping_sub(mul_wide(r.wrapping_mul(r), m));
    let e = high(residual << 13);
    let wide = r << 16;
    // ρ(1 + e/2 + 3e²/8) with both corrections in Q44, cut once; the next term, 5e³/16, is 0.02 units.
    let first = mul_high(wide, e);
    let short = e >> 20;
    let second = ((short.wrapping_mul(short) >> 8).wrapping_mul(r) >> 16).wrapping_mul(24);
    wide.wrapping_add(first.wrapping_add(second) >> 12)
}

/// Best cubic for 1/(2√f) on [1/4, 1) in relative error (0.70 %), coefficients in Q14; result in Q16.
#[inline]
const fn seed(f: u32) -> u32 {
    let t = 51036_u32.wrapping_sub(19976_u32.wrapping_mul(f) >> 16);
    let t = 48422_u32.wrapping_sub(t.wrapping_mul(f) >> 16);
    // At f = 1/4, where 1/(2√f) is 1, the cubic is 0.7 % below it: 65 076 is its largest value, whose square is below 2^32.
    25497_u32.wrapping_sub(t.wrapping_mul(f) >> 16) << 2
}

/// ρ·(3/2 - 2fρ²), rounded down: Q16 in, Q16 out, from below with an error under 1.3e-4.
#[inline]
const fn newton(m: u32, rho: u32) -> u32 {
    let fraction = mul_high(rho.wrapping_mul(rho), m);
    // 3/2 - 2fρ² in Q31, with the fraction rounded up: a factor too large by 2^-31 can carry ρ past the
    // root. In Q15 the product stays below 2^32, because ρ·factor itself is at most 1.
    let factor = 3_u32.wrapping_shl(30).wrapping_sub(fraction).wrapping_sub(1) >> 16;
    rho.wrapping_mul(factor) >> 15
}
