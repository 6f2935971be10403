//! One shard of a network: its part of a step, and its exports.
//!
//! A shard is a whole network and runs only the nodes it *owns*. Packets of other shards reach it over *cut wires*, whose sending
//! half is in one shard and whose receiving half is in another. The sending half always keeps one entry, so that the wire never
//! becomes busy again and has no arrivals. A packet is exported once its transmission has begun.

use super::exchange::Outbox;
use super::partition::Cut;
use crate::data_plane::{DataPlane, InFlight, NONE, QueueScheme, StackId};
use crate::engine::{Event, Kind};
use crate::network::{Network, Until};
use crate::transport::FlowControl;
use prefetch_index::prefetch_index;

/// Number of packets by which export and import prefetch ahead. Chosen by us.
const AHEAD: usize = 16;

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Restricts the network to these nodes, hosts first; these of its wires become sending halves.
    pub(super) fn become_shard(&mut self, owned: Vec<bool>, cuts: &[Cut]) {
        let is_elsewhere = |&node: &u32| !owned[node as usize];
        self.plane.sharing.begin(self.lookahead.ports.iter().map(is_elsewhere).collect());
        self.owned = owned;
        for &wire in cuts.iter().flat_map(|cut| &cut.wires) {
            let DataPlane { wires, in_flight, .. } = &mut self.plane;
            in_flight.push_back(&mut wires[wire as usize].packets, InFlight::permanent());
        }
    }

    /// Whether this shard runs the node of a port.
    pub(in crate::network) fn owns_port(&self, port: u32) -> bool {
        self.owned.is_empty() || self.owned[self.lookahead.ports[port as usize] as usize]
    }

    /// Runs events up to the limits of the two parts \[ps\], or up to a global event, which is returned.
    pub(super) fn run_step(&mut self, limits: [u64; 2]) -> Option<Event> {
        loop {
            self.plane.events.set_limits(limits);
            if !self.plane.events.is_due() {
                return None;
            }
            if self.run_window(Until::Time) {
                continue;
            }
            self.plane.events.skip_window();
            while let Some(event) = self.plane.events.pop() {
                if self.plane.events.is_shared(event) {
                    self.plane.advance(event.time);
                    return Some(event);
                }
                self.run_event(event);
            }
        }
    }

    /// Records that both parts have run at least up to these times \[ps\].
    pub(super) fn reach(&mut self, times: [u64; 2]) {
        self.reached = [0, 1].map(|side| self.reached[side].max(times[side]));
    }

    /// Runs the next event of the shard.
    pub(super) fn run_next(&mut self, limit: u64) {
        self.plane.events.set_limits([limit; 2]);
        if let Some(event) = self.plane.events.pop() {
            self.run_event(event);
        }
    }

    pub(super) fn run_event(&mut self, event: Event) {
        self.plane.events.set_last(event.what);
        self.plane.advance(event.time);
        self.dispatch(event);
    }

    /// Exports the packets whose transmission over cut wires has begun by now. Returns the time at which the next transmission on
    /// one of these wires begins, and the arrival time of the first exported packet; [`u64::MAX`] without one \[ps\].
    pub(super) fn export(&mut self, cut: &[u32], outbox: &mut Outbox) -> [u64; 2] {
        let (mut start, mut arrival) = (u64::MAX, u64::MAX);
        let before = outbox.in_flight.len();
        for (place, &wire) in cut.iter().enumerate() {
            self.plane.prefetch_cut(&cut[place..]);
            self.plane.settle_wire(wire);
            let DataPlane { wires, in_flight, .. } = &mut self.plane;
            let it = &mut wires[wire as usize];
            start = start.min(it.next_start);
            // After the permanent entry.
            let (begun, end) = (in_flight.after(it.packets.head()), it.begun_until());
            if begun == end {
                continue;
            }
            arrival = arrival.min(in_flight.at(begun).due);
            let others = outbox.in_flight.len();
            in_flight.copy(begun, end, &mut outbox.in_flight);
            outbox.wires.push((wire, (outbox.in_flight.len() - others) as u32));
            // The entry of the last exported packet becomes the permanent entry.
            if let Some(last) = in_flight.before(&it.packets, end) {
                in_flight.skip_to(&mut it.packets, last);
                *in_flight.at_mut(last) = InFlight::permanent();
            }
        }
        let DataPlane { packets, sacks, stacks, .. } = &mut self.plane;
        for place in before..outbox.in_flight.len() {
            // A switch does not touch a packet, so it has not been in the cache since it left its host.
            if let Some(later) = outbox.in_flight.get(place + AHEAD) {
                packets.prefetch(later.tag.id());
            }
            let id = outbox.in_flight[place].tag.id();
            let packet = packets.get(id);
            if packet.sack != NONE {
                outbox.sacks.push(sacks.remove(packet.sack));
            }
            if let Some(place) = packet.telemetry.index() {
                outbox.stacks.push(stacks.remove(place));
            }
            // Copies from memory to memory, without a copy on the stack.
            outbox.packets.extend_from_slice(core::slice::from_ref(packet));
            packets.remove(id);
        }
        [start, arrival]
    }

    /// Imports the packets of another shard.
    pub(super) fn import(&mut self, outbox: &mut Outbox) {
        let DataPlane { wires, in_flight, packets, sacks, stacks, events, .. } = &mut self.plane;
        let (mut blocks, mut telemetry) = (outbox.sacks.drain(..), outbox.stacks.drain(..));
        let mut first = 0;
        for (place, &(wire, count)) in outbox.wires.iter().enumerate() {
            if let Some(&(later, _)) = outbox.wires.get(place + 4) {
                prefetch_index(wires.as_slice(), later as usize);
            }
            if let Some(&(next, _)) = outbox.wires.get(place + 2) {
                wires[next as usize].prefetch_departures(in_flight);
            }
            let on_wire = &mut wires[wire as usize].packets;
            let was_empty = on_wire.is_empty();
            let own = first..first + count as usize;
            first = own.end;
            for at in own {
                let (InFlight { due, tag }, packet) = (outbox.in_flight[at], &outbox.packets[at]);
                // They are in another core's cache.
                prefetch_index(&outbox.packets, at + AHEAD);
                // Copies from memory to memory; rare fields are handled there.
                let id = packets.insert(*packet);
                if packet.sack != NONE {
                    packets.get_mut(id).sack = blocks.next().map_or(NONE, |it| sacks.insert(it));
                }
                if packet.telemetry.index().is_some() {
                    let stack = telemetry.next().map(|it| stacks.insert(it));
                    packets.get_mut(id).telemetry = stack.map_or_else(StackId::default, StackId::at);
                }
                in_flight.push_back(on_wire, InFlight { due, tag: tag.moved(id) });
            }
            if let (true, Some(head)) = (was_empty, in_flight.front(on_wire)) {
                events.push_at(self.lookahead.side_of_wire(wire), head.due, Kind::Deliver, wire);
            }
        }
        drop((blocks, telemetry));
        outbox.wires.clear();
        outbox.in_flight.clear();
        outbox.packets.clear();
        for frame in outbox.pauses.drain(..) {
            self.plane.pause_arrives(frame, self.lookahead.side_of_port(frame.port));
        }
    }
}

impl<Q> DataPlane<Q> {
    /// Prefetches the packets on the cut wires after the first of these wires.
    fn prefetch_cut(&self, cut: &[u32]) {
        if !self.prefetches {
            return;
        }
        if let Some(&next) = cut.get(2) {
            self.wires[next as usize].prefetch_arrivals(&self.in_flight);
        }
        if let Some(&later) = cut.get(4) {
            prefetch_index(&self.wires, later as usize);
        }
    }
}
