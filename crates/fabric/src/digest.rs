//! Records of the run digest.
//!
//! It hashes flow completions, marks and drops as little-endian u32 words, never floats or wall time, and adds the
//! hashes up: two runs with the same digest made the same decisions at the same times. The order in which an
//! engine finds them out is not in it, so one that executes a departure late, as of its own time, has the same digest.

pub use freeboard_replay::Digest;

/// Kinds of records, the first word of each; time \[ps\], low and high, comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Record {
    /// A flow completed: flow, retransmitted segments, 0.
    Finish = 1,
    /// A packet was marked: port, destination, size \[B\].
    Mark = 2,
    /// A packet was dropped: port and cause, flow, sequence number.
    Drop = 3,
}

/// The digest of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunDigest {
    /// Of the hashes of all records, mod 2^32.
    sum: u32,
    records: u32,
}

impl RunDigest {
    /// Takes what happened at `time` \[ps\].
    #[inline]
    pub(crate) const fn add(&mut self, record: Record, time: u64, [first, second, third]: [u32; 3]) {
        let mut hash = Digest::new();
        hash.word(record as u32);
        hash.wide(time);
        hash.word(first);
        hash.word(second);
        hash.word(third);
        self.sum = self.sum.wrapping_add(hash.value());
        self.records = self.records.wrapping_add(1);
    }

    /// Takes the records of another part of the same run.
    pub(crate) const fn merge(&mut self, other: Self) {
        self.sum = self.sum.wrapping_add(other.sum);
        self.records = self.records.wrapping_add(other.records);
    }

    /// The hash of the sum and of the number of records.
    pub(crate) const fn value(self) -> u32 {
        let mut hash = Digest::new();
        hash.word(self.sum);
        hash.word(self.records);
        hash.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(records: &[(Record, u64, [u32; 3])]) -> u32 {
        let mut digest = RunDigest::default();
        records.iter().for_each(|&(record, time, words)| digest.add(record, time, words));
        digest.value()
    }

    #[test]
    fn the_order_of_records_does_not_count_and_every_word_does() {
        let (a, b) = ((Record::Mark, 1 << 40, [1, 2, 3]), (Record::Drop, 7, [4, 5, 6]));
        assert_eq!(of(&[a, b]), of(&[b, a]));
        let others = [
            (Record::Finish, 1 << 40, [1, 2, 3]),
            (Record::Mark, 1 << 41, [1, 2, 3]),
            (Record::Mark, 0, [1, 2, 3]),
            (Record::Mark, 1 << 40, [2, 2, 3]),
            (Record::Mark, 1 << 40, [1, 3, 3]),
            (Record::Mark, 1 << 40, [1, 2, 4]),
        ];
        others.iter().for_each(|&other| assert_ne!(of(&[a, b]), of(&[other, b]), "{other:?}"));
        assert_ne!(of(&[a]), of(&[a, a]));
    }
}
