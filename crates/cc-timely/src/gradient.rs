//! The smoothed difference of round-trip times, and its ratio to the smallest one.

use freeboard_fixmath::{Reciprocal, blend_q16};

/// Largest difference of two samples that counts \[ns\]: 1.05 ms. Twice T_high, beyond which the gradient is not
/// asked; it keeps the gradient below 2^31 for every legal smallest round-trip time.
const DIFFERENCE_MAX: i32 = 1 << 20;

/// The smoothed difference of successive samples \[ns\]. Zero-filled is "flat".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(transparent)]
pub struct Gradient(i32);

impl Gradient {
    /// One more difference, weight in Q16. Reaches a constant difference exactly.
    #[inline]
    pub const fn update(&mut self, difference: i32, weight: u32) {
        // Offset binary keeps the order and the distances.
        const OFFSET: u32 = 1 << 31;
        let (from, to) = (self.0.cast_unsigned() ^ OFFSET, difference.cast_unsigned() ^ OFFSET);
        self.0 = (blend_q16(from, to, weight) ^ OFFSET).cast_signed();
    }

    /// The difference between two round-trip times \[ns\], clamped.
    #[inline]
    #[must_use]
    pub fn difference(rtt: u32, before: u32) -> i32 {
        let rise = rtt.saturating_sub(before).min(DIFFERENCE_MAX.cast_unsigned()).cast_signed();
        let fall = before.saturating_sub(rtt).min(DIFFERENCE_MAX.cast_unsigned()).cast_signed();
        rise.wrapping_sub(fall)
    }

    /// Rising at all.
    #[inline]
    #[must_use]
    pub const fn rises(self) -> bool {
        self.0 > 0
    }

    /// Over the smallest round-trip time: magnitude in Q16, cut towards 0.
    #[inline]
    #[must_use]
    pub const fn magnitude(self, per_min_rtt: Reciprocal) -> u32 {
        per_min_rtt.mul_div(self.0.unsigned_abs(), 1 << 16)
    }

    /// The smoothed difference \[ns\].
    #[inline]
    #[must_use]
    pub const fn nanos(self) -> i32 {
        self.0
    }
}
