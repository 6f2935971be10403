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
    /// Moves the run above target on by one packet.
    #[inline]
    pub(crate) fn track(&mut self, above: bool) -> Run {
        if !above {
            self.remove(Self::RUNNING | Self::STANDING);
            return Run::Below;
        }
        if !self.contains(Self::RUNNING) {
            self.insert(Self::RUNNING);
            return Run::Starts;
        }
        Run::Goes
    }

    /// The schedule must not have moved on for the packet dropped last, now that the one behind it is seen (RFC 8289 §5.5).
    #[inline]
    pub(crate) fn takes_back(&mut self, standing: bool) -> bool {
        let dropped = self.contains(Self::DROPPED);
        self.remove(Self::DROPPED);
        dropped && !standing
    }

    /// The deadline of the run counts.
    pub(crate) const fn is_counting(self) -> bool {
        self.contains(Self::RUNNING) && !self.contains(Self::STANDING)
    }

    /// Schedule and counts of an episode count, of this one or of the last.
    pub(crate) const fn has_episode(self) -> bool {
        self.intersects(Self::SIGNALLING.union(Self::REMEMBERED))
    }

    /// Moves the episode on by one packet (RFC 8289 §5.5, `deque`); ends one whose queue no longer stands.
    ///
    /// `due` is the caller's comparison of `now` with the schedule.
    #[inline]
    pub(crate) fn step(&mut self, standing: bool, due: bool) -> Step {
        if !self.contains(Self::SIGNALLING) {
            return if standing { Step::Enters } else { Step::Rests };
        }
        if !standing {
            self.remove(Self::SIGNALLING);
            self.insert(Self::REMEMBERED);
            return Step::Rests;
        }
        if due { Step::Repeats } else { Step::Rests }
    }

    /// Begins an episode; the count to resume at, where the last one is remembered and signalled more than once.
    #[inline]
    pub(crate) fn enter(&mut self, count: u32, last_count: u32) -> Option<u32> {
        let signalled = count.wrapping_sub(last_count);
        let resumes = self.contains(Self::REMEMBERED) && signalled > 1;
        self.remove(Self::REMEMBERED);
        self.insert(Self::SIGNALLING);
        resumes.then_some(signalled)
    }
}

/// What one packet says about the episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// No signal.
    Rests,
    /// A signal that begins an episode.
    Enters,
    /// Another signal of the episode: its schedule is to be moved on.
    Repeats,
}

/// What one packet says about the run above target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// Sojourn time or backlog is below.
    Below,
    /// This packet starts a run: its deadline is to be set.
    Starts,
    /// A run is under way: whether it stands is the deadline's to say.
    Goes,
}

/// The backlog in depth units up to which a queue is left alone.
pub(crate) const fn guard(mtu: u32, unit: DepthUnit) -> u32 {
    unit.ceil(Bytes(mtu))
}
