//! Timetable of faults, and of packets that a fault delays.

use crate::data_plane::Tag;
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// Later action of a fault. Among actions of one time the earlier variant comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Due {
    /// A spell of a fault is over.
    End { fault: u32 },
    /// A spell begins, the `round`-th from 0.
    Begin { fault: u32, round: u32 },
    /// A host of a storm sends its next pause frame.
    Storm { fault: u32, until: u64 },
    /// The watchdog of a storm looks at its queue.
    Watch { fault: u32 },
    /// A packet reaches the end of a wire, of whose link this was the `epoch`.
    Arrival { wire: u32, tag: Tag, epoch: u32 },
}

impl Due {
    /// Orders the actions of one time by kind and entity.
    const fn rank(&self) -> (u8, u32) {
        match *self {
            Self::End { fault } => (0, fault),
            Self::Begin { fault, .. } => (1, fault),
            Self::Storm { fault, .. } => (2, fault),
            Self::Watch { fault } => (3, fault),
            Self::Arrival { wire, .. } => (4, wire),
        }
    }
}

/// An entry of the timetable.
#[derive(Clone, Copy, Debug)]
struct Entry {
    time: u64,
    /// Kind and entity.
    rank: (u8, u32),
    /// Entries of one entity come in the order in which they were made.
    number: u64,
    due: Due,
}

impl Entry {
    const fn key(&self) -> (u64, (u8, u32), u64) {
        (self.time, self.rank, self.number)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// Pending actions, by time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timetable {
    entries: BinaryHeap<Reverse<Entry>>,
    added: u64,
}

impl Timetable {
    /// Adds an action at `time` \[ps\].
    pub(super) fn add(&mut self, time: u64, due: Due) {
        let entry = Entry { time, rank: due.rank(), number: self.added, due };
        self.added += 1;
        self.entries.push(Reverse(entry));
    }

    /// Takes the first action that is due at `now`.
    pub(super) fn take(&mut self, now: u64) -> Option<Due> {
        if self.entries.peek()?.0.time > now {
            return None;
        }
        self.entries.pop().map(|Reverse(entry)| entry.due)
    }

    /// The packets that have not arrived, each with its wire.
    pub(crate) fn arrivals(&self) -> impl Iterator<Item = (u32, Tag)> + '_ {
        self.entries.iter().filter_map(|Reverse(entry)| match entry.due {
            Due::Arrival { wire, tag, .. } => Some((wire, tag)),
            Due::End { .. } | Due::Begin { .. } | Due::Storm { .. } | Due::Watch { .. } => None,
        })
    }
}
