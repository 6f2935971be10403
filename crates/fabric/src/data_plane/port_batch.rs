//! A switch's lookahead window as one batch per output port.
//!
//! Within a window no packet that a switch sends affects the switch again. All its arrivals are on the incoming wires when the
//! window opens. A switch has no other events if all its ports have precomputed departures and private buffers, and its scheme
//! has no control-plane ticks. Its arrivals are taken off the wires and sorted into *per-port batches*, and each batch runs in
//! one loop. A batch belongs to an output port. If the ports share state of the scheme, they have one batch and so process their
//! arrivals in one order.
//!
//! Reasons why this is exact, and conditions to keep:
//! - Within a batch arrivals are in the order of the events, by time and then by wire. Every read and write of a port, its wire
//!   and its state of the scheme is therefore the same as in single events.
//! - Batches share only the run digest and the counters, which are sums, and the free list of packets, whose order has no effect.
//! - A packet put on a wire is due at least one propagation delay later: after the window or, with a bipartition, in a later
//!   window of the other part. The node at the other end finds the same packets on the wire for this window, whether its batch
//!   has run or not.
//! - Departures at the other end of an incoming wire are executed before its packets are taken, and only those: see
//!   `settle_arrivals`.
//!
//! Ports on a [departure schedule](super::precomputed) use events. One merged list per memory was measured: sorting it costs more
//! than the events that it replaces.

use super::counters::DropCause;
use super::packet::{NONE, Tag};
use super::plane::DataPlane;
use super::precomputed::Arriving;
use super::scheme::{QueueScheme, SchemeWork};
use super::wire::{InFlight, LINE, PACKETS_AHEAD};
use crate::engine::{Kind, Window};
use crate::time::PS_PER_NS;

/// A packet that arrives at a switch.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    /// Position in the order of the window's arrivals.
    key: u64,
    tag: Tag,
}

/// Whether all ports of a switch have one batch.
const ONE_BATCH: bool = true;

/// The arrivals of one switch in one window, by batch; all switches use the memory in turn.
#[derive(Debug, Default)]
pub(crate) struct PortBatches(Vec<Vec<Arrival>>);

/// Number of arrivals that the library's run-detecting stable sort sorts without allocating: 4 KiB of its stack.
const ON_STACK: usize = 4096 / size_of::<Arrival>();

/// Initial capacity of a batch. Chosen by us: no port of the fixed workloads gets as many arrivals in a window, so that their
/// steady state allocates nothing. Unused capacity costs address space only.
const ROOM: usize = 512;

/// Sorts the arrivals of a batch. They are sorted runs, one per wire.
fn sort(batch: &mut [Arrival]) {
    let key = |arrival: &Arrival| arrival.key;
    if batch.len() <= ON_STACK { batch.sort_by_key(key) } else { batch.sort_unstable_by_key(key) }
}

impl PortBatches {
    /// One batch per port of the largest device.
    pub(crate) fn new<Q>(plane: &DataPlane<Q>) -> Self {
        let batches = plane.devices.iter().map(|device| device.ports.len()).max().unwrap_or(0);
        Self((0..batches).map(|_| Vec::with_capacity(ROOM)).collect())
    }

    /// Arrivals that fit without allocating.
    pub(crate) fn capacity(&self) -> usize {
        self.0.iter().map(Vec::capacity).sum()
    }
}

impl<Q: QueueScheme> DataPlane<Q> {
    /// Takes the arrivals of the window over these wires at a switch with per-port batches; returns their number.
    pub(crate) fn gather(
        &mut self,
        batches: &mut PortBatches,
        switch: u32,
        wires: impl Iterator<Item = u32>,
        window: Window,
    ) -> u64 {
        if self.devices[switch as usize].scheme.shares_state() {
            wires.map(|wire| self.gather_in::<ONE_BATCH>(batches, switch, wire, window)).sum()
        } else {
            wires.map(|wire| self.gather_in::<{ !ONE_BATCH }>(batches, switch, wire, window)).sum()
        }
    }

    /// Takes the arrivals over one wire, into the common batch or into those of the ports.
    #[inline(never)]
    fn gather_in<const ONE: bool>(
        &mut self,
        batches: &mut PortBatches,
        switch: u32,
        index: u32,
        window: Window,
    ) -> u64 {
        self.settle_arrivals(index, window.end);
        let Self { wires, routes, packets, in_flight, .. } = self;
        let wire = &mut wires[index as usize];
        // Slices stay in registers where the vectors would be read anew for every packet.
        let (hops, batches) = (routes.hops_of(switch), batches.0.as_mut_slice());
        let taken = in_flight.drain_while(&mut wire.packets, |InFlight { due, tag }| {
            if due >= window.end {
                return false;
            }
            let batch = if ONE == ONE_BATCH {
                0
            } else {
                let hop = hops.towards(tag.host());
                routes.exit_of_hop(switch, hop, tag.host(), || packets.get(tag.id()).path_key()).local()
            };
            batches[batch as usize].push(Arrival { key: window.key(due, Kind::Deliver, index), tag });
            true
        });
        if let Some(first) = in_flight.front(&wire.packets) {
            self.events.push(first.due, Kind::Deliver, index);
        }
        u64::from(taken)
    }

    /// Executes the departures of the packets that arrive over a wire before `end`, the end of the window. They began before the
    /// window, so no later event changes them. The far end may not have run its batch yet.
    #[inline(always)]
    pub(crate) fn settle_arrivals(&mut self, index: u32, end: u64) {
        let wire = &mut self.wires[index as usize];
        let left = (end - 1).saturating_sub(wire.delay);
        if wire.next_start <= left {
            match wire.scheduled {
                NONE => wire.catch_up(&self.in_flight, left),
                port => self.book_departures(port, left),
            }
        }
    }

    /// Takes the first packet off the wire of a host if it arrives before `end`.
    #[inline]
    pub(crate) fn take_arrival(&mut self, index: u32, end: u64) -> Option<InFlight> {
        let Self { wires, in_flight, packets, .. } = self;
        let wire = &mut wires[index as usize];
        let first = in_flight.pop_front_if(&mut wire.packets, |first| first.due < end)?;
        if self.prefetches && !wire.packets.is_empty() {
            let head = wire.packets.head();
            in_flight.prefetch(in_flight.later(head, 2 * LINE));
            packets.prefetch(in_flight.at(in_flight.later(head, PACKETS_AHEAD)).tag.id());
        }
        Some(first)
    }

    /// Forwards the gathered arrivals of a switch.
    pub(crate) fn forward_gathered(&mut self, batches: &mut PortBatches, switch: u32, window: Window) {
        let is_one = self.devices[switch as usize].scheme.shares_state();
        for (local, batch) in batches.0.iter_mut().enumerate() {
            if batch.is_empty() {
                continue;
            }
            sort(batch);
            if is_one {
                self.forward_mixed(batch, switch, window);
            } else {
                let port = self.devices[switch as usize].ports[local];
                self.forward_all(batch, port, window);
            }
            batch.clear();
        }
    }

    /// Forwards the arrivals of the common batch of a switch, grouped by consecutive arrivals for the same port.
    fn forward_mixed(&mut self, mut batch: &[Arrival], switch: u32, window: Window) {
        let port = |plane: &Self, tag: Tag| {
            plane.routes.port_of(switch, tag.host(), || plane.packets.get(tag.id()).path_key())
        };
        while let Some(first) = batch.first() {
            let first = port(self, first.tag);
            let count = batch.iter().take_while(|arrival| port(self, arrival.tag) == first).count();
            let (together, others) = batch.split_at(count);
            self.forward_all(together, first, window);
            batch = others;
        }
    }

    /// Forwards arrivals that leave by one port, in order.
    fn forward_all(&mut self, mut batch: &[Arrival], port: u32, window: Window) {
        while !batch.is_empty() {
            let (taken, refusal) = self.forward_run(batch, port, window);
            if let Some(cause) = refusal {
                let Arrival { key, tag } = batch[taken - 1];
                self.advance(window.time(key));
                self.drop_packet(port, tag.id(), cause);
            }
            batch = &batch[taken..];
        }
    }

    /// Forwards arrivals until one is dropped; returns the number taken, and the cause of the last one's drop.
    #[inline(never)]
    fn forward_run(&mut self, batch: &[Arrival], port: u32, window: Window) -> (usize, Option<DropCause>) {
        let (arriving, device) = self.arriving(port);
        device.scheme.resolve(Run { arriving, batch, window })
    }
}

/// Arrivals at one port, to be forwarded until one is dropped.
struct Run<'a> {
    arriving: Arriving<'a>,
    batch: &'a [Arrival],
    window: Window,
}

impl SchemeWork for Run<'_> {
    type Output = (usize, Option<DropCause>);

    #[inline]
    fn run<Q: QueueScheme>(self, scheme: &mut Q) -> Self::Output {
        let Self { mut arriving, batch, window } = self;
        let was_empty = arriving.wire.packets.is_empty();
        let mut left = batch.iter();
        while let Some(arrival) = left.next() {
            let now = window.time(arrival.key);
            arriving.wire.catch_up(arriving.in_flight, now);
            let refusal = arriving.take(scheme, arrival.tag, now, now / PS_PER_NS);
            if refusal.is_some() {
                arriving.announce(was_empty);
                return (batch.len() - left.len(), refusal);
            }
        }
        arriving.announce(was_empty);
        (batch.len(), None)
    }
}
