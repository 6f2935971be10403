//! Packets through a port with several queues.

use super::bank::Held;
use super::device::{Depths, Fate};
use super::packet::{NONE, Tag};
use super::pause::other_end;
use super::port::Role;
use super::scheme::QueueScheme;
use super::stats::DropCause;
use super::traffic::{Offer, Plane};
use crate::engine::Kind;
use freeboard_hw_model::mmu::{Charges, GroupId};

impl<Q: QueueScheme> Plane<Q> {
    /// Offers a packet that came over a wire, or from its own host over [`NONE`], to a port with several queues.
    pub(super) fn offer_bank(&mut self, index: u32, mut tag: Tag, wire: u32) -> Offer {
        let (size, class) = (tag.size(), self.packets.get(tag.id()).class);
        let ingress = self.ingress_of(wire);
        let port = &mut self.ports[index as usize];
        let bank = &mut self.banks[port.bank as usize];
        let queue = bank.queue_of(class);
        let idle = !port.wake_pending && self.now >= port.busy_until;
        let room = bank.packets < port.limit_packets && port.bytes.saturating_add(size) <= port.limit_bytes;
        let (mut fate, mut charges, mut units) = (Fate::Pass, room.then(Charges::default), 0);
        let mut group = GroupId(0);
        let (owner, local) = (port.device, port.local);
        if port.device != NONE {
            let device = &mut self.devices[port.device as usize];
            let depths = Depths { queue: bank.queues[queue].units, port: port.units };
            fate = device.judge_bank_arrival(port, queue, depths, tag, self.now_ns);
            group = device.group(ingress, class);
            if room && !matches!(fate, Fate::Drop(_)) {
                charges = device.admit(port.local, queue, group, size);
            }
            units = port.unit_size.of(size);
        }
        let refusal = match fate {
            Fate::Drop(cause) => Some(cause),
            _ => charges.is_none().then_some(DropCause::Buffer),
        };
        if let Some(cause) = refusal {
            bank.count_drop(queue, cause);
            self.drop_packet(index, tag.id(), cause);
            return Offer::Dropped;
        }
        if fate == Fate::Mark {
            tag.set_ce();
        }
        let held = Held { arrival: self.now, tag, charges: charges.unwrap_or_default(), group };
        bank.push(queue, held, units);
        port.bytes += size;
        port.units += units;
        port.note_depth(port.bytes, bank.packets);
        if port.device != NONE {
            self.devices[port.device as usize].units += units;
        }
        if !idle && !port.wake_pending {
            port.wake_pending = true;
            self.events.push(port.busy_until, Kind::Wake, index);
        }
        self.mark_in(index, queue, tag, fate);
        self.watch_group(owner, local, group);
        if idle { self.transmit_bank(index).map_or(Offer::Queued, Offer::Sent) } else { Offer::Queued }
    }

    /// Begins to send the packet that is next and that the scheme lets go.
    pub(super) fn transmit_bank(&mut self, index: u32) -> Option<u32> {
        loop {
            let port = &mut self.ports[index as usize];
            let bank = &mut self.banks[port.bank as usize];
            let Some((queue, held)) = bank.take(self.now) else {
                self.wait_for_pause(index);
                return None;
            };
            let (mut tag, size) = (held.tag, held.tag.size());
            port.bytes -= size;
            port.waits.add(size, self.now - held.arrival);
            let mut fate = Fate::Pass;
            let (owner, local) = (port.device, port.local);
            if port.device != NONE {
                let units = port.unit_size.of(size);
                bank.queues[queue].units -= units;
                port.units -= units;
                let depths = Depths { queue: bank.queues[queue].units, port: port.units };
                let device = &mut self.devices[port.device as usize];
                device.units -= units;
                device.release_held(port.local, queue, &held);
                fate = device.judge_bank_departure(port, queue, depths, &held, self.now_ns);
            }
            if let Fate::Drop(cause) = fate {
                bank.settle(queue, None);
                bank.count_drop(queue, cause);
                self.note_nic_loss(index, tag.id());
                self.drop_packet(index, tag.id(), cause);
                self.watch_group(owner, local, held.group);
                continue;
            }
            bank.settle(queue, Some(size));
            if fate == Fate::Mark {
                tag.set_ce();
            }
            self.mark_in(index, queue, tag, fate);
            self.watch_group(owner, local, held.group);
            self.send_from_bank(index, tag);
            return Some(tag.id());
        }
    }

    /// The ingress port, by its index in its device, of a packet that came over a wire.
    #[inline]
    fn ingress_of(&self, wire: u32) -> u16 {
        match self.wire_sources.get(wire as usize) {
            Some(&source) => self.ports[other_end(source) as usize].local,
            None => 0,
        }
    }

    /// Puts a packet on the wire; whatever is left wakes the port when the wire is free.
    pub(super) fn send_from_bank(&mut self, index: u32, tag: Tag) {
        let is_host = self.ports[index as usize].role == Role::Host;
        let lane = if is_host { self.packets.get(tag.id()).lane } else { 0 };
        self.send(index, tag, lane);
        let port = &mut self.ports[index as usize];
        if self.banks[port.bank as usize].packets > 0 {
            port.wake_pending = true;
            self.events.push(port.busy_until, Kind::Wake, index);
        }
    }

    /// Books a verdict that lets a packet of one queue go on.
    fn mark_in(&mut self, index: u32, queue: usize, tag: Tag, fate: Fate) {
        if fate == Fate::Pass {
            return;
        }
        let port = &self.ports[index as usize];
        let (bank, marked, unmarkable) = (port.bank, port.marked, port.unmarkable);
        self.mark(index, tag, fate);
        let port = &self.ports[index as usize];
        let counters = &mut self.banks[bank as usize].queues[queue];
        counters.marked += port.marked - marked;
        counters.unmarkable += port.unmarkable - unmarkable;
    }
}
