//! A proportion n/d that outlives many products: ⌊x·n/d⌋ by multiplications, without normalising.

use crate::reciprocal::Reciprocal;
use crate::wide::{mul_high, mul_wide};

/// n/d, prepared for exact products: dear to make, three multiplications to use.
///
/// Holds n/d in Q32.32, above it by 2^-32 at most. Then a product of x < 2^32 is above x·n/d by less than 1, and only a part
/// below x after the point may have come by it: the sign of the remainder decides there. A zero d reads as 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    high: u32,
    low: u32,
    n: u32,
    d: u32,
}

impl Proportion {
    /// Prepares n/d; d is 2^31 at most.
    #[inline]
    #[must_use]
    pub const fn new(n: u32, d: u32) -> Self {
        let d = if d == 0 { 1 } else { d };
        let per_d = Reciprocal::new(d);
        let whole = per_d.divide(n);
        let rest = n.wrapping_sub(whole.wrapping_mul(d));
        let (low, carry) = per_d.divide_wide((rest as u64) << 32).overflowing_add(1);
        Self { high: whole.wrapping_add(carry as u32), low, n, d }
    }

    /// ⌊x·n/d⌋, exact where it is below 2^32; beyond, modulo 2^32 or one less.
    #[inline(always)]
    #[must_use]
    pub const fn of(&self, x: u32) -> u32 {
        let product = x.wrapping_mul(self.high).wrapping_add(mul_high(x, self.low));
        if x.wrapping_mul(self.low) < x { product.wrapping_sub(self.excess(x, product)) } else { product }
    }

    /// ⌊x·n/d⌋, exact; saturates at `u32::MAX`.
    #[inline(always)]
    #[must_use]
    pub const fn saturating_of(&self, x: u32) -> u32 {
        // At most (2^32 - 1)² + 2^32 - 2.
        let product = mul_wide(x, self.high).wrapping_add(mul_high(x, self.low) as u64);
        if product > u32::MAX as u64 { u32::MAX } else { self.of(x) }
    }

    /// 1 where `product` is one too large: the remainder, from -d to d, is negative.
    #[inline(always)]
    const fn excess(&self, x: u32, product: u32) -> u32 {
        x.wrapping_mul(self.n).wrapping_sub(product.wrapping_mul(self.d)) >> 31
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Proportion {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=u32}/{=u32}", self.n, self.d);
    }
}
