//! Control output of a congestion control: window and rate.

use freeboard_units::{Bytes, LineFraction};

/// How much may be in flight and how fast it may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Control {
    /// Most unacknowledged bytes; [`Bytes::MAX`] for a rate CC without a window.
    pub window: Bytes,
    /// Sending rate as a fraction of line rate; [`LineFraction::LINE`] for a window CC.
    pub rate: LineFraction,
}

impl Control {
    /// A window, at line rate.
    #[inline(always)]
    #[must_use]
    pub const fn window(window: Bytes) -> Self {
        Self { window, rate: LineFraction::LINE }
    }

    /// A rate, without a window.
    #[inline(always)]
    #[must_use]
    pub const fn rate(rate: LineFraction) -> Self {
        Self { window: Bytes::MAX, rate }
    }

    /// A rate with the window that goes with it: `bdp` scaled by the rate, at least `floor`.
    #[inline(always)]
    #[must_use]
    pub const fn rate_and_window(rate: LineFraction, bdp: Bytes, floor: Bytes) -> Self {
        // A rate is at most 1.0 = 2^20, so the result fits.
        let scaled = ((bdp.0 as u64).wrapping_mul(rate.to_bits() as u64) >> 20) as u32;
        Self { window: Bytes(if scaled > floor.0 { scaled } else { floor.0 }), rate }
    }
}
