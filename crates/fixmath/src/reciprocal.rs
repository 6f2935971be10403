//! Division by a divisor that outlives one quotient, with multiplications only.

use crate::formats::ONE_Q20;
use crate::wide::{high, low, mul_high, mul_wide};

/// A divisor prepared for exact division: dear to make, three multiplications to use.
///
/// Holds the divisor normalised to D in [2^31, 2^32) and v = ⌊(2^64 - 1)/D⌋ - 2^32 \[MollerGranlund11\] §3.
/// A zero divisor reads as 1, so that every method is total; callers with a meaning for it test before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reciprocal {
    divisor: u32,
    inverse: u32,
    up: u32,
}

impl Reciprocal {
    /// Prepares `d`.
    #[inline]
    #[must_use]
    pub const fn new(d: u32) -> Self {
        let d = if d == 0 { 1 } else { d };
        let up = d.leading_zeros();
        let divisor = d.wrapping_shl(up);
        Self { divisor, inverse: inverse(divisor), up }
    }

    /// ⌊n/d⌋, exact.
    #[inline]
    #[must_use]
    pub const fn divide(self, n: u32) -> u32 {
        self.normalised((n as u64).wrapping_shl(self.up))
    }

    /// ⌊n/d⌋ for a 64-bit dividend, exact; saturates at `u32::MAX`.
    #[inline]
    #[must_use]
    pub const fn divide_wide(self, n: u64) -> u32 {
        // n/d < 2^32 exactly when the upper half of n is below d.
        if high(n) >= self.divisor.wrapping_shr(self.up) {
            return u32::MAX;
        }
        self.normalised(n.wrapping_shl(self.up))
    }

    /// ⌊a·b/d⌋, exact with a 64-bit product; saturates at `u32::MAX`.
    #[inline]
    #[must_use]
    pub const fn mul_div(self, a: u32, b: u32) -> u32 {
        self.divide_wide(mul_wide(a, b))
    }

    /// ⌊n/d⌋ in Q20, clamped to [0, 2^20]; exact.
    #[inline]
    #[must_use]
    pub const fn ratio_q20(self, n: u32) -> u32 {
        let q = self.divide_wide((n as u64) << 20);
        if q > ONE_Q20 { ONE_Q20 } else { q }
    }

    /// Two words by one \[MollerGranlund11\] algorithm 4; the upper half of `n` is below the divisor.
    #[inline]
    const fn normalised(self, n: u64) -> u32 {
        let estimate = mul_wide(self.inverse, high(n)).wrapping_add(n);
        let quotient = high(estimate).wrapping_add(1);
        let rest = low(n).wrapping_sub(quotient.wrapping_mul(self.divisor));
        let over = rest > low(estimate);
        let quotient = if over { quotient.wrapping_sub(1) } else { quotient };
        let rest = if over { rest.wrapping_add(self.divisor) } else { rest };
        if rest >= self.divisor { quotient.wrapping_add(1) } else { quotient }
    }
}

/// ⌊(2^64 - 1)/d⌋ - 2^32 for d in [2^31, 2^32).
#[inline]
const fn inverse(d: u32) -> u32 {
    // 2^63/d to 1.5·2^-15 from below by the one hardware division, whose divisor is at least 2^15 + 1.
    let coarse = match u32::MAX.checked_div((d >> 16).wrapping_add(1)) {
        Some(q) => q << 15,
        None => 0,
    };
    // e = 1 - d·coarse/2^63 is exact in 64 bits and below 2^-14.4: Q46 fits one word.
    let residual = (1_u64 << 63).wrapping_sub(mul_wide(coarse, d));
    let e = low(residual >> 17);
    // coarse·(1 + e + e²), doubled; the top bit of the 33-bit result is the one that v leaves out.
    let first = mul_high(coarse, e);
    let v = coarse.wrapping_shl(1).wrapping_add(first >> 13).wrapping_add(mul_high(first, e) >> 27);
    // The remainder of (2^64 - 1) - d·2^32 = !d·2^32 + (2^32 - 1) decides the last two units,
    // both of them for 9 of the 2^31 divisors.
    settle(settle(v, d), d)
}

/// v + 1 if the remainder still holds a divisor.
#[inline(always)]
const fn settle(v: u32, d: u32) -> u32 {
    let dividend = ((!d as u64) << 32) | 0xffff_ffff;
    if dividend.wrapping_sub(mul_wide(v, d)) >= d as u64 { v.wrapping_add(1) } else { v }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Reciprocal {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "1/{=u32}", self.divisor.wrapping_shr(self.up));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(d: u32) -> u32 {
        low(u64::MAX.checked_div(u64::from(d)).unwrap_or_default())
    }

    #[test]
    fn the_inverse_is_exact_over_a_stride_and_at_the_divisors_furthest_off() {
        let stride = (1_u32 << 31..=u32::MAX).step_by(2_039);
        for d in stride.chain([4_143_942_559, 4_294_967_295, 4_294_940_148, 1 << 31]) {
            assert_eq!(inverse(d), exact(d), "d = {d}");
        }
    }
}
