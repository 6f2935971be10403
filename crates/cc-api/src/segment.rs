//! The size of a full segment, and bytes counted in it.

use freeboard_units::Bytes;

/// Largest segment \[B\]: the largest IP packet, so that 2^14 segments fit the largest window.
const SEGMENT_MAX: u32 = 65_535;

/// Payload of a full segment \[B\], 1 ..= 65 535.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment(u32);

impl Segment {
    /// The nearest size that a segment may have.
    #[must_use]
    pub fn new(mss: Bytes) -> Self {
        Self(mss.0.clamp(1, SEGMENT_MAX))
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.0
    }

    /// The bytes of `count` segments; saturates. 1024 segments stay below [`crate::reno::WINDOW_MAX`].
    #[must_use]
    pub const fn times(self, count: u32) -> u32 {
        count.saturating_mul(self.0)
    }
}
