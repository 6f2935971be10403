//! Packet path of a multi-queue port.

use super::device::{Action, Depths};
use super::forwarding::{DataPlane, Offer};
use super::multi_queue::QueuedPacket;
use super::packet::{NONE, Tag};
use super::port::{Role, other_end};
use super::scheme::QueueScheme;
use super::stats::DropCause;
use crate::engine::Kind;
use freeboard_hw_model::mmu::{Charges, GroupId};

impl<Q: QueueScheme> DataPlane<Q> {
    /// Offers a packet that came over a wire, or from its own host over [`NONE`], to a port with several queues.
    pub(super) fn enqueue_multi_queue(&mut self, index: u32, mut tag: Tag, wire: u32) -> Offer {
        let (size, class) = (tag.size(), self.packets.get(tag.id()).class);
        let ingress = self.ingress_of(wire);
        let port = &mut self.ports[index as usize];
        let multi_queue = &mut self.multi_queues[port.multi_queue as usize];
        let queue = multi_queue.queue_of(class);
        let idle = !port.wake_pending && self.now >= port.busy_until;
        let room =
            multi_queue.packets < port.limit_packets && port.bytes.saturating_add(size) <= port.limit_bytes;
        let (mut action, mut charges, mut units) = (Action::Forward, room.then(Charges::default), 0);
        let mut group = GroupId(0);
        let (owner, local) = (port.device, port.local);
        if port.device != NONE {
            let device = &mut self.devices[port.device as usize];
            let depths = Depths { queue: multi_queue.queues[queue].units, port: port.units };
            action = device.multi_queue_enqueue_action(port, queue, depths, tag, self.now_ns);
            group = device.group(ingress, class);
            if room && !matches!(action, Action::Drop(_)) {
                charges = device.admit(port.local, queue, group, size);
            }
            units = port.unit_size.of(size);
        }
        let refusal = match action {
            Action::Drop(cause) => Some(cause),
            _ => charges.is_none().then_some(DropCause::Buffer),
        };
        if let Some(cause) = refusal {
            multi_queue.count_drop(queue, cause);
            self.drop_packet(index, tag.id(), cause);
            return Offer::Dropped;
        }
        if action == Action::Mark {
            tag.set_ce();
        }
        let held = QueuedPacket { arrival: self.now, tag, charges: charges.unwrap_or_default(), group };
        multi_queue.push(queue, held, units);
        port.bytes += size;
        port.units += units;
        port.note_depth(port.bytes, multi_queue.packets);
        if port.device != NONE {
            self.devices[port.device as usize].units += units;
        }
        if !idle && !port.wake_pending {
            port.wake_pending = true;
            self.events.push(port.busy_until, Kind::Wake, index);
        }
        self.mark_in(index, queue, tag, action);
        self.check_xoff(owner, local, group);
        if idle { self.transmit_multi_queue(index).map_or(Offer::Queued, Offer::Sent) } else { Offer::Queued }
    }

    /// Begins to send the packet that is next and that the scheme lets go.
    pub(super) fn transmit_multi_queue(&mut self, index: u32) -> Option<u32> {
        loop {
            let port = &mut self.ports[index as usize];
            let multi_queue = &mut self.multi_queues[port.multi_queue as usize];
            let Some((queue, held)) = multi_queue.take(self.now) else {
                self.wait_for_resume(index);
                return None;
            };
            let (mut tag, size) = (held.tag, held.tag.size());
            port.bytes -= size;
            port.waits.add(size, self.now - held.arrival);
            let mut action = Action::Forward;
            let (owner, local) = (port.device, port.local);
            if port.device != NONE {
                let units = port.unit_size.of(size);
                multi_queue.queues[queue].units -= units;
                port.units -= units;
                let depths = Depths { queue: multi_queue.queues[queue].units, port: port.units };
                let device = &mut self.devices[port.device as usize];
                device.units -= units;
                device.release_queued(port.local, queue, &held);
                action = device.multi_queue_dequeue_action(port, queue, depths, &held, self.now_ns);
            }
            if let Action::Drop(cause) = action {
                multi_queue.settle(queue, None);
                multi_queue.count_drop(queue, cause);
                self.note_nic_loss(index, tag.id());
                self.drop_packet(index, tag.id(), cause);
                self.check_xoff(owner, local, held.group);
                continue;
            }
            multi_queue.settle(queue, Some(size));
            if action == Action::Mark {
                tag.set_ce();
            }
            self.mark_in(index, queue, tag, action);
            self.check_xoff(owner, local, held.group);
            self.send_from_multi_queue(index, tag);
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
    pub(super) fn send_from_multi_queue(&mut self, index: u32, tag: Tag) {
        let is_host = self.ports[index as usize].role == Role::Host;
        let delay_class = if is_host { self.packets.get(tag.id()).delay_class } else { 0 };
        self.send(index, tag, delay_class);
        let port = &mut self.ports[index as usize];
        if self.multi_queues[port.multi_queue as usize].packets > 0 {
            port.wake_pending = true;
            self.events.push(port.busy_until, Kind::Wake, index);
        }
    }

    /// Counts a verdict that forwards a packet of one queue.
    fn mark_in(&mut self, index: u32, queue: usize, tag: Tag, action: Action) {
        if action == Action::Forward {
            return;
        }
        let port = &self.ports[index as usize];
        let (multi_queue, marked, unmarkable) = (port.multi_queue, port.marked, port.unmarkable);
        self.mark(index, tag, action);
        let port = &self.ports[index as usize];
        let counters = &mut self.multi_queues[multi_queue as usize].queues[queue];
        counters.marked += port.marked - marked;
        counters.unmarkable += port.unmarkable - unmarkable;
    }
}
