//! The target delay: base, hops, and what small windows are allowed on top.

use freeboard_fixmath::{Reciprocal, inv_sqrt, mul_wide};

/// The target as a function of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Target {
    /// Target of a path without flow scaling \[ns\].
    pub base: u32,
    /// Most that flow scaling adds \[ns\].
    pub range: u32,
    /// What scaling multiplies by 1/sqrt(window) \[ns\]; at most 2^23, so that a unit of the root is less than 1 ns.
    a: u32,
    /// What is subtracted from that \[ns\].
    b: u32,
}

/// 2^24/sqrt(window) of a window in Q16 segments, from below: relative error under 2^-17 up to 16 384 segments.
#[inline]
#[must_use]
pub(crate) const fn root(window: u32) -> u32 {
    // The root of 2^16 units is 2^8, and 2^32/2^8 is 2^24.
    inv_sqrt(window)
}

impl Target {
    /// `fs_min` and `fs_max` in Q16 segments, a factor of four apart at least.
    #[must_use]
    pub const fn new(base: u32, range: u32, fs_min: u32, fs_max: u32) -> Self {
        let (steep, flat) = (root(fs_min), root(fs_max));
        let a = Reciprocal::new(steep.saturating_sub(flat)).mul_div(range, 1 << 24);
        Self { base, range, a, b: scale(a, flat) }
    }

    /// \[Kumar20\], target delay: base + clamp(a/sqrt(window) + b, 0, range), for `root` of the window.
    #[inline]
    #[must_use]
    pub const fn at(&self, root: u32) -> u32 {
        let above = scale(self.a, root).saturating_sub(self.b);
        self.base.saturating_add(if above < self.range { above } else { self.range })
    }
}

/// a/sqrt(window): below 2^23 · 2^29 / 2^24 for every window that may be.
#[inline]
const fn scale(a: u32, root: u32) -> u32 {
    (mul_wide(a, root) >> 24) as u32
}
