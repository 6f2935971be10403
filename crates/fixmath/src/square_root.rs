//! Integer square roots without a loop and without a division.

use crate::inverse_root::{approximate, normalise};
use crate::wide::{high, mul_high, mul_wide};

/// ⌊√n⌋, exact for every n; at most 65535.
#[inline]
#[must_use]
pub const fn isqrt(n: u32) -> u32 {
    let (m, half_down) = normalise(n);
    // f·ρ in Q32 is √f/2, so √n = that >> (30 - half_down). normalise(0) gives the root of 1.
    let root = mul_high(m, approximate(m)).wrapping_shr(30_u32.wrapping_sub(half_down));
    let root = if n == 0 { 0 } else { root };
    // ρ comes from below by at most 3·2^-32 in all: the root is exact or one low.
    // (q + 1)² ≤ n as n - q² > 2q, which cannot overflow at q = 65535.
    if n.wrapping_sub(root.wrapping_mul(root)) > root << 1 { root.wrapping_add(1) } else { root }
}

/// ⌊√n⌋ for 64 bits, exact for every n.
#[inline]
#[must_use]
pub const fn isqrt64(n: u64) -> u32 {
    let up = (n | 1).leading_zeros() & !1;
    let m = n.wrapping_shl(up);
    let inverse = approximate(if n == 0 { 1 << 30 } else { high(m) });
    // √m to within 6 units from below: 2·(√f/2)·2^32, four for ρ, two for the low half of m.
    let first = (mul_high(high(m), inverse)) << 1;
    // One Newton step with the exact residual, d/(2√m) = d·ρ/2^64; d < 2^37 leaves room for the shift.
    let residual = m.wrapping_sub(mul_wide(first, first));
    let step = mul_high(high(residual << 24), inverse) >> 24;
    let root = first.wrapping_add(step);
    let rest = m.wrapping_sub(mul_wide(root, root));
    let root = if rest > (root as u64) << 1 { root.wrapping_add(1) } else { root };
    // √n = √m / 2^(up/2), and ⌊⌊x⌋/k⌋ = ⌊x/k⌋.
    root.wrapping_shr(up >> 1)
}
