//! Wire: packets in flight from a port to the other end of its link.

use super::packet::{NONE, Tag};
use crate::storage::Ring;

/// A packet on a wire, one cache line with [`Wire`]'s own numbers for four of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Flying {
    /// When its last bit arrives \[ps\].
    pub(crate) due: u64,
    pub(crate) tag: Tag,
}

impl Flying {
    /// No packet: the entry that keeps the sending half of a cut wire from becoming busy anew.
    pub(crate) fn stays() -> Self {
        Self { due: u64::MAX, tag: Tag::default() }
    }

    /// It is a packet.
    pub(crate) const fn is_packet(&self) -> bool {
        self.due != u64::MAX
    }
}

/// How many packets ahead of the one that a host deals with the next one is prefetched, within the cache line of the entries after it.
/// Chosen by us: with 1 the permutation of 1024 hosts takes 12 % longer.
pub(crate) const PACKETS_AHEAD: u32 = 3;

/// Packets of a cache line.
pub(crate) const LINE: u32 = 4;

/// One direction of a link, one delay class: a delay that keeps order. One cache line.
///
/// The last `waiting` packets of a precomputed port's wire have not begun to be sent.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Wire {
    /// First one first.
    pub(crate) packets: Ring<Flying>,
    /// Propagation \[ps\].
    pub(crate) delay: u64,
    /// The switch at its end, [`NONE`] for a host.
    pub(crate) switch: u32,
    /// Precomputed departures: packets whose transmission has not begun.
    pub(crate) waiting: u32,
    /// Precomputed departures: when the first of them begins \[ps\]; `u64::MAX` without one.
    pub(crate) next_start: u64,
    /// Precomputed departures: their bytes.
    pub(crate) waiting_bytes: u32,
    /// The precomputed port whose departures are on its device's schedule; [`NONE`] for any other.
    pub(super) scheduled: u32,
}

impl Wire {
    /// An empty one to a switch, or with [`NONE`] to a host.
    pub(crate) fn new(delay: u64, switch: u32) -> Self {
        debug_assert!(NONE > switch || switch == NONE);
        Self {
            packets: Ring::default(),
            delay,
            switch,
            waiting: 0,
            next_start: u64::MAX,
            waiting_bytes: 0,
            scheduled: NONE,
        }
    }

    /// Prefetches the packets that arrive next: two cache lines of them.
    pub(crate) fn prefetch_arrivals(&self) {
        [0, LINE].iter().for_each(|before| self.packets.prefetch(*before));
    }

    /// Prefetches the packets that begin to be sent next, and the places of those that are put on.
    pub(crate) fn prefetch_departures(&self) {
        let len = self.packets.len();
        self.packets.prefetch(len);
        if self.waiting > 0 {
            self.packets.prefetch(len - self.waiting);
        }
    }

    /// Advances a precomputed port with a private buffer: transmissions that began up to `now` leave the queue.
    #[inline]
    pub(crate) fn catch_up(&mut self, now: u64) {
        while self.next_start <= now {
            self.begin_next();
        }
    }

    /// The oldest waiting packet's transmission begins.
    #[inline]
    pub(super) fn begin_next(&mut self) -> Tag {
        let packet = self.packets.at(self.packets.len() - self.waiting);
        self.waiting -= 1;
        self.waiting_bytes -= packet.tag.size();
        // A transmission ends when its packet arrives less the propagation, and the next one begins.
        self.next_start = if self.waiting == 0 { u64::MAX } else { packet.due - self.delay };
        packet.tag
    }

    /// The packet whose transmission began last while others wait is marked.
    #[inline]
    pub(super) fn mark_begun(&mut self) {
        let last = self.packets.len() - self.waiting - 1;
        self.packets.at_mut(last).tag.set_ce();
    }

    /// The packet that is put on next waits until `start`.
    #[inline]
    pub(crate) fn wait(&mut self, size: u32, start: u64) {
        if self.waiting == 0 {
            self.next_start = start;
        }
        self.waiting += 1;
        self.waiting_bytes += size;
    }

    /// The first two packets whose transmission has not begun, or as many as there are.
    #[inline]
    pub(crate) fn next_tags(&self) -> impl Iterator<Item = Tag> + '_ {
        let first = self.packets.len() - self.waiting;
        (0..self.waiting.min(2)).map(move |index| self.packets.at(first + index).tag)
    }

    /// Start \[ps\] and tag of every packet whose transmission has not begun.
    pub(crate) fn not_begun(&self) -> impl Iterator<Item = (u64, Tag)> + '_ {
        let first = self.packets.len() - self.waiting;
        let start = move |index: u32| match index {
            0 => self.next_start,
            _ => self.packets.at(first + index - 1).due - self.delay,
        };
        (0..self.waiting).map(move |index| (start(index), self.packets.at(first + index).tag))
    }
}
