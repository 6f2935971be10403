//! What memory is asked for before the nodes of a window have their turns.
//!
//! A large network does not fit the second cache, and a node has its turn once per window: whatever it touches first
//! comes from further away. Its address can be known some turns before, and has to be: an entry of a ring is found by
//! way of its wire, a packet by way of the entry. So ports and wires are asked for three turns ahead, entries two, packets
//! and routes one. What follows on the same wire is asked for as the one before it is dealt with ([`Plane::deliver`]).

use super::Network;
use super::windows::Windows;
use crate::engine::Kind;
use crate::plane::{NONE, Plane, QueueScheme};
use crate::transport::FlowControl;
use prefetch_index::prefetch_index;

impl Windows {
    /// Wires on which something arrives at the node that has the `turn`-th turn.
    fn arrivals(&self, turn: usize) -> impl Iterator<Item = usize> {
        let given = self.nodes.get(turn).map(|&node| self.events_of(node));
        let events = given.into_iter().flatten().map(|given| given.what.at(given.time));
        events.filter(|event| event.is(Kind::Deliver)).map(|event| event.index() as usize)
    }

    /// Ports of that node, each with its first wire.
    fn ports_at(&self, turn: usize) -> &[(u32, u32)] {
        self.nodes.get(turn).map_or(&[], |&node| self.owners.ports_of(node))
    }
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Has memory bring what the nodes after the `turn`-th will look at first. What has to be loaded for that comes
    /// before what only has to be asked for.
    pub(super) fn look_ahead(&self, turn: usize) {
        let (plane, windows) = (&self.plane, &self.windows);
        // A host has one port.
        if let &[(port, _)] = windows.ports_at(turn + 1) {
            plane.expect_waiting(port);
        }
        windows.arrivals(turn + 1).for_each(|wire| plane.expect_arrival(wire));
        windows.arrivals(turn + 2).for_each(|wire| plane.wires[wire].expect_arrivals());
        for &(_, wire) in windows.ports_at(turn + 2) {
            plane.wires[wire as usize].expect_departures();
        }
        windows.arrivals(turn + 3).for_each(|wire| prefetch_index(&plane.wires, wire));
        for &(port, wire) in windows.ports_at(turn + 3) {
            plane.ports[port as usize].expect();
            prefetch_index(&plane.wires, wire as usize);
        }
    }
}

impl<Q> Plane<Q> {
    /// Has memory bring the first packets that wait in a host's port: their senders want to know when they leave.
    fn expect_waiting(&self, port: u32) {
        let queue = &self.ports[port as usize].queue;
        (0..queue.len().min(2)).for_each(|before| self.packets.expect(queue.at(before).tag.id()));
    }

    /// Has memory bring what the first packet on a wire needs at its end.
    fn expect_arrival(&self, wire: usize) {
        let wire = &self.wires[wire];
        let Some(first) = wire.packets.front() else { return };
        if wire.switch == NONE {
            self.packets.expect(first.tag.id());
            self.packets.expect(wire.packets.at(1).tag.id());
        } else {
            self.routes.expect(wire.switch, first.tag.host());
        }
    }
}
