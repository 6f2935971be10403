//! A stretch of the average over which the probability rises.

use freeboard_fixmath::{Reciprocal, mul_high};

/// By `rise`, a probability in Q32, over `range` depth units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Ramp {
    /// rise/range in Q32.32, above it by 2^-32 at most.
    slope_high: u32,
    slope_low: u32,
    rise: u32,
    range: u32,
}

impl Ramp {
    pub(crate) const fn new(rise: u32, range: u32) -> Self {
        let per_range = Reciprocal::new(range);
        let whole = per_range.divide(rise);
        let rest = rise.wrapping_sub(whole.wrapping_mul(range));
        let (slope_low, carry) = per_range.divide_wide((rest as u64) << 32).overflowing_add(1);
        let slope_high = whole.wrapping_add(carry as u32);
        Self { slope_high, slope_low, rise, range }
    }

    /// ⌊above · rise / range⌋, exact; `above` is below `range`.
    #[inline(always)]
    pub(crate) const fn probability(&self, above: u32) -> u32 {
        let part = above.wrapping_mul(self.slope_low);
        let risen = above.wrapping_mul(self.slope_high).wrapping_add(mul_high(above, self.slope_low));
        // The slope is too high by 2^-32 at most, the product by `above` of those: a part below that may have come by it.
        if part < above { risen.wrapping_sub(self.excess(above, risen)) } else { risen }
    }

    /// 1 where `risen` is one above ⌊above · rise / range⌋: the remainder, from -range to range, is negative.
    #[inline(always)]
    const fn excess(&self, above: u32, risen: u32) -> u32 {
        above.wrapping_mul(self.rise).wrapping_sub(risen.wrapping_mul(self.range)) >> 31
    }
}
