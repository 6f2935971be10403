//! Counter-based randomness: a word is a pure function of who draws it and the index of the draw.
//!
//! There is no generator to advance, so two runs that differ in a scheme still see the same arrivals,
//! sizes and marking words (paired traces). Words are SplitMix64's.

use freeboard_fixmath::split_mix::{self, GOLDEN, mix};

pub use freeboard_fixmath::split_mix::below;

/// Independent uses of randomness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Stream {
    /// The words handed to marking schemes; entity is the port.
    Scheme = 1,
    /// Gaps between flow arrivals.
    Gap = 2,
    /// Flow sizes.
    Size = 3,
    /// Who talks to whom.
    Pair = 4,
    /// Path choice; entity is the switch, index the flow.
    Path = 5,
    /// Start times of query flows.
    Start = 6,
    /// Added delays of hosts.
    Delay = 7,
    /// Initial sequence numbers; entity is the flow.
    Sequence = 8,
    /// Traffic classes; index is the flow.
    Class = 9,
    /// Errors of the hosts' clocks; entity is the host.
    Clock = 10,
    /// Who probes whom, and when probes begin.
    Probe = 11,
    /// Faults; entity is the fault with its link, index the packet.
    Fault = 12,
    /// Payload of answers; entity is the closed loop, index the request.
    Answer = 13,
}

/// All words of one entity in one stream, for those who draw often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomStream(u64);

impl RandomStream {
    /// The words of `entity` in `stream`.
    #[must_use]
    pub const fn new(seed: u64, stream: Stream, entity: u64) -> Self {
        let key = mix(seed.wrapping_add(GOLDEN.wrapping_mul(stream as u64)));
        Self(mix(key ^ entity.wrapping_mul(GOLDEN)))
    }

    /// The `index`-th word.
    #[inline]
    #[must_use]
    pub const fn word(self, index: u64) -> u64 {
        split_mix::word(self.0, index)
    }
}

/// The `index`-th word of `entity` in `stream`.
#[inline]
#[must_use]
pub const fn word(seed: u64, stream: Stream, entity: u64, index: u64) -> u64 {
    RandomStream::new(seed, stream, entity).word(index)
}

/// Uniform in [0, 1) with 53 bits.
#[must_use]
pub fn unit(word: u64) -> f64 {
    (word >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_the_same_on_every_machine() {
        assert_eq!(word(1, Stream::Gap, 0, 0), word(1, Stream::Gap, 0, 0));
        assert_ne!(word(1, Stream::Gap, 0, 0), word(1, Stream::Size, 0, 0));
        assert_ne!(word(1, Stream::Gap, 1, 0), word(1, Stream::Gap, 0, 1));
        assert_ne!(word(1, Stream::Gap, 0, 0), word(2, Stream::Gap, 0, 0));
    }

    #[test]
    fn ranges_are_hit_evenly() {
        let mut counts = [0u32; 7];
        for index in 0..70_000 {
            counts[below(word(3, Stream::Pair, 5, index), 7) as usize] += 1;
        }
        // Binomial: mean 10 000, standard deviation 93; five of them.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 465), "{counts:?}");
        assert_eq!(below(u64::MAX, 7), 6);
        assert_eq!(below(u64::MAX, 0), 0);
    }

    #[test]
    fn unit_words_stay_below_one() {
        assert!(unit(u64::MAX) < 1.0);
        assert!(unit(0) == 0.0);
    }
}
