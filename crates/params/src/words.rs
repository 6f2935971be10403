//! State as a list of words: the form that digests, golden traces and comparisons use.

use heapless::Vec;

/// Most words one scope of an algorithm's state may have.
///
/// Chosen by us: BBR, the largest state, has 26 words; a power of two above it.
pub const MAX_WORDS: usize = 32;

/// The words of a state in a fixed order, inactive fields zeroed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Vec<u32, MAX_WORDS>);

impl Words {
    /// No words.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Appends a word; beyond [`MAX_WORDS`] it is not stored and `false` comes back.
    pub fn push(&mut self, word: u32) -> bool {
        self.0.push(word).is_ok()
    }

    /// The words so far.
    #[must_use]
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }
}
