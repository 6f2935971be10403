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
//! - A packet that is put on a wire is due at the earliest one propagation delay later, after the window. So the batch of the
//!   node at the other end may have run or not: what either finds on the wire for this window is the same.
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
use super::wire::{Flying, LINE};
use crate::engine::{Kind, Window};
use crate::time::PS_PER_NS;

/// A packet that arrives at a switch.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    /// Its place in the order of the window's arrivals.
    key: u64,
    tag: Tag,
    /// The port that it leaves by.
    port: u32,
}

/// The arrivals of one switch in one window, by lane; the room serves one switch after another.
#[derive(Debug, Default)]
pub(crate) struct Lanes(Vec<Vec<Arrival>>);

/// Arrivals of a lane up to which insertion sorts faster than the library: they are sorted runs, one per wire. Chosen by us.
const FEW: usize = 32;

/// Arrivals that a lane has room for at first. Chosen by us: no port of the fixed workloads gets as many in a window, so that their
/// steady state allocates nothing; room that is never used costs address space only.
const ROOM: usize = 512;

/// Puts the arrivals of a lane in order.
fn sort(lane: &mut [Arrival]) {
    if lane.len() > FEW {
        lane.sort_unstable_by_key(|arrival| arrival.key);
        return;
    }
    for end in 1..lane.len() {
        let Some((last, before)) = lane.get_mut(..=end).and_then(<[_]>::split_last_mut) else { return };
        let arrival = *last;
        let mut hole = last;
        for earlier in before.iter_mut().rev() {
            if earlier.key < arrival.key {
                break;
            }
            *hole = *earlier;
            hole = earlier;
        }
        *hole = arrival;
    }
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
    /// Takes what arrives over a wire at a switch with lanes within the window; returns how many packets that are.
    #[inline(never)]
    pub(crate) fn gather(&mut self, lanes: &mut Lanes, index: u32, window: Window) -> u64 {
        self.settle_arrivals(index, window.end);
        let Self { wires, ports, routes, packets, .. } = self;
        let wire = &mut wires[index as usize];
        let (switch, before) = (wire.switch, wire.packets.len());
        // Slices stay in registers where the vectors would be read anew for every packet.
        let (hops, ports, lanes) = (routes.hops_of(switch), ports.as_slice(), lanes.0.as_mut_slice());
        wire.packets.drain_while(|Flying { due, tag }| {
            if due >= window.end {
                return false;
            }
            let hop = hops[tag.host() as usize];
            let port = routes.port_of_hop(switch, hop, || packets.get(tag.id()).flow);
            let lane = ports[port as usize].lane;
            let key = window.key(due, Kind::Deliver, index);
            lanes[usize::from(lane)].push(Arrival { key, tag, port });
            true
        });
        if let Some(first) = wire.packets.front() {
            self.events.push(first.due, Kind::Deliver, index);
        }
        u64::from(before - wire.packets.len())
    }

    /// Executes the departures of the packets that arrive over a wire before `end`, the end of the window. They began before
    /// the window, when all that could have changed them was there: the far end may not have run its batch yet.
    #[inline]
    pub(crate) fn settle_arrivals(&mut self, index: u32, end: u64) {
        let wire = &mut self.wires[index as usize];
        let left = (end - 1).saturating_sub(wire.delay);
        if wire.next_start <= left {
            match wire.scheduled {
                NONE => wire.catch_up(left),
                port => self.book_departures(port, left),
            }
        }
    }

    /// Takes the first packet off the wire of a host.
    #[inline]
    pub(crate) fn take_arrival(&mut self, index: u32) {
        let wire = &mut self.wires[index as usize];
        wire.packets.pop_front();
        if self.prefetches && !wire.packets.is_empty() {
            wire.packets.prefetch(LINE);
            self.packets.prefetch(wire.packets.at(1).tag.id());
        }
    }

    /// Forwards what has been gathered at a switch.
    pub(crate) fn forward_gathered(&mut self, lanes: &mut Lanes, window: Window) {
        for lane in &mut lanes.0 {
            if !lane.is_empty() {
                sort(lane);
                self.forward_lane(lane, window);
                lane.clear();
            }
        }
    }

    /// Forwards the arrivals of one lane, in order.
    fn forward_lane(&mut self, mut lane: &[Arrival], window: Window) {
        while let Some(first) = lane.first() {
            let wire = self.ports[first.port as usize].wire;
            let was_empty = self.wires[wire as usize].packets.is_empty();
            let (taken, refusal) = self.forward_run(lane, window);
            // A wire has one pending delivery event, that of its head.
            if let (true, Some(head)) = (was_empty, self.wires[wire as usize].packets.front()) {
                self.events.push(head.due, Kind::Deliver, wire);
            }
            if let Some(cause) = refusal {
                let Arrival { key, tag, port } = lane[taken - 1];
                self.advance(window.time(key));
                self.drop_packet(port, tag.id(), cause);
            }
            lane = &lane[taken..];
        }
    }

    /// Forwards arrivals until the next one is for another port or one is dropped; returns how many it took, and why the
    /// last of them is dropped.
    #[inline(never)]
    fn forward_run(&mut self, lane: &[Arrival], window: Window) -> (usize, Option<DropCause>) {
        let index = lane[0].port;
        let mut arriving = self.arriving(index);
        for (arrival, taken) in lane.iter().zip(0..) {
            if arrival.port != index {
                return (taken, None);
            }
            let now = window.time(arrival.key);
            arriving.wire.catch_up(now);
            let refusal = arriving.take::<{ !SCHEDULED }>(arrival.tag, now, now / PS_PER_NS);
            if refusal.is_some() {
                return (taken + 1, refusal);
            }
        }
        (lane.len(), None)
    }
}
