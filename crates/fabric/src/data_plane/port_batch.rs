//! A switch's lookahead window as one batch per output port.
//!
//! Within a window nothing that a switch does comes back to it, so all that arrives there in the window is known when it
//! opens, as the heads of its incoming wires. A switch whose ports all have precomputed departures has no other events: its
//! arrivals are taken off the wires, sorted into *lanes*, and each lane runs in one loop. A lane is an output port where
//! ports share nothing; ports that share a memory or a scheme's state share a lane, and so see their arrivals in one order.
//!
//! The order within a lane is that of the events: time, then wire. Between lanes it does not matter: digest, drops and free
//! slots are sums and sets, and every departure at the end of a wire is due after the window.

use super::forwarding::DataPlane;
use super::packet::{NONE, Tag};
use super::precomputed::SCHEDULED;
use super::scheme::QueueScheme;
use super::stats::DropCause;
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
    /// For devices of up to this many lanes.
    pub(super) fn reserve(&mut self, lanes: usize) {
        self.0.resize_with(self.0.len().max(lanes), Vec::new);
    }

    /// Arrivals that fit without allocating.
    pub(crate) fn capacity(&self) -> usize {
        self.0.iter().map(Vec::capacity).sum()
    }
}

impl<Q: QueueScheme> DataPlane<Q> {
    /// Takes what arrives over a wire at a switch with lanes within the window; returns how many packets that are.
    #[inline(never)]
    pub(crate) fn gather(&mut self, index: u32, window: Window) -> u64 {
        self.settle_arrivals(index, window.end);
        let Self { wires, ports, routes, packets, lanes, .. } = self;
        let wire = &mut wires[index as usize];
        let (switch, before) = (wire.switch, wire.packets.len());
        wire.packets.drain_while(|Flying { due, tag }| {
            if due >= window.end {
                return false;
            }
            let port = routes.port_of(switch, tag.host(), || packets.get(tag.id()).flow);
            let lane = ports[port as usize].lane;
            let key = window.key(due, Kind::Deliver, index);
            lanes.0[usize::from(lane)].push(Arrival { key, tag, port });
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
    pub(crate) fn forward_gathered(&mut self, window: Window) {
        let mut lanes = core::mem::take(&mut self.lanes);
        for lane in &mut lanes.0 {
            if !lane.is_empty() {
                sort(lane);
                self.forward_lane(lane, window);
                lane.clear();
            }
        }
        self.lanes = lanes;
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
