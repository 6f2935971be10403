//! Moving averages that reach their target.
//!
//! `x += (y - x) >> k` stops up to 2^k - 1 units short of y, for ever: DCTCP's α stayed at 15/1024 for
//! years \[linux c80dbe046129\]. Here a step that rounds to 0 while x ≠ y moves one unit, so a constant
//! target is reached exactly, and no step overshoots.

use crate::formats::{ONE_Q16, ONE_Q20, Q12F20};
use crate::scale::mul_q16;
use crate::wide::mul_high;

/// The gain 2^-shift of a moving average, shift 0 to 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(transparent)]
pub struct Gain(u8);

impl Gain {
    /// The largest shift. Above 15 an average needs 2^15 samples and more; no scheme here asks for it.
    pub const SHIFT_MAX: u32 = 15;

    /// The smallest gain, 2^-15.
    pub const SMALLEST: Self = Self((Self::SHIFT_MAX & 15) as u8);

    /// Gain 2^-shift; `None` above [`SHIFT_MAX`](Self::SHIFT_MAX).
    #[inline]
    #[must_use]
    pub const fn from_shift(shift: u32) -> Option<Self> {
        if shift > Self::SHIFT_MAX { None } else { Some(Self((shift & 15) as u8)) }
    }

    /// The shift, 0 to 15.
    #[inline(always)]
    #[must_use]
    pub const fn shift(self) -> u32 {
        self.0 as u32
    }

    /// An upper bound on the steps from distance `gap` to the target: 2^shift·(1 + bits above the shift).
    ///
    /// Each octave of the distance at or above 2^shift takes at most 2^shift steps; below, one unit each.
    #[inline]
    #[must_use]
    pub const fn steps_max(self, gap: u32) -> u32 {
        let bits = 32_u32.wrapping_sub(gap.leading_zeros());
        bits.saturating_sub(self.shift()).wrapping_add(1).wrapping_shl(self.shift())
    }
}

/// One step of x towards y, any unsigned Q format: by |y - x|·gain rounded down, at least one unit.
#[inline(always)]
#[must_use]
pub const fn toward(x: u32, y: u32, gain: Gain) -> u32 {
    if y >= x {
        x.wrapping_add(at_least_one(y.wrapping_sub(x), gain))
    } else {
        x.wrapping_sub(at_least_one(x.wrapping_sub(y), gain))
    }
}

/// [`toward`] for signed values, gradients for one; the distance may exceed `i32::MAX`.
#[inline]
#[must_use]
pub const fn toward_signed(x: i32, y: i32, gain: Gain) -> i32 {
    // Offset binary keeps the order and the distances.
    const OFFSET: u32 = 1 << 31;
    let offset = toward(x.cast_unsigned() ^ OFFSET, y.cast_unsigned() ^ OFFSET, gain);
    (offset ^ OFFSET).cast_signed()
}

/// One step of x towards y by |y - x|·weight, weight in Q16 and at most 1: for gains that are no power of
/// two (TIMELY's 0.875).
///
/// Rounded down, at least one unit unless the weight is 0. A weight above 1 reads as 1.
#[inline]
#[must_use]
pub const fn blend_q16(x: u32, y: u32, weight: u32) -> u32 {
    let weight = if weight > ONE_Q16 { ONE_Q16 } else { weight };
    if y >= x {
        x.wrapping_add(weighted(y.wrapping_sub(x), weight))
    } else {
        x.wrapping_sub(weighted(x.wrapping_sub(y), weight))
    }
}

/// [`blend_q16`] for a weight in Q0.32, of which `u32::MAX` reads as 1: for averages over time, where one sample can stand
/// for less than 2^-16 of it.
#[inline]
#[must_use]
pub const fn blend_q32(x: u32, y: u32, weight: u32) -> u32 {
    if weight == u32::MAX {
        return y;
    }
    if y >= x {
        x.wrapping_add(finely_weighted(y.wrapping_sub(x), weight))
    } else {
        x.wrapping_sub(finely_weighted(x.wrapping_sub(y), weight))
    }
}

#[inline(always)]
const fn at_least_one(gap: u32, gain: Gain) -> u32 {
    one_if_stuck(gap, gap.wrapping_shr(gain.shift()), gap)
}

#[inline(always)]
const fn weighted(gap: u32, weight: u32) -> u32 {
    one_if_stuck(gap, mul_q16(gap, weight), weight)
}

#[inline(always)]
const fn finely_weighted(gap: u32, weight: u32) -> u32 {
    one_if_stuck(gap, mul_high(gap, weight), weight)
}

/// The step, or one unit if it is 0 although both the gap and `allowed` are not.
#[inline(always)]
const fn one_if_stuck(gap: u32, step: u32, allowed: u32) -> u32 {
    if step == 0 && gap != 0 && allowed != 0 { 1 } else { step }
}

/// A moving average of fractions in [0, 1], Q20.
///
/// Zero-filled memory is the average 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct EwmaQ20(Q12F20);

impl EwmaQ20 {
    /// The average 0.
    pub const ZERO: Self = Self(Q12F20::ZERO);
    /// The average 1.
    pub const ONE: Self = Self(Q12F20::from_bits(ONE_Q20));

    /// From Q20 bits, clamped to at most 1.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(Q12F20::from_bits(if bits > ONE_Q20 { ONE_Q20 } else { bits }))
    }

    /// Q20 bits, 0 to 2^20.
    #[inline(always)]
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0.to_bits()
    }

    /// One sample, Q20, clamped to at most 1. Reaches a constant sample within
    /// [`Gain::steps_max`] of the distance: 272 samples at shift 4.
    #[inline(always)]
    pub const fn update(&mut self, sample: u32, gain: Gain) {
        *self = Self::from_bits(toward(self.to_bits(), Self::from_bits(sample).to_bits(), gain));
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for EwmaQ20 {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=u32}/2^20", self.to_bits());
    }
}
