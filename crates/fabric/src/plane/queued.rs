//! What a scheme is told about a port with several queues, and the memory of such queues.

use super::bank::{Bank, Held};
use super::device::{Depths, Device, Fate};
use super::packet::Tag;
use super::port::Port;
use super::queues::AqmScope;
use super::scheme::{QueueScheme, Slot};
use super::traffic::stamp_of;
use freeboard_aqm_api::{Arrival, Bytes, Departure, Nanos32, PortId, PortView, QueueView};
use freeboard_hw_model::mmu::{Charges, GroupId, IngressCharge};

impl<Q: QueueScheme> Device<Q> {
    /// The scheme's verdict on a packet that meets one of several queues, as a fate.
    pub(crate) fn judge_bank_arrival(
        &mut self,
        port: &mut Port,
        queue: usize,
        depths: Depths,
        tag: Tag,
        now_ns: u64,
    ) -> Fate {
        let pool_depth = self.memory_depth(port.local);
        let arrival = Arrival {
            now: Nanos32(now_ns as u32),
            now_high: (now_ns >> 32) as u16,
            size: Bytes(tag.size()),
            depth: self.seen(depths, pool_depth),
            port_depth: depths.port,
            pool_depth,
            ecn: tag.ecn(),
            random: self.random(port),
        };
        let verdict = self.scheme.on_enqueue(self.slot(port.local, queue), &arrival);
        self.fate(verdict, tag.ecn())
    }

    /// The scheme's verdict on a packet that leaves one of several queues; it is out of all depths already.
    pub(crate) fn judge_bank_departure(
        &mut self,
        port: &mut Port,
        queue: usize,
        depths: Depths,
        packet: &Held,
        now_ns: u64,
    ) -> Fate {
        let (tag, pool_depth) = (packet.tag, self.memory_depth(port.local));
        let now = Nanos32(now_ns as u32);
        let departure = Departure {
            now,
            now_high: (now_ns >> 32) as u16,
            sojourn: now.since(stamp_of(packet.arrival)),
            size: Bytes(tag.size()),
            depth: self.seen(depths, pool_depth),
            port_depth: depths.port,
            pool_depth,
            ecn: tag.ecn(),
            random: self.random(port),
        };
        let verdict = self.scheme.on_dequeue(self.slot(port.local, queue), &departure);
        self.fate(verdict, tag.ecn())
    }

    /// The ingress group of a packet.
    pub(crate) fn group(&self, ingress: u16, class: u8) -> GroupId {
        self.guarded.as_ref().map_or(GroupId(0), |guarded| guarded.group(ingress, class))
    }

    /// Occupancy of the memory that serves a port; with private buffers all the device holds.
    pub(crate) fn memory_depth(&self, port: u16) -> u32 {
        self.guarded.as_ref().map_or_else(|| self.pool_depth(port), |guarded| guarded.depth(port))
    }

    /// Memory for a packet, where its device has any to share out.
    pub(crate) fn admit(&mut self, port: u16, queue: usize, group: GroupId, size: u32) -> Option<Charges> {
        if let Some(guarded) = &mut self.guarded {
            return guarded.admit(port, queue, group, size);
        }
        if !self.pools.is_shared() {
            return Some(Charges::default());
        }
        let egress = self.pools.admit_queue(u32::from(port), queue, size)?;
        Some(Charges { ingress: IngressCharge::default(), egress })
    }

    /// The memory of a packet that leaves.
    pub(crate) fn release_held(&mut self, port: u16, queue: usize, packet: &Held) {
        let size = packet.tag.size();
        if let Some(guarded) = &mut self.guarded {
            guarded.release(port, queue, packet.group, size, packet.charges);
        } else if self.pools.is_shared() {
            self.pools.release_queue(u32::from(port), queue, size, packet.charges.egress);
        }
    }

    /// Runs the control plane of every queue of one port.
    pub(crate) fn control_bank(&mut self, port: &Port, bank: &Bank, now: Nanos32) {
        let mut views = core::mem::take(&mut self.views);
        views.clear();
        views.extend(bank.queues.iter().map(|queue| QueueView {
            depth: queue.units,
            sojourn: queue.packets.front().map_or(0, |head| now.since(stamp_of(head.arrival))),
            weight: queue.weight,
        }));
        let pool_depth = self.memory_depth(port.local);
        let view = PortView { port: PortId(port.local), queues: &views, pool_depth };
        let slots = if self.scope == AqmScope::Queue { bank.queues.len() } else { 1 };
        for queue in 0..slots {
            self.scheme.on_control(self.slot(port.local, queue), now, &view);
        }
        self.views = views;
    }

    /// What the scheme takes for the length of the queue.
    const fn seen(&self, depths: Depths, pool: u32) -> u32 {
        match self.scope {
            AqmScope::Queue => depths.queue,
            AqmScope::Port => depths.port,
            AqmScope::Pool => pool,
        }
    }

    /// Whose state judges a packet of a queue.
    pub(crate) fn slot(&self, port: u16, queue: usize) -> Slot {
        let queues = usize::from(self.queues);
        let first = usize::from(port) * queues;
        match self.scope {
            AqmScope::Queue => Slot { port: first, queue: first + queue },
            AqmScope::Port => Slot { port: first, queue: first },
            AqmScope::Pool => {
                let port = u32::from(port);
                let first = self
                    .guarded
                    .as_ref()
                    .map_or_else(|| self.pools.first_port(port), |guarded| guarded.first_port(port));
                let first = first as usize * queues;
                Slot { port: first, queue: first }
            }
        }
    }
}
