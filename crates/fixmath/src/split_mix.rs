//! SplitMix64 (Steele, Lea, Flood 2014): the words of models, event streams and tests.
//!
//! Here because everything that draws words stands above: the clocks of `hw-model`, the streams of `replay`, the
//! streams of `fabric`. No algorithm draws its own; it is handed a word per hook.

/// 2^64 divided by the golden ratio, odd: the increment.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finaliser: a permutation of the words that spreads every bit over all (variant 13 of Stafford's).
#[inline]
#[must_use]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// The `index`-th word of the generator with this seed, from 0: what [`SplitMix64`] gives after `index` others.
#[inline]
#[must_use]
pub const fn word(seed: u64, index: u64) -> u64 {
    mix(seed.wrapping_add(index.wrapping_mul(GOLDEN)).wrapping_add(GOLDEN))
}

/// The upper half of a word brought into `0 .. bound`, by multiply and shift; 0 for an empty range. The bias is below
/// bound / 2^32.
#[inline]
#[must_use]
pub const fn below(word: u64, bound: u32) -> u32 {
    ((word >> 32).wrapping_mul(bound as u64) >> 32) as u32
}

/// The generator: a counter that is mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// With this seed; every seed is a good one.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next word.
    #[inline]
    pub const fn word(&mut self) -> u64 {
        let word = word(self.0, 0);
        self.0 = self.0.wrapping_add(GOLDEN);
        word
    }

    /// The upper half of the next word.
    #[inline]
    pub const fn half(&mut self) -> u32 {
        (self.word() >> 32) as u32
    }

    /// The next word brought into `0 .. bound`, as [`below`].
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        below(self.word(), bound)
    }
}
