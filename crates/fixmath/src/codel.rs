//! CoDel's running root exactly as Linux computes it \[linux `include/net/codel_impl.h`\].

use crate::wide::{high, mul_high, mul_wide};

/// One Newton step x ← x/2·(3 - count·x²) on the top 16 bits of a Q0.32 number.
///
/// Bit for bit the kernel's arithmetic, wrap included: 64-bit intermediates, shifted right by 2 before the
/// last product. The result depends on the register's history. It is 29 % low after the first step
/// (count 2), and a count that jumps from a fresh register collapses it (count 3 reads 0.00003); the
/// kernel's CoDel is safe because it carries the register over from the previous episode. Code that may
/// meet a jump uses [`inv_sqrt`](crate::inv_sqrt).
#[inline]
#[must_use]
pub const fn codel_newton_step(inv_sqrt_q16: u16, count: u32) -> u16 {
    let x = (inv_sqrt_q16 as u32) << 16;
    let square = mul_high(x, x);
    let factor = (3_u64 << 32).wrapping_sub(mul_wide(count, square)) >> 2;
    // 62 by 32 bits: wraps, as in the kernel, only after a collapse (count·x² > 3).
    let product = factor.wrapping_mul(x as u64);
    ((product >> 47) & 0xffff) as u16
}

/// interval·x with the register's x, rounded down: CoDel's control law; units of `interval`.
///
/// A fresh register (0xFFFF, count 1) loses one tick of 234, as in the kernel.
#[inline]
#[must_use]
pub const fn codel_control_law(interval: u32, inv_sqrt_q16: u16) -> u32 {
    high(mul_wide(interval, (inv_sqrt_q16 as u32) << 16))
}
