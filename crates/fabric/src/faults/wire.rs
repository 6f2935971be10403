//! The end of a wire in a run with faults.

use super::{Due, Effect, Faults, LostBy};
use crate::data_plane::{DataPlane, NONE, PacketKind, QueueScheme, StackId, Tag};
use crate::digest::Record;
use crate::engine::Kind;
use crate::ledger::Sum;

/// The causes of faults follow those of [`DropCause`](crate::data_plane::DropCause) in the run digest.
const FIRST_CAUSE: u32 = 3;

/// What becomes of a packet at the end of its wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Fate {
    lost: Option<LostBy>,
    /// It comes twice.
    is_copied: bool,
    /// It is late by this time \[ps\].
    late: u64,
}

impl Faults {
    /// Every rule counts every packet, so that one rule more changes no draw of the others.
    fn fate(&mut self, port: u32, kind: PacketKind, now: u64) -> Fate {
        let mut fate = Fate::default();
        for (effect, word) in self.rules[port as usize].iter_mut().filter_map(|rule| rule.hit(kind, now)) {
            match effect {
                Effect::Loss => fate.lost = fate.lost.or(Some(LostBy::Loss)),
                Effect::Corruption => fate.lost = fate.lost.or(Some(LostBy::Corruption)),
                Effect::Duplication => fate.is_copied = true,
                Effect::Delay { least, most } => fate.late += least.0 + word % (most.0 - least.0 + 1),
            }
        }
        fate
    }
}

impl<Q: QueueScheme> DataPlane<Q> {
    /// The head of a wire has come to its end, in a run with faults; handed out if it reaches its host.
    pub(crate) fn deliver_faulted(&mut self, index: u32) -> Option<Tag> {
        let wire = &mut self.wires[index as usize];
        let tag = wire.packets.pop_front()?.tag;
        if let Some(next) = wire.packets.front() {
            self.events.push(next.due, Kind::Deliver, index);
        }
        let kind = self.packets.get(tag.id()).kind;
        let faults = self.faults.as_mut()?;
        let port = faults.port_of_wire[index as usize];
        let fate = faults.fate(port, kind, self.now);
        if fate.is_copied {
            self.copy(index, port, tag);
        }
        match fate {
            Fate { lost: Some(cause), .. } => self.lose(port, tag, cause),
            Fate { late: 0, .. } => return self.arrive(index, tag),
            Fate { late, .. } => {
                if let Some(faults) = &mut self.faults {
                    faults.books[port as usize].delayed += 1;
                }
                self.put_off(self.now + late, Due::Arrival { wire: index, tag });
            }
        }
        None
    }

    /// Something is due at `time` \[ps\].
    pub(super) fn put_off(&mut self, time: u64, due: Due) {
        if let Some(faults) = &mut self.faults {
            faults.timetable.add(time, due);
            self.events.push(time, Kind::Fault, 0);
        }
    }

    /// A packet comes again over its wire, a transmission later.
    fn copy(&mut self, wire: u32, port: u32, tag: Tag) {
        let mut packet = *self.packets.get(tag.id());
        if packet.sack != NONE {
            packet.sack = self.sacks.insert(*self.sacks.get(packet.sack));
        }
        if let Some(place) = packet.telemetry.index() {
            packet.telemetry = StackId::at(self.stacks.insert(*self.stacks.get(place)));
        }
        let copied = tag.with_id(self.packets.insert(packet));
        if let Some(faults) = &mut self.faults {
            faults.books[port as usize].copied += Sum::of(tag.size());
            if packet.kind.has_payload()
                && let Some(payload) = faults.copied_payload.get_mut(packet.flow as usize)
            {
                *payload += u64::from(packet.payload);
            }
        }
        let time = self.now + self.ports[port as usize].frame_time(tag.size());
        self.put_off(time, Due::Arrival { wire, tag: copied });
    }

    /// Does the next of what faults have put off until now; nothing if there is no more.
    pub(crate) fn take_due(&mut self) -> Option<Due> {
        self.faults.as_mut()?.timetable.take(self.now)
    }

    /// A fault takes a packet that a port has sent.
    fn lose(&mut self, port: u32, tag: Tag, cause: LostBy) {
        let packet = *self.packets.get(tag.id());
        if packet.kind.has_payload()
            && let Some(lost) = self.lost_payload.get_mut(packet.flow as usize)
        {
            *lost += u64::from(packet.payload);
        }
        if let Some(faults) = &mut self.faults {
            faults.books[port as usize].lost[cause as usize] += Sum::of(tag.size());
        }
        let place = port | ((FIRST_CAUSE + cause as u32) << 24);
        self.digest.add(Record::Drop, self.now, [place, packet.flow, packet.seq]);
        self.free(tag.id());
    }
}
