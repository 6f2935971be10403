//! One shard of a network: its part of a step, and its exports.
//!
//! A shard is a whole network and runs only the nodes it *owns*. Packets of other shards reach it over *cut wires*, whose sending
//! half is in one shard and whose receiving half is in another. The sending half always keeps one entry, so that the wire never
//! becomes busy again and has no arrivals. A packet is exported once its transmission has begun.

use super::exchange::Mail;
use super::partition::Cut;
use crate::data_plane::{DataPlane, Flying, NONE, QueueScheme, StackId};
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
        self.plane.elsewhere = self.lookahead.ports.iter().map(is_elsewhere).collect();
        self.owned = owned;
        self.plane.is_shard = true;
        for &wire in cuts.iter().flat_map(|cut| &cut.wires) {
            let DataPlane { wires, flying, .. } = &mut self.plane;
            flying.push_back(&mut wires[wire as usize].packets, Flying::stays());
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
    pub(super) fn hand_over(&mut self, cut: &[u32], mail: &mut Mail) -> [u64; 2] {
        let (mut start, mut arrival) = (u64::MAX, u64::MAX);
        let before = mail.flying.len();
        for (place, &wire) in cut.iter().enumerate() {
            self.plane.prefetch_cut(&cut[place..]);
            self.plane.settle_wire(wire);
            let DataPlane { wires, flying, .. } = &mut self.plane;
            let it = &mut wires[wire as usize];
            start = start.min(it.next_start);
            // After the permanent entry.
            let (begun, end) = (flying.after(it.packets.head()), it.begun_until());
            if begun == end {
                continue;
            }
            arrival = arrival.min(flying.at(begun).due);
            let others = mail.flying.len();
            flying.copy(begun, end, &mut mail.flying);
            mail.wires.push((wire, (mail.flying.len() - others) as u32));
            // The entry of the last exported packet becomes the permanent entry.
            if let Some(last) = flying.before(&it.packets, end) {
                flying.skip_to(&mut it.packets, last);
                *flying.at_mut(last) = Flying::stays();
            }
        }
        let DataPlane { packets, sacks, stacks, .. } = &mut self.plane;
        for place in before..mail.flying.len() {
            // A switch does not touch a packet, so it has not been in the cache since it left its host.
            if let Some(later) = mail.flying.get(place + AHEAD) {
                packets.prefetch(later.tag.id());
            }
            let id = mail.flying[place].tag.id();
            let packet = packets.get(id);
            if packet.sack != NONE {
                mail.sacks.push(sacks.remove(packet.sack));
            }
            if let Some(place) = packet.telemetry.index() {
                mail.stacks.push(stacks.remove(place));
            }
            // Copies from memory to memory, without a copy on the stack.
            mail.packets.extend_from_slice(core::slice::from_ref(packet));
            packets.remove(id);
        }
        [start, arrival]
    }

    /// Imports the packets of another shard.
    pub(super) fn take_over(&mut self, mail: &mut Mail) {
        let DataPlane { wires, flying, packets, sacks, stacks, events, .. } = &mut self.plane;
        let (mut blocks, mut telemetry) = (mail.sacks.drain(..), mail.stacks.drain(..));
        let mut first = 0;
        for (place, &(wire, count)) in mail.wires.iter().enumerate() {
            if let Some(&(later, _)) = mail.wires.get(place + 4) {
                prefetch_index(wires.as_slice(), later as usize);
            }
            if let Some(&(next, _)) = mail.wires.get(place + 2) {
                wires[next as usize].prefetch_departures(flying);
            }
            let on_wire = &mut wires[wire as usize].packets;
            let was_empty = on_wire.is_empty();
            let own = first..first + count as usize;
            first = own.end;
            for at in own {
                let (Flying { due, tag }, packet) = (mail.flying[at], &mail.packets[at]);
                // They are in another core's cache.
                prefetch_index(&mail.packets, at + AHEAD);
                // Copies from memory to memory; rare fields are handled there.
                let id = packets.insert(*packet);
                if packet.sack != NONE {
                    packets.get_mut(id).sack = blocks.next().map_or(NONE, |it| sacks.insert(it));
                }
                if packet.telemetry.index().is_some() {
                    let stack = telemetry.next().map(|it| stacks.insert(it));
                    packets.get_mut(id).telemetry = stack.map_or_else(StackId::default, StackId::at);
                }
                flying.push_back(on_wire, Flying { due, tag: tag.moved(id) });
            }
            if let (true, Some(head)) = (was_empty, flying.front(on_wire)) {
                events.push_at(self.lookahead.side_of_wire(wire), head.due, Kind::Deliver, wire);
            }
        }
        drop((blocks, telemetry));
        mail.wires.clear();
        mail.flying.clear();
        mail.packets.clear();
        for frame in mail.pauses.drain(..) {
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
            self.wires[next as usize].prefetch_arrivals(&self.flying);
        }
        if let Some(&later) = cut.get(4) {
            prefetch_index(&self.wires, later as usize);
        }
    }
}
