//! A switch's lookahead window as one batch per output port.
//!
//! Within a window nothing that a switch does comes back to it, so all that arrives there in the window is known when it
//! opens: it is on the incoming wires already. A switch whose ports all have precomputed departures and private buffers, and
//! whose scheme has no control-plane ticks, has no other events: its arrivals are taken off the wires, sorted into *lanes*,
//! and each lane runs in one loop. A lane is an output port; where the scheme has state that ports share, all of them are one
//! lane and so see their arrivals in one order.
//!
//! Why that is exact, and what must stay as it is:
//! - Within a lane arrivals come in the order of the events, by time and then by wire: every read and write of a port, its
//!   wire and its part of the scheme is the one that it would be one by one.
//! - Between lanes nothing is shared but the run digest and the counters, which are sums, and the free list of packets, whose
//!   order shows nowhere.
//! - A packet that is put on a wire is due at the earliest one propagation delay later: after the window or, where nodes have two
//!   sides, in a later window of the other one. So the batch of the node at the other end may have run or not: what either finds on
//!   the wire for this window is the same.
//! - Departures at the other end of an incoming wire are executed before its packets are taken, and only those: see
//!   `settle_arrivals`.
//!
//! Ports on a [departure schedule](super::precomputed) are left to events: one merged list per memory was measured, and sorting it
//! costs more than the events it replaces.

use super::counters::DropCause;
use super::packet::{NONE, Tag};
use super::plane::DataPlane;
use super::precomputed::SCHEDULED;
use super::scheme::QueueScheme;
use super::wire::{Flying, LINE, PACKETS_AHEAD};
use crate::engine::{Kind, Window};
use crate::time::PS_PER_NS;

/// A packet that arrives at a switch.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    /// Its place in the order of the window's arrivals.
    key: u64,
    tag: Tag,
}

/// The ports of a switch have one lane together.
const ONE_LANE: bool = true;

/// The arrivals of one switch in one window, by lane; the room serves one switch after another.
#[derive(Debug, Default)]
pub(crate) struct Lanes(Vec<Vec<Arrival>>);

/// Arrivals that the library's stable sort, which looks for runs, has room for without allocating: 4 KiB of its stack.
const ON_STACK: usize = 4096 / size_of::<Arrival>();

/// Arrivals that a lane has room for at first. Chosen by us: no port of the fixed workloads gets as many in a window, so that their
/// steady state allocates nothing; room that is never used costs address space only.
const ROOM: usize = 512;

/// Puts the arrivals of a lane in order. They are sorted runs, one per wire.
fn sort(lane: &mut [Arrival]) {
    let key = |arrival: &Arrival| arrival.key;
    if lane.len() <= ON_STACK { lane.sort_by_key(key) } else { lane.sort_unstable_by_key(key) }
}

impl Lanes {
    /// One lane per port of the largest device.
    pub(crate) fn new<Q>(plane: &DataPlane<Q>) -> Self {
        let lanes = plane.devices.iter().map(|device| device.ports.len()).max().unwrap_or(0);
        Self((0..lanes).map(|_| Vec::with_capacity(ROOM)).collect())
    }

    /// Arrivals that fit without allocating.
    pub(crate) fn capacity(&self) -> usize {
        self.0.iter().map(Vec::capacity).sum()
    }
}

impl<Q: QueueScheme> DataPlane<Q> {
    /// Takes what arrives over these wires at a switch with lanes within the window; returns how many packets that are.
    pub(crate) fn gather(
        &mut self,
        lanes: &mut Lanes,
        switch: u32,
        wires: impl Iterator<Item = u32>,
        window: Window,
    ) -> u64 {
        if self.devices[switch as usize].scheme.shares_state() {
            wires.map(|wire| self.gather_in::<ONE_LANE>(lanes, switch, wire, window)).sum()
        } else {
            wires.map(|wire| self.gather_in::<{ !ONE_LANE }>(lanes, switch, wire, window)).sum()
        }
    }

    /// The same of one wire, into one lane or into those of the ports.
    #[inline(never)]
    fn gather_in<const ONE: bool>(
        &mut self,
        lanes: &mut Lanes,
        switch: u32,
        index: u32,
        window: Window,
    ) -> u64 {
        self.settle_arrivals(index, window.end);
        let Self { wires, routes, packets, flying, .. } = self;
        let wire = &mut wires[index as usize];
        // Slices stay in registers where the vectors would be read anew for every packet.
        let (hops, lanes) = (routes.hops_of(switch), lanes.0.as_mut_slice());
        let taken = flying.drain_while(&mut wire.packets, |Flying { due, tag }| {
            if due >= window.end {
                return false;
            }
            let lane = if ONE == ONE_LANE {
                0
            } else {
                let hop = hops.towards(tag.host());
                routes.exit_of_hop(switch, hop, tag.host(), || packets.get(tag.id()).path_key()).local()
            };
            lanes[lane as usize].push(Arrival { key: window.key(due, Kind::Deliver, index), tag });
            true
        });
        if let Some(first) = flying.front(&wire.packets) {
            self.events.push(first.due, Kind::Deliver, index);
        }
        u64::from(taken)
    }

    /// Executes the departures of the packets that arrive over a wire before `end`, the end of the window. They began before
    /// the window, when all that could have changed them was there: the far end may not have run its batch yet.
    #[inline(always)]
    pub(crate) fn settle_arrivals(&mut self, index: u32, end: u64) {
        let wire = &mut self.wires[index as usize];
        let left = (end - 1).saturating_sub(wire.delay);
        if wire.next_start <= left {
            match wire.scheduled {
                NONE => wire.catch_up(&self.flying, left),
                port => self.book_departures(port, left),
            }
        }
    }

    /// Takes the first packet off the wire of a host if it arrives before `end`.
    #[inline]
    pub(crate) fn take_arrival(&mut self, index: u32, end: u64) -> Option<Flying> {
        let Self { wires, flying, packets, .. } = self;
        let wire = &mut wires[index as usize];
        let first = flying.pop_front_if(&mut wire.packets, |first| first.due < end)?;
        if self.prefetches && !wire.packets.is_empty() {
            let head = wire.packets.head();
            flying.prefetch(flying.later(head, 2 * LINE));
            packets.prefetch(flying.at(flying.later(head, PACKETS_AHEAD)).tag.id());
        }
        Some(first)
    }

    /// Forwards what has been gathered at a switch.
    pub(crate) fn forward_gathered(&mut self, lanes: &mut Lanes, switch: u32, window: Window) {
        let is_one = self.devices[switch as usize].scheme.shares_state();
        for (local, lane) in lanes.0.iter_mut().enumerate() {
            if lane.is_empty() {
                continue;
            }
            sort(lane);
            if is_one {
                self.forward_mixed(lane, switch, window);
            } else {
                let port = self.devices[switch as usize].ports[local];
                self.forward_all(lane, port, window);
            }
            lane.clear();
        }
    }

    /// Forwards the arrivals of the one lane of a switch: those that leave by the same port one after the other together.
    fn forward_mixed(&mut self, mut lane: &[Arrival], switch: u32, window: Window) {
        let port = |plane: &Self, tag: Tag| {
            plane.routes.port_of(switch, tag.host(), || plane.packets.get(tag.id()).path_key())
        };
        while let Some(first) = lane.first() {
            let first = port(self, first.tag);
            let count = lane.iter().take_while(|arrival| port(self, arrival.tag) == first).count();
            let (together, others) = lane.split_at(count);
            self.forward_all(together, first, window);
            lane = others;
        }
    }

    /// Forwards arrivals that leave by one port, in order.
    fn forward_all(&mut self, mut lane: &[Arrival], port: u32, window: Window) {
        while !lane.is_empty() {
            let (taken, refusal) = self.forward_run(lane, port, window);
            if let Some(cause) = refusal {
                let Arrival { key, tag } = lane[taken - 1];
                self.advance(window.time(key));
                self.drop_packet(port, tag.id(), cause);
            }
            lane = &lane[taken..];
        }
    }

    /// Forwards arrivals until one is dropped; returns how many it took, and why the last of them is dropped.
    #[inline(never)]
    fn forward_run(&mut self, lane: &[Arrival], port: u32, window: Window) -> (usize, Option<DropCause>) {
        let mut arriving = self.arriving(port);
        let was_empty = arriving.wire.packets.is_empty();
        let mut left = lane.iter();
        while let Some(arrival) = left.next() {
            let now = window.time(arrival.key);
            arriving.wire.catch_up(arriving.flying, now);
            let refusal = arriving.take::<{ !SCHEDULED }>(arrival.tag, now, now / PS_PER_NS);
            if refusal.is_some() {
                arriving.announce(was_empty);
                return (lane.len() - left.len(), refusal);
            }
        }
        arriving.announce(was_empty);
        (lane.len(), None)
    }
}
