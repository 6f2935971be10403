//! A quantity times a fixed-point fraction.

use crate::wide::{low, mul_wide};

/// ⌊x·fraction⌋ with the fraction in Q16 (1.0 = 65536); saturates at `u32::MAX`.
///
/// Exact floor for every pair; cannot saturate for a fraction ≤ 1.
#[inline(always)]
#[must_use]
pub const fn mul_q16(x: u32, fraction: u32) -> u32 {
    saturate(mul_wide(x, fraction) >> 16)
}

/// ⌊x·fraction⌋ with the fraction in Q20 (1.0 = 2^20); saturates at `u32::MAX`.
///
/// Exact floor for every pair; cannot saturate for a fraction ≤ 1.
#[inline(always)]
#[must_use]
pub const fn mul_q20(x: u32, fraction: u32) -> u32 {
    saturate(mul_wide(x, fraction) >> 20)
}

/// ⌈x·fraction⌉ with the fraction in Q20 (1.0 = 2^20); saturates at `u32::MAX`.
///
/// Exact for every pair; cannot saturate for a fraction ≤ 1. What is the smallest of something is rounded up.
#[inline(always)]
#[must_use]
pub const fn mul_q20_up(x: u32, fraction: u32) -> u32 {
    // The product is (2^32 - 1)² at most, 2^33 - 2 below the end of 64 bits.
    saturate(mul_wide(x, fraction).saturating_add((1 << 20) - 1) >> 20)
}

/// ⌊x·fraction⌋ with the fraction in Q24 (1.0 = 2^24); saturates at `u32::MAX`.
///
/// Exact floor for every pair; cannot saturate for a fraction ≤ 1.
#[inline(always)]
#[must_use]
pub const fn mul_q24(x: u32, fraction: u32) -> u32 {
    saturate(mul_wide(x, fraction) >> 24)
}

#[inline(always)]
pub(crate) const fn saturate(wide: u64) -> u32 {
    if wide > u32::MAX as u64 { u32::MAX } else { low(wide) }
}
