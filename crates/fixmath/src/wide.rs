//! The 32×32→64 multiply, the widest operation the targets share.

/// The full product; cannot overflow, (2^32 - 1)² < 2^64.
#[inline(always)]
#[must_use]
pub const fn mul_wide(a: u32, b: u32) -> u64 {
    (a as u64).wrapping_mul(b as u64)
}

/// The upper half of the product: one `mulhu` on RV32, half a `umull` on Cortex-M.
///
/// Reads as a multiplication of Q0.32 fractions, rounded down.
#[inline(always)]
#[must_use]
pub const fn mul_high(a: u32, b: u32) -> u32 {
    high(mul_wide(a, b))
}

/// Bits 63..32.
#[inline(always)]
pub(crate) const fn high(wide: u64) -> u32 {
    (wide >> 32) as u32
}

/// Bits 31..0.
#[inline(always)]
pub(crate) const fn low(wide: u64) -> u32 {
    (wide & 0xffff_ffff) as u32
}
