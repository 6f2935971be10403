//! Precomputed departures of hosts' own ports.
//!
//! A host's port that is first in first out and whose departures nobody has to be told of needs no queue: as at a
//! [precomputed port](super::precomputed) of a switch a packet goes on the wire at once, with the time at which it begins to be
//! sent. Nothing judges it there. A sender that may have no more in the port asks for a wake event when enough has left.

use super::forwarding::{DataPlane, Offer};
use super::packet::{Packet, Tag};
use super::scheme::QueueScheme;
use super::stats::DropCause;
use super::wire::Flying;
use crate::engine::Kind;

impl<Q: QueueScheme> DataPlane<Q> {
    /// Offers a packet that a host has just made; data is stamped as it will be on leaving.
    #[inline(always)]
    pub(super) fn offer_precomputed(&mut self, index: u32, mut packet: Packet) -> Offer {
        if packet.kind.has_payload() {
            let start = self.ports[index as usize].busy_until.max(self.now);
            packet.stamps.sent = self.host_stamp_at(index, start).0;
        }
        let id = self.packets.insert(packet);
        self.put_precomputed(index, Tag::new(id, &packet))
    }

    /// Puts a packet on the wire for when the transmitter will be free.
    #[inline(always)]
    pub(super) fn put_precomputed(&mut self, index: u32, tag: Tag) -> Offer {
        let (now, size) = (self.now, tag.size());
        let port = &mut self.ports[index as usize];
        let wire = &mut self.wires[port.wire as usize];
        wire.catch_up(now);
        let start = port.busy_until.max(now);
        if start > now {
            let (packets, bytes) = (wire.waiting, wire.waiting_bytes);
            if packets >= port.limit_packets || bytes.saturating_add(size) > port.limit_bytes {
                self.queues[index as usize].count_drop(0, DropCause::Buffer);
                self.drop_packet(index, tag.id(), DropCause::Buffer);
                return Offer::Dropped;
            }
            port.waits.add(size, start - now);
            wire.wait(size, start);
            port.note_depth(wire.waiting_bytes, wire.waiting);
        } else {
            port.note_depth(size, 1);
        }
        port.sent += 1;
        port.sent_bytes += u64::from(size);
        port.busy_until = start + port.frame_time(size);
        let due = port.busy_until + wire.delay;
        if wire.packets.is_empty() {
            self.events.push(due, Kind::Deliver, port.wire);
        }
        wire.packets.push_back(Flying { due, tag });
        Offer::Precomputed(start)
    }

    /// The packet that begins to be sent now.
    pub(super) fn begun(&mut self, index: u32) -> Option<u32> {
        let wire = &mut self.wires[self.ports[index as usize].wire as usize];
        wire.catch_up(self.now);
        let before = wire.packets.len().checked_sub(wire.waiting + 1)?;
        Some(wire.packets.at(before).tag.id())
    }

    /// Start \[ps\] and size of what a flow has waiting in its host, the oldest first.
    pub(crate) fn waiting_of(&self, index: u32, flow: u32) -> impl Iterator<Item = (u64, u32)> + '_ {
        let wire = &self.wires[self.ports[index as usize].wire as usize];
        let is_own = move |tag: Tag| {
            let packet = self.packets.get(tag.id());
            packet.flow == flow && packet.kind.has_payload()
        };
        wire.not_begun().filter(move |(_, tag)| is_own(*tag)).map(|(start, tag)| (start, tag.size()))
    }
}
