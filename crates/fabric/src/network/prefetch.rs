//! Memory prefetch ahead of the node batches of a lookahead window.
//!
//! A large network does not fit the second cache, and a node runs once per window: whatever it touches first
//! comes from further away. Its address is known some batches before, and has to be: an entry of a ring is found by
//! way of its wire, a packet by way of the entry. So ports and wires are prefetched three batches ahead, entries two, packets
//! and routes one. What follows on the same wire is prefetched as the one before it is dealt with ([`DataPlane::deliver`]).

use super::Network;
use super::lookahead::Lookahead;
use crate::data_plane::{DataPlane, NONE, QueueScheme};
use crate::engine::Kind;
use crate::transport::FlowControl;
use prefetch_index::prefetch_index;

impl Lookahead {
    /// Wires on which something arrives at the node of the `batch`-th batch.
    fn arrivals(&self, batch: usize) -> impl Iterator<Item = usize> {
        let given = self.nodes.get(batch).map(|&node| self.events_of(node));
        let events = given.into_iter().flatten().map(|given| given.what.at(given.time));
        events.filter(|event| event.is(Kind::Deliver)).map(|event| event.index() as usize)
    }

    /// Ports of that node, each with its first wire.
    fn ports_at(&self, batch: usize) -> &[(u32, u32)] {
        self.nodes.get(batch).map_or(&[], |&node| self.owners.ports_of(node))
    }
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Prefetches what the node batches after the `batch`-th will read first. What has to be loaded for that comes
    /// before what only has to be asked for.
    pub(super) fn prefetch_batches(&self, batch: usize) {
        let (plane, lookahead) = (&self.plane, &self.lookahead);
        // A host has one port.
        if let &[(port, _)] = lookahead.ports_at(batch + 1) {
            plane.prefetch_waiting(port);
        }
        lookahead.arrivals(batch + 1).for_each(|wire| plane.prefetch_arrival(wire));
        lookahead.arrivals(batch + 2).for_each(|wire| plane.wires[wire].prefetch_arrivals());
        for &(_, wire) in lookahead.ports_at(batch + 2) {
            plane.wires[wire as usize].prefetch_departures();
        }
        lookahead.arrivals(batch + 3).for_each(|wire| prefetch_index(&plane.wires, wire));
        for &(port, wire) in lookahead.ports_at(batch + 3) {
            plane.ports[port as usize].prefetch();
            prefetch_index(&plane.wires, wire as usize);
        }
    }
}

impl<Q> DataPlane<Q> {
    /// Prefetches the first packets that wait in a host's port: their senders want to know when they leave.
    fn prefetch_waiting(&self, port: u32) {
        for queue in &self.queues[port as usize].all {
            let waiting = 0..queue.packets.len().min(2);
            waiting.for_each(|before| self.packets.prefetch(queue.packets.at(before).tag.id()));
        }
    }

    /// Prefetches what the first packet on a wire needs at its end.
    fn prefetch_arrival(&self, wire: usize) {
        let wire = &self.wires[wire];
        let Some(first) = wire.packets.front() else { return };
        if wire.switch == NONE {
            self.packets.prefetch(first.tag.id());
            self.packets.prefetch(wire.packets.at(1).tag.id());
        } else {
            self.routes.prefetch(wire.switch, first.tag.host());
        }
    }
}
