//! One bit per packet in the queue: what was found when it came.

use freeboard_aqm_api::Words;

/// Packets a ring tells apart.
pub const PACKETS: u32 = 256;

/// Words of the ring.
const WORDS: u32 = PACKETS / 32;

/// Bits in order of arrival. Beyond [`PACKETS`] packets in the queue the oldest read what a younger one wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Ring {
    bits: [u32; WORDS as usize],
    /// Packets that came, and that left; mod 2^32.
    came: u32,
    left: u32,
}

impl Ring {
    /// Packets in the queue.
    #[inline(always)]
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.came.wrapping_sub(self.left)
    }

    /// No packet is in the queue.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A packet comes.
    #[inline]
    pub fn push(&mut self, bit: bool) {
        let mask = 1u32.wrapping_shl(self.came);
        if let Some(word) = self.bits.get_mut(word_of(self.came)) {
            *word = if bit { *word | mask } else { *word & !mask };
        }
        self.came = self.came.wrapping_add(1);
    }

    /// A packet leaves: its bit, or none if the ring saw no such packet come.
    #[inline]
    pub fn pop(&mut self) -> bool {
        if self.is_empty() {
            return false;
        }
        let bit = self.bits.get(word_of(self.left)).copied().unwrap_or(0).wrapping_shr(self.left) & 1;
        self.left = self.left.wrapping_add(1);
        bit == 1
    }

    /// The queue ran empty: whatever the ring still holds was dropped behind its back.
    #[inline(always)]
    pub const fn clear(&mut self) {
        self.left = self.came;
    }

    /// How many packets, and their bits from the oldest on.
    pub(crate) fn canonical(&self, words: &mut Words) {
        words.push(self.len());
        let held = if self.len() > PACKETS { PACKETS } else { self.len() };
        for index in 0..WORDS {
            let from = index.wrapping_mul(32);
            let at = self.left.wrapping_add(from);
            let low = self.bits.get(word_of(at)).copied().unwrap_or(0).wrapping_shr(at);
            let next = self.bits.get(word_of(at.wrapping_add(32))).copied().unwrap_or(0);
            let offset = at & 31;
            let high = if offset == 0 { 0 } else { next.wrapping_shl(32u32.wrapping_sub(offset)) };
            let count = held.saturating_sub(from);
            let mask = if count >= 32 { u32::MAX } else { 1u32.wrapping_shl(count).wrapping_sub(1) };
            words.push((low | high) & mask);
        }
    }
}

/// Where packet number `at` has its bit.
#[inline(always)]
const fn word_of(at: u32) -> usize {
    ((at >> 5) & (WORDS - 1)) as usize
}
