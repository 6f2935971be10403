//! What the exact variants share: the run above target and the signalling episode.

use units::{Bytes, DepthUnit};

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
    }
}

impl Phase {
    /// Moves the run above target on by one packet; says whether it has stood for an interval.
    ///
    /// `expired` is the caller's comparison of `now` with the deadline.
    #[inline]
    pub(crate) fn track(&mut self, above: bool, expired: bool) -> Run {
        if !above {
            self.remove(Self::RUNNING | Self::STANDING);
            return Run::Below;
        }
        if !self.contains(Self::RUNNING) {
            self.insert(Self::RUNNING);
            return Run::Starts;
        }
        if expired {
            self.insert(Self::STANDING);
        }
        if self.contains(Self::STANDING) { Run::Stands } else { Run::Young }
    }
}

/// What one packet says about the run above target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// Sojourn time or backlog is below.
    Below,
    /// This packet starts a run: its deadline is to be set.
    Starts,
    /// A run is under way, for less than an interval.
    Young,
    /// A run has stood for an interval.
    Stands,
}

/// The backlog in depth units up to which a queue is left alone.
pub(crate) const fn guard(mtu: u32, unit: DepthUnit) -> u32 {
    unit.ceil(Bytes(mtu))
}
