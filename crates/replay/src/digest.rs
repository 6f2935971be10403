//! The 32-bit hash of decision and run digests.
//!
//! One step is `h = (h ^ word) * 0x9E3779B9`, `h ^= h >> 16`: invertible in `h` and in `word`, so no single
//! changed word can be lost. It is not a cryptographic hash.

/// 2^32 divided by the golden ratio, odd: multiplication by it is a permutation.
const FACTOR: u32 = 0x9E37_79B9;
/// Start value; any would do, 0 would let leading zero words vanish.
const START: u32 = 0x4672_6565;

/// Events between two rolling values of a decision digest, so that a mismatch is found by bisection.
pub const EPOCH_EVENTS: u32 = 1 << 16;

/// A running digest over little-endian u32 words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    state: u32,
    words: u32,
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

impl Digest {
    /// Of nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { state: START, words: 0 }
    }

    /// Takes one word.
    #[inline]
    pub const fn word(&mut self, word: u32) {
        let mixed = (self.state ^ word).wrapping_mul(FACTOR);
        self.state = mixed ^ (mixed >> 16);
        self.words = self.words.wrapping_add(1);
    }

    /// Takes a 64-bit number, low word first.
    #[inline]
    pub const fn wide(&mut self, number: u64) {
        self.word(number as u32);
        self.word((number >> 32) as u32);
    }

    /// Takes bytes, four a word, low byte first; zeros fill the last word.
    pub fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<4>();
        words.iter().for_each(|word| self.word(u32::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut word = [0; 4];
            word.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
            self.word(u32::from_le_bytes(word));
        }
    }

    /// The hash of all words so far and of their number; the digest may go on.
    #[must_use]
    pub const fn value(&self) -> u32 {
        let mut end = *self;
        end.word(self.words);
        end.word(FACTOR);
        end.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[u32]) -> u32 {
        let mut digest = Digest::default();
        words.iter().for_each(|&word| digest.word(word));
        digest.value()
    }

    #[test]
    fn order_length_and_every_bit_matter() {
        assert_ne!(of(&[1, 2]), of(&[2, 1]));
        assert_ne!(of(&[0]), of(&[0, 0]));
        let mut bytes = Digest::new();
        bytes.bytes(&[1, 2, 3, 4, 5]);
        assert_eq!(bytes.value(), of(&[0x0403_0201, 5]));
        for bit in 0..32 {
            assert_ne!(of(&[7, 1 << bit, 9]), of(&[7, 0, 9]));
        }
    }
}
