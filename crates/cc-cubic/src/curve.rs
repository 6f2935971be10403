//! W(t) = C (t - K)^3 + W_max and K = cbrt((W_max - W) / C), in bytes and ticks of 2^20 ns.

use freeboard_fixmath::{Reciprocal, cbrt64, mul_q16, mul_wide};

/// One tick is 2^`TICK_SHIFT` ns, 1.048576 ms: RFC 9438 needs no finer time, and the conversion is a shift. HyStart's
/// clock of milliseconds shows the same.
pub(crate) const TICK_SHIFT: u32 = 20;

/// Largest |t - K| \[ticks\]: 275 s. K of the largest window (2^30 B in segments of 64 B) is 221 000 ticks.
const REACH: u32 = (1 << 18) - 1;

/// 16 · 2^18 · tick^3 in s^3, Q32: 2^22 · (2^20 · 1e-9)^3 · 2^32 = 20 769 187.4.
const CUBE_TO_SEGMENTS_Q32: u32 = 20_769_187;

/// 2^16 / tick^3 in 1/s^3: 10^27 / 2^44.
const SEGMENTS_TO_CUBE: u64 = 56_843_418_860_808;

/// The cubic of one segment size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Curve {
    /// Bytes per 2^22 ticks^3, Q16.
    rise: u32,
    /// Ticks^3 per byte.
    spread: u32,
}

impl Curve {
    /// For C in Q16 \[segments/s^3\], below 1, and segments of `mss` bytes, below 2^16.
    #[must_use]
    pub const fn new(c: u32, mss: u32) -> Self {
        let steepness = c.saturating_mul(mss);
        Self {
            rise: (mul_wide(steepness, CUBE_TO_SEGMENTS_Q32) >> 32) as u32,
            spread: Reciprocal::new(steepness).divide_wide(SEGMENTS_TO_CUBE),
        }
    }

    /// K \[ticks\]: how long the cubic needs to climb `bytes`, rounded down.
    #[inline]
    #[must_use]
    pub const fn climb(self, bytes: u32) -> u32 {
        cbrt64(mul_wide(bytes, self.spread))
    }

    /// W(t) \[B\] for t and K in ticks; saturates at 0 and at `u32::MAX`.
    ///
    /// Error below one part in 2^16 of C(t - K)^3 and one unit of `rise`, about 3 bytes at 1460.
    #[inline]
    #[must_use]
    pub const fn at(self, t: u32, k: u32, w_max: u32) -> u32 {
        let apart = t.abs_diff(k);
        let apart = if apart < REACH { apart } else { REACH };
        // 36 bits, cut to 32: what is lost matters only within 4 ticks of K, where the cube is 0 segments.
        let square = (mul_wide(apart, apart) >> 4) as u32;
        let cube = (mul_wide(square, apart) >> 18) as u32;
        let rise = mul_q16(cube, self.rise);
        if t < k { w_max.saturating_sub(rise) } else { w_max.saturating_add(rise) }
    }
}
