//! Integer cube roots without a loop and without a division.
//!
//! n = f·2^(3j) with f in [1/8, 1); w = f^(-1/3)/2 lies in (1/2, 1]. A cubic seed stays 0 to 3.6 % below w,
//! and each third-order step e = 1 - 8fw³, w(1 + e/3 + 2e²/9) leaves 14/81·e³, from below again. Then
//! ∛f = 4fw². The last unit is decided on the exact remainder.

use crate::wide::{high, mul_high, mul_wide};

/// ⌊∛n⌋, exact for every n; at most 1625.
#[inline]
#[must_use]
pub const fn cbrt(n: u32) -> u32 {
    // Seen as a 33-bit number so that the width is a multiple of three.
    let k = third((n | 1).leading_zeros().wrapping_add(1));
    let m = if k == 0 { n >> 1 } else { n.wrapping_shl(k.wrapping_mul(3).wrapping_sub(1)) };
    // One step: 2·14/81·0.11³ = 4.6e-4 of at most 1625, under one unit.
    let w = step(seed(m >> 16), m);
    let root = root_from(w, m).wrapping_shr(k.wrapping_add(19));
    let square = root.wrapping_mul(root);
    let rest = n.wrapping_sub(square.wrapping_mul(root));
    // (q + 1)³ ≤ n as n - q³ > 3q² + 3q, which cannot overflow where (q + 1)³ does.
    let gap = square.wrapping_add(root).wrapping_mul(3);
    if rest > gap { root.wrapping_add(1) } else { root }
}

/// ⌊∛n⌋ for 64 bits, exact for every n; at most 2 642 245.
#[inline]
#[must_use]
pub const fn cbrt64(n: u64) -> u32 {
    // Seen as a 66-bit number so that the width is a multiple of three.
    let k = third((n | 1).leading_zeros().wrapping_add(2));
    let m = if k == 0 { high(n >> 2) } else { high(n.wrapping_shl(k.wrapping_mul(3).wrapping_sub(2))) };
    // Two steps: e is 7e-4 after the first, so 6e-11 after the second; 2^-30 of rounding dominates.
    let w = step(step(seed(m >> 16), m), m);
    let root = root_from(w, m).wrapping_shr(k.wrapping_add(8));
    let square = mul_wide(root, root);
    let rest = n.wrapping_sub(square.wrapping_mul(root as u64));
    let gap = square.wrapping_add(root as u64).wrapping_mul(3);
    if rest > gap { root.wrapping_add(1) } else { root }
}

/// ⌊x/3⌋ for x ≤ 66, without a wide multiply.
#[inline(always)]
const fn third(x: u32) -> u32 {
    x.wrapping_mul(43) >> 7
}

/// Best cubic for f^(-1/3)/2 on [1/8, 1) in relative error (1.68 %), scaled by 0.982 to stay below it;
/// coefficients in Q14, result in Q32.
#[inline]
const fn seed(f: u32) -> u32 {
    let t = 47258_u32.wrapping_sub(20997_u32.wrapping_mul(f) >> 16);
    let t = 38254_u32.wrapping_sub(t.wrapping_mul(f) >> 16);
    19902_u32.wrapping_sub(t.wrapping_mul(f) >> 16) << 18
}

/// One third-order step in Q32, from below to below.
#[inline]
const fn step(w: u32, m: u32) -> u32 {
    let cube = mul_high(mul_high(w, w), w);
    // 1 - 8fw³: the product is at most 2^29, rounded down by up to 4 units; 40 takes 8·4 of that back, so e
    // never exceeds its exact value and w never passes the root.
    let e = (mul_high(cube, m) << 3).wrapping_neg().saturating_sub(40);
    // 1/3 + 2e/9 in Q32.
    let slope = 0x5555_5555_u32.wrapping_add(mul_high(e, 0x38e3_8e38));
    w.wrapping_add(mul_high(w, mul_high(e, slope)))
}

/// fw² in Q32: ∛f · 2^30, from below.
#[inline(always)]
const fn root_from(w: u32, m: u32) -> u32 {
    mul_high(mul_high(w, w), m)
}
