//! The generator behind every golden value.

use freeboard_fixmath::split_mix::SplitMix64;

/// A seeded stream of words: the upper halves of SplitMix64's.
#[derive(Clone, Copy, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// The stream of `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// The next 32 bits.
    #[inline]
    pub const fn word(&mut self) -> u32 {
        self.0.half()
    }

    /// Uniform in `0 .. bound` (bias below bound / 2^32); 0 for an empty range.
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        self.0.below(bound)
    }

    /// True once in `n` on average.
    #[inline]
    pub const fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}
