//! Effects of a scheme's signals, where they are not all marks.

use core::fmt;
use freeboard_scenario::measure::Outcome;
use serde::{Deserialize, Serialize};

/// Signals of a scheme by their effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signals {
    /// All of them.
    pub all: u64,
    /// Packets that got the mark.
    pub marked: u64,
    /// Packets that were dropped: those without ECN, or all of a scheme that drops.
    pub dropped: u64,
    /// Packets without ECN that went on.
    pub passed: u64,
    /// The others: the packet had a mark already, or found no room.
    pub without_effect: u64,
}

impl Signals {
    /// Returns those of a run; `None` where each is a mark.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Option<Self> {
        let queues = &outcome.queues;
        let (all, marked, passed) = (outcome.signals, queues.marked, queues.unmarkable);
        let dropped = queues.dropped_scheme + queues.dropped_not_ect;
        let without_effect = all.saturating_sub(marked + dropped + passed);
        (all != marked).then_some(Self { all, marked, dropped, passed, without_effect })
    }
}

impl fmt::Display for Signals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { all, marked, dropped, passed, without_effect } = self;
        write!(f, "{all} signals: {marked} marked, {dropped} dropped, {passed} passed")?;
        match without_effect {
            0 => Ok(()),
            some => write!(f, ", {some} on packets that had a mark or found no room"),
        }
    }
}
