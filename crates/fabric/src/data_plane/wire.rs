//! Wire: packets in flight from a port to the other end of its link.

use super::packet::{NONE, Tag};
use crate::storage::{Blocks, Fifo};

/// A packet on a wire; a cache line has room for four.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InFlight {
    /// When its last bit arrives \[ps\].
    pub(crate) due: u64,
    pub(crate) tag: Tag,
}

impl InFlight {
    /// No packet: the permanent entry that keeps the sending half of a cut wire from becoming busy again.
    pub(crate) fn permanent() -> Self {
        Self { due: u64::MAX, tag: Tag::default() }
    }

    /// Whether the entry is a packet.
    pub(crate) const fn is_packet(&self) -> bool {
        self.due != u64::MAX
    }
}

/// Number of packets by which a host prefetches ahead of the current one, within the cache line of the next entries. Chosen by
/// us: with 1 the permutation of 1024 hosts takes 12 % longer.
pub(crate) const PACKETS_AHEAD: u32 = 3;

/// Packets of a cache line.
pub(crate) const LINE: u32 = 4;

/// One direction of a link, one delay class: a delay that keeps order. One cache line.
///
/// The transmission of the last `waiting` packets of a precomputed port's wire has not begun.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Wire {
    /// First one first.
    pub(crate) packets: Fifo,
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
    /// Precomputed departures: the place of the first packet that waits, if one does.
    first_waiting: u32,
}

impl Wire {
    /// With an empty queue, to a switch, or with [`NONE`] to a host.
    pub(crate) fn new(packets: Fifo, delay: u64, switch: u32) -> Self {
        debug_assert!(NONE > switch || switch == NONE);
        Self {
            packets,
            delay,
            switch,
            waiting: 0,
            next_start: u64::MAX,
            waiting_bytes: 0,
            scheduled: NONE,
            first_waiting: 0,
        }
    }

    /// Prefetches the packets that arrive next: two cache lines of them.
    #[inline]
    pub(crate) fn prefetch_arrivals(&self, in_flight: &Blocks<InFlight>) {
        if !self.packets.is_empty() {
            in_flight.prefetch(self.packets.head());
            in_flight.prefetch(in_flight.later(self.packets.head(), LINE));
        }
    }

    /// Prefetches the packets that begin to be sent next, and the place of the one that is put on next.
    #[inline]
    pub(crate) fn prefetch_departures(&self, in_flight: &Blocks<InFlight>) {
        in_flight.prefetch(self.packets.tail());
        if self.waiting > 0 {
            in_flight.prefetch(self.first_waiting);
        }
    }

    /// Advances a precomputed port with a private buffer: transmissions that began up to `now` leave the queue.
    #[inline]
    pub(crate) fn catch_up(&mut self, in_flight: &Blocks<InFlight>, now: u64) {
        while self.next_start <= now {
            self.begin_next(in_flight);
        }
    }

    /// The place of the packet whose transmission begins next, if one waits.
    #[inline]
    pub(super) const fn first_waiting(&self) -> u32 {
        self.first_waiting
    }

    /// The oldest waiting packet's transmission begins.
    #[inline]
    pub(super) fn begin_next(&mut self, in_flight: &Blocks<InFlight>) -> Tag {
        let packet = in_flight.at(self.first_waiting);
        self.waiting -= 1;
        self.waiting_bytes -= packet.tag.size();
        if self.waiting == 0 {
            self.next_start = u64::MAX;
        } else {
            self.first_waiting = in_flight.after(self.first_waiting);
            // A transmission ends when its packet arrives less the propagation, and the next one begins.
            self.next_start = packet.due - self.delay;
        }
        packet.tag
    }

    /// The place after that of the packet whose transmission began last.
    #[inline]
    pub(crate) const fn begun_until(&self) -> u32 {
        if self.waiting == 0 { self.packets.tail() } else { self.first_waiting }
    }

    /// The packet whose transmission began last, if it is on the wire.
    pub(crate) fn begun(&self, in_flight: &Blocks<InFlight>) -> Option<InFlight> {
        in_flight.before(&self.packets, self.begun_until()).map(|place| in_flight.at(place))
    }

    /// The packet that has been put on at a place waits until `start`.
    #[inline]
    pub(crate) fn wait(&mut self, place: u32, size: u32, start: u64) {
        if self.waiting == 0 {
            self.next_start = start;
            self.first_waiting = place;
        }
        self.waiting += 1;
        self.waiting_bytes += size;
    }

    /// The first two packets whose transmission has not begun, or as many as there are.
    #[inline]
    pub(crate) fn next_tags(&self, in_flight: &Blocks<InFlight>) -> impl Iterator<Item = Tag> {
        in_flight.iter_from(self.first_waiting, self.waiting.min(2)).map(|packet| packet.tag)
    }

    /// Start \[ps\] and tag of every packet whose transmission has not begun.
    pub(crate) fn not_begun(&self, in_flight: &Blocks<InFlight>) -> impl Iterator<Item = (u64, Tag)> {
        let (mut start, delay) = (self.next_start, self.delay);
        in_flight
            .iter_from(self.first_waiting, self.waiting)
            .map(move |InFlight { due, tag }| (core::mem::replace(&mut start, due - delay), tag))
    }
}
