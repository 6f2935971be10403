//! Events of the switch in order of time.

use super::port::Packet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An event of the switch.
pub(crate) enum Event {
    /// A packet is at the switch.
    Arrive(Packet),
    /// The transmitter of a port is free.
    Free(usize),
    /// A packet is at its host.
    Deliver(Packet),
    /// The control plane looks at all ports.
    Control,
}

/// An event at its time; those of one time in the order of their making.
struct Due(u64, u64, Event);

impl PartialEq for Due {
    fn eq(&self, other: &Self) -> bool {
        (self.0, self.1) == (other.0, other.1)
    }
}
impl Eq for Due {}
impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Due {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (self.0, self.1).cmp(&(other.0, other.1))
    }
}

/// All events to come.
#[derive(Default)]
pub(crate) struct Events {
    heap: BinaryHeap<Reverse<Due>>,
    made: u64,
}

impl Events {
    pub(crate) fn push(&mut self, at: u64, event: Event) {
        self.made += 1;
        self.heap.push(Reverse(Due(at, self.made, event)));
    }

    /// Time of the next event \[ps\].
    pub(crate) fn next(&self) -> Option<u64> {
        self.heap.peek().map(|Reverse(due)| due.0)
    }

    /// Takes the next event if it is due by `now`, with its time.
    pub(crate) fn take(&mut self, now: u64) -> Option<(u64, Event)> {
        self.next().filter(|due| *due <= now)?;
        self.heap.pop().map(|Reverse(Due(at, _, event))| (at, event))
    }
}
