//! CoDel episode state shared by the exact variants.

use freeboard_units::{Bytes, DepthUnit};

/// Intervals after which an ended episode's count is forgotten (RFC 8289 §5.5).
pub(crate) const MEMORY_INTERVALS: u32 = 16;

bitflags::bitflags! {
    /// Which fields of the state are in force.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Phase: u32 {
        /// Sojourn times are at or above target; `first_above` counts.
        const RUNNING = 1;
        /// They have been for an interval; `first_above` no longer matters.
        const STANDING = 2;
        /// An episode is under way (RFC 8289 `dropping_`); `next` and `count` count.
        const SIGNALLING = 4;
        /// An episode has ended before: `next`, `count` and `last_count` are remembered.
        const REMEMBERED = 8;
        /// A packet was dropped: the schedule has moved on, and moves back if the packet behind does not stand too.
        const DROPPED = 16;
    }
}

impl Phase {
    /// The deadline of the run counts.
    pub(crate) const fn is_counting(self) -> bool {
        self.contains(Self::RUNNING) && !self.contains(Self::STANDING)
    }

    /// Schedule and counts of an episode count, of this one or of the last.
    pub(crate) const fn has_episode(self) -> bool {
        self.intersects(Self::SIGNALLING.union(Self::REMEMBERED))
    }

    /// Ends the episode that is under way, if one is; it is remembered.
    #[inline(always)]
    pub(crate) fn end(&mut self) {
        if self.contains(Self::SIGNALLING) {
            self.remove(Self::SIGNALLING | Self::DROPPED);
            self.insert(Self::REMEMBERED);
        }
    }

    /// Begins an episode; the count to resume at, where the last one is remembered and signalled more than once.
    #[inline(always)]
    pub(crate) fn enter(&mut self, count: u32, last_count: u32) -> Option<u32> {
        let signalled = count.wrapping_sub(last_count);
        let resumes = self.contains(Self::REMEMBERED) && signalled > 1;
        self.remove(Self::REMEMBERED);
        self.insert(Self::SIGNALLING);
        resumes.then_some(signalled)
    }
}

/// The backlog in depth units up to which a queue is left alone.
pub(crate) const fn guard(mtu: u32, unit: DepthUnit) -> u32 {
    unit.ceil(Bytes(mtu))
}
