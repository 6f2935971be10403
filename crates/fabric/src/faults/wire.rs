//! The end of a wire in a run with faults.

use super::{Due, Effect, Faulted, Faults, LostBy};
use crate::data_plane::{DataPlane, NONE, PacketKind, QueueScheme, StackId, Sum, Tag, other_end};
use crate::engine::Kind;
use freeboard_aqm_api::Ecn;

/// The causes of faults follow those of [`DropCause`](crate::data_plane::DropCause) in the run digest.
const FIRST_CAUSE: u32 = 3;

/// The epoch of a packet that is past its link.
const HELD: u32 = u32::MAX;

/// What becomes of a packet at the end of its wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Hits {
    lost: Option<LostBy>,
    /// It comes twice.
    is_copied: bool,
    /// Its telemetry goes.
    is_stripped: bool,
    /// Its ECN field becomes this one.
    ecn: Option<Ecn>,
    /// It is late by this time \[ps\].
    late: u64,
}

impl Faults {
    /// Every rule counts every packet, so that one rule more changes no draw of the others.
    fn hits(&mut self, port: u32, kind: PacketKind, now: u64) -> Hits {
        let mut hits = Hits::default();
        for (effect, word) in self.rules[port as usize].iter_mut().filter_map(|rule| rule.hit(kind, now)) {
            match effect {
                Effect::Loss => hits.lost = hits.lost.or(Some(LostBy::Loss)),
                Effect::Corruption => hits.lost = hits.lost.or(Some(LostBy::Corruption)),
                Effect::TelemetryLoss => hits.is_stripped = true,
                Effect::Ecn(ecn) => hits.ecn = Some(ecn),
                Effect::Duplication => hits.is_copied = true,
                Effect::Delay { least, most } => hits.late += least.0 + word % (most.0 - least.0 + 1),
            }
        }
        hits
    }
}

impl<Q: QueueScheme> Faulted<'_, Q> {
    /// The head of a wire has come to its end; handed out if it reaches its host.
    pub(crate) fn deliver(&mut self, index: u32) -> Option<Tag> {
        let Self { plane, faults } = self;
        let wire = &mut plane.wires[index as usize];
        let mut tag = plane.in_flight.pop_front(&mut wire.packets)?.tag;
        if let Some(next) = plane.in_flight.front(&wire.packets) {
            plane.events.push(next.due, Kind::Deliver, index);
        }
        let port = faults.port_of_wire[index as usize];
        if let Some(doomed) = faults.doomed[index as usize].checked_sub(1) {
            faults.doomed[index as usize] = doomed;
            self.lose(port, tag, LostBy::LinkDown);
            return None;
        }
        let hits = faults.hits(port, plane.packets.get(tag.id()).kind, plane.now);
        if hits.is_stripped {
            let telemetry = core::mem::take(&mut plane.packets.get_mut(tag.id()).telemetry);
            faults.books[port as usize].stripped += u64::from(telemetry.index().is_some());
            plane.forget_hops(telemetry);
        }
        if let Some(ecn) = hits.ecn {
            faults.books[port as usize].rewritten += u64::from(tag.ecn() != ecn);
            tag = tag.with_ecn(ecn);
        }
        if hits.is_copied {
            self.copy(index, port, tag);
        }
        match hits {
            Hits { lost: Some(cause), .. } => self.lose(port, tag, cause),
            Hits { late: 0, .. } => return self.reach(index, tag),
            Hits { late, .. } => {
                self.faults.books[port as usize].delayed += 1;
                self.put_late(self.plane.now + late, index, tag);
            }
        }
        None
    }

    /// Something is due at `time` \[ps\].
    pub(super) fn put_off(&mut self, time: u64, due: Due) {
        self.faults.timetable.add(time, due);
        self.plane.events.push(time, Kind::Fault, 0);
    }

    /// A packet that is on its link reaches the end of it at `time` \[ps\].
    fn put_late(&mut self, time: u64, wire: u32, tag: Tag) {
        let epoch = self.faults.epochs[self.faults.port_of_wire[wire as usize] as usize];
        self.put_off(time, Due::Arrival { wire, tag, epoch });
    }

    /// A late packet reaches the end of its wire, unless the link has gone down since; handed out if it reaches its host.
    pub(crate) fn deliver_late(&mut self, wire: u32, tag: Tag, epoch: u32) -> Option<Tag> {
        let port = self.faults.port_of_wire[wire as usize];
        if epoch != HELD && epoch != self.faults.epochs[port as usize] {
            self.lose(port, tag, LostBy::LinkDown);
            return None;
        }
        self.reach(wire, tag)
    }

    /// A packet has arrived over its link. A paused NIC keeps it until the pause ends.
    fn reach(&mut self, wire: u32, tag: Tag) -> Option<Tag> {
        let port = self.faults.port_of_wire[wire as usize];
        let until = self.faults.paused_until[other_end(port) as usize];
        if until > self.plane.now {
            self.put_off(until, Due::Arrival { wire, tag, epoch: HELD });
            return None;
        }
        if !self.faults.dropping.is_empty()
            && let Some(queue) = self.dropping(wire, tag)
        {
            *self.faults.refused.entry(queue).or_default() += 1;
            self.lose(port, tag, LostBy::Watchdog);
            return None;
        }
        self.plane.arrive(wire, tag)
    }

    /// Port and class of a packet's queue, if a watchdog drops arrivals for it.
    fn dropping(&self, wire: u32, tag: Tag) -> Option<(u32, u8)> {
        let Self { plane, faults } = self;
        let (switch, packet) = (plane.wires[wire as usize].switch, plane.packets.get(tag.id()));
        let queue = || (plane.routes.port_of(switch, tag.host(), || packet.path_key()), packet.class);
        (switch != NONE).then(queue).filter(|queue| faults.dropping.contains(queue))
    }

    /// A packet comes again over its wire, a transmission later.
    fn copy(&mut self, wire: u32, port: u32, tag: Tag) {
        let Self { plane, faults } = self;
        let mut packet = *plane.packets.get(tag.id());
        if packet.sack != NONE {
            packet.sack = plane.sacks.insert(*plane.sacks.get(packet.sack));
        }
        if let Some(place) = packet.telemetry.index() {
            packet.telemetry = StackId::at(plane.stacks.insert(*plane.stacks.get(place)));
        }
        let copied = tag.with_id(plane.packets.insert(packet));
        faults.books[port as usize].copied += Sum::of(tag.size());
        if packet.kind.has_payload()
            && let Some(payload) = faults.copied_payload.get_mut(packet.flow as usize)
        {
            *payload += u64::from(packet.payload);
        }
        let time = plane.now + plane.ports[port as usize].frame_time(tag.size());
        self.put_late(time, wire, copied);
    }

    /// Takes the next of what faults have put off until now; nothing if there is no more.
    pub(crate) fn take_due(&mut self) -> Option<Due> {
        self.faults.timetable.take(self.plane.now)
    }

    /// A fault takes a packet that a port has sent.
    fn lose(&mut self, port: u32, tag: Tag, cause: LostBy) {
        self.faults.books[port as usize].lost[cause as usize] += Sum::of(tag.size());
        discard(self.plane, port, tag, cause);
    }
}

/// A packet that has been booked as lost goes.
pub(super) fn discard<Q: QueueScheme>(plane: &mut DataPlane<Q>, port: u32, tag: Tag, cause: LostBy) {
    let packet = plane.packets.get(tag.id());
    plane.books.lose(packet, port | ((FIRST_CAUSE + cause as u32) << 24), plane.now);
    plane.free(tag.id());
}
