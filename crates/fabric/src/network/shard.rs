//! One shard of a network: the part of a step that it runs, and what it hands over.
//!
//! A shard is a whole network, of which it runs the nodes it *owns*. What the others do reaches it over *cut wires*, whose
//! sending half lies in one shard and whose receiving half in another. On the sending half one entry stays for good, so
//! that it never becomes busy anew and has no arrivals: a packet is handed over once it has begun.

use super::Network;
use super::Until;
use crate::data_plane::{Flying, NONE, Packet, QueueScheme, SackBlocks, StackId};
use crate::engine::{Event, Kind};
use crate::transport::FlowControl;
use freeboard_cc_api::IntStack;

/// A packet on its way from one shard to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handed {
    wire: u32,
    flying: Flying,
    packet: Packet,
    sack: Option<SackBlocks>,
    stack: Option<IntStack>,
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// From now on it runs these nodes only, hosts first, and these of the wires are sending halves.
    pub(super) fn become_shard(&mut self, owned: Vec<bool>, cut: &[u32]) {
        let is_elsewhere = |&node: &u32| !owned[node as usize];
        self.plane.elsewhere = self.lookahead.ports.iter().map(is_elsewhere).collect();
        self.owned = owned;
        self.plane.is_shard = true;
        for &wire in cut {
            self.plane.wires[wire as usize].packets.push_back(Flying::stays());
        }
    }

    /// The node of a port is run here.
    pub(super) fn owns_port(&self, port: u32) -> bool {
        self.owned.is_empty() || self.owned[self.lookahead.ports[port as usize] as usize]
    }

    /// Runs what is due up to `limit` \[ps\], or up to an event that concerns all shards, which is returned.
    pub(super) fn run_step(&mut self, limit: u64) -> Option<Event> {
        while self.plane.events.is_due(limit) {
            self.plane.events.set_limit(limit);
            if self.run_window(Until::Time) {
                continue;
            }
            self.plane.events.skip_window(limit);
            while let Some(event) = self.plane.events.pop() {
                if event.kind().is_common() {
                    self.plane.advance(event.time);
                    return Some(event);
                }
                self.run_event(event);
            }
        }
        None
    }

    /// Runs its next event.
    pub(super) fn run_next(&mut self, limit: u64) {
        self.plane.events.set_limit(limit);
        if let Some(event) = self.plane.events.pop() {
            self.run_event(event);
        }
    }

    pub(super) fn run_event(&mut self, event: Event) {
        self.plane.events.set_last(event.what);
        self.plane.advance(event.time);
        self.dispatch(event);
    }

    /// Takes what has begun to be sent over a cut wire up to now.
    pub(super) fn hand_over(&mut self, wire: u32, handed: &mut Vec<Handed>) {
        self.plane.settle_wire(wire);
        let it = &self.plane.wires[wire as usize];
        let begun = it.packets.len() - it.waiting - 1;
        for _ in 0..begun {
            let packets = &mut self.plane.wires[wire as usize].packets;
            packets.pop_front();
            let flying = packets.at(0);
            // The entry that stays is that of the packet that has gone last.
            *packets.at_mut(0) = Flying::stays();
            let packet = self.plane.packets.remove(flying.tag.id());
            let sack = (packet.sack != NONE).then(|| self.plane.sacks.remove(packet.sack));
            let stack = packet.telemetry.index().map(|place| self.plane.stacks.remove(place));
            handed.push(Handed { wire, flying, packet, sack, stack });
        }
    }

    /// Puts a packet on the receiving half of its wire.
    pub(super) fn take_over(&mut self, handed: &Handed) {
        let Handed { wire, flying, mut packet, sack, stack } = *handed;
        let plane = &mut self.plane;
        packet.sack = sack.map_or(NONE, |blocks| plane.sacks.insert(blocks));
        packet.telemetry = stack.map_or_else(StackId::default, |it| StackId::at(plane.stacks.insert(it)));
        let tag = flying.tag.moved(plane.packets.insert(packet));
        let packets = &mut plane.wires[wire as usize].packets;
        if packets.is_empty() {
            plane.events.push(flying.due, Kind::Deliver, wire);
        }
        packets.push_back(Flying { due: flying.due, tag });
    }
}
