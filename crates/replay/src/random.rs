//! The generator behind every golden value: SplitMix64 (Steele, Lea, Flood 2014).

/// A seeded stream of words.
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 32 bits.
    #[inline]
    pub const fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 32) as u32
    }

    /// Uniform in `0 .. bound` (bias below bound / 2^32); 0 for an empty range.
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        ((self.word() as u64 * bound as u64) >> 32) as u32
    }

    /// True once in `n` on average.
    #[inline]
    pub const fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_published_generator() {
        // First outputs of SplitMix64 for seed 0, high halves.
        let mut random = Random::new(0);
        assert_eq!(random.word(), 0xE220_A839);
        assert_eq!(random.word(), 0x6E78_9E6A);
    }
}
