//! Memory prefetch ahead of the node batches of a lookahead window.
//!
//! A large network does not fit the second cache, and a node runs once per window: whatever it touches first
//! comes from further away. Its address is known some batches before, and has to be: an entry of a wire is found by
//! way of the wire, a packet by way of the entry. So ports and wires are prefetched three batches ahead, entries two, packets
//! and routes one. What follows on the same wire is prefetched as the one before it is dealt with ([`DataPlane::deliver`]).

use super::Network;
use super::lookahead::{BatchKind, Lookahead};
use crate::data_plane::{DataPlane, NONE, PACKETS_AHEAD, QueueScheme};
use crate::engine::Kind;
use crate::transport::FlowControl;
use prefetch_index::prefetch_index;

impl Lookahead {
    /// Calls `each` with the wires on which something arrives at a node, or may: a host's only one.
    #[inline(always)]
    fn each_arrival(&self, node: u32, mut each: impl FnMut(usize)) {
        if let BatchKind::Host(wire) = self.kind_of(node) {
            return each(wire as usize);
        }
        for given in self.events_of(node) {
            if given.what.at(given.time).is(Kind::Deliver) {
                each(given.what.index() as usize);
            }
        }
    }
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Prefetches what the node batches after that of a node will read first. What has to be loaded for that comes
    /// before what only has to be asked for.
    pub(super) fn prefetch_batches(&self, node: u32) {
        let (plane, lookahead) = (&self.plane, &self.lookahead);
        let mut nodes = [Some(node); 4];
        for after in 1..nodes.len() {
            nodes[after] = nodes[after - 1].and_then(|before| lookahead.next_busy(before + 1));
        }
        let node = |after: usize| nodes[after];
        // Batches take a whole wire at a time, and no packet on it.
        if let Some(node) = node(1)
            && !matches!(lookahead.kind_of(node), BatchKind::PortBatches(_))
        {
            // A host has one port.
            if let &[(port, _)] = lookahead.owners.ports_of(node) {
                plane.prefetch_waiting(port);
            }
            lookahead.each_arrival(node, |wire| plane.prefetch_arrival(wire));
        }
        if let Some(node) = node(2) {
            lookahead.each_arrival(node, |wire| plane.wires[wire].prefetch_arrivals(&plane.in_flight));
            for &(_, wire) in lookahead.owners.ports_of(node) {
                plane.wires[wire as usize].prefetch_departures(&plane.in_flight);
            }
        }
        if let Some(node) = node(3) {
            lookahead.each_arrival(node, |wire| prefetch_index(&plane.wires, wire));
            for &(port, wire) in lookahead.owners.ports_of(node) {
                plane.ports[port as usize].prefetch();
                prefetch_index(&plane.wires, wire as usize);
            }
        }
    }
}

impl<Q> DataPlane<Q> {
    /// Prefetches the first packets that wait in a host's port: their senders want to know when they leave.
    fn prefetch_waiting(&self, port: u32) {
        let not_begun = self.wires[self.ports[port as usize].wire as usize].next_tags(&self.in_flight);
        not_begun.for_each(|tag| self.packets.prefetch(tag.id()));
        for queue in &self.queues[port as usize].all {
            let waiting = 0..queue.packets.len().min(2);
            waiting.for_each(|before| self.packets.prefetch(queue.packets.at(before).tag.id()));
        }
    }

    /// Prefetches what the first packet on a wire needs at its end.
    fn prefetch_arrival(&self, wire: usize) {
        let Self { wires, in_flight, packets, .. } = self;
        let wire = &wires[wire];
        let Some(first) = in_flight.front(&wire.packets) else { return };
        if wire.switch == NONE {
            let packet = |ahead| in_flight.at(in_flight.later(wire.packets.head(), ahead));
            (0..=PACKETS_AHEAD).for_each(|ahead| packets.prefetch(packet(ahead).tag.id()));
        } else {
            self.routes.prefetch(wire.switch, first.tag.host());
        }
    }
}
