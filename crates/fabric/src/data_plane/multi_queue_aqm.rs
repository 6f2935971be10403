//! AQM and buffer calls of a multi-queue port.

use super::device::{Action, Depths, Device};
use super::multi_queue::{MultiQueue, QueuedPacket};
use super::packet::Tag;
use super::port::Port;
use super::queues::AqmScope;
use super::scheme::{QueueScheme, Slot};
use crate::time::stamp_of;
use freeboard_aqm_api::{Arrival, Bytes, Departure, Nanos32, PortId, PortView, QueueView};
use freeboard_hw_model::mmu::{Charges, GroupId, IngressCharge};

impl<Q: QueueScheme> Device<Q> {
    /// The scheme's verdict on a packet that meets one of several queues, as a action.
    pub(crate) fn multi_queue_enqueue_action(
        &mut self,
        port: &mut Port,
        queue: usize,
        depths: Depths,
        tag: Tag,
        now_ns: u64,
    ) -> Action {
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
        self.action(verdict, tag.ecn())
    }

    /// The scheme's verdict on a packet that leaves one of several queues; it is out of all depths already.
    pub(crate) fn multi_queue_dequeue_action(
        &mut self,
        port: &mut Port,
        queue: usize,
        depths: Depths,
        packet: &QueuedPacket,
        now_ns: u64,
    ) -> Action {
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
        self.action(verdict, tag.ecn())
    }

    /// The ingress group of a packet.
    pub(crate) fn group(&self, ingress: u16, class: u8) -> GroupId {
        self.lossless_buffer
            .as_ref()
            .map_or(GroupId(0), |lossless_buffer| lossless_buffer.group(ingress, class))
    }

    /// Occupancy of the memory that serves a port; with private buffers all the device holds.
    pub(crate) fn memory_depth(&self, port: u16) -> u32 {
        self.lossless_buffer
            .as_ref()
            .map_or_else(|| self.pool_depth(port), |lossless_buffer| lossless_buffer.depth(port))
    }

    /// Memory for a packet, where its device has any to share out.
    pub(crate) fn admit(&mut self, port: u16, queue: usize, group: GroupId, size: u32) -> Option<Charges> {
        if let Some(lossless_buffer) = &mut self.lossless_buffer {
            return lossless_buffer.admit(port, queue, group, size);
        }
        if !self.pools.is_shared() {
            return Some(Charges::default());
        }
        let egress = self.pools.admit_queue(u32::from(port), queue, size)?;
        Some(Charges { ingress: IngressCharge::default(), egress })
    }

    /// The memory of a packet that leaves.
    pub(crate) fn release_queued(&mut self, port: u16, queue: usize, packet: &QueuedPacket) {
        let size = packet.tag.size();
        if let Some(lossless_buffer) = &mut self.lossless_buffer {
            lossless_buffer.release(port, queue, packet.group, size, packet.charges);
        } else if self.pools.is_shared() {
            self.pools.release_queue(u32::from(port), queue, size, packet.charges.egress);
        }
    }

    /// Runs the control plane of every queue of one port.
    pub(crate) fn control_multi_queue(&mut self, port: &Port, multi_queue: &MultiQueue, now: Nanos32) {
        let mut views = core::mem::take(&mut self.views);
        views.clear();
        views.extend(multi_queue.queues.iter().map(|queue| QueueView {
            depth: queue.units,
            sojourn: queue.packets.front().map_or(0, |head| now.since(stamp_of(head.arrival))),
            weight: queue.weight,
        }));
        let pool_depth = self.memory_depth(port.local);
        let view = PortView { port: PortId(port.local), queues: &views, pool_depth };
        let slots = if self.scope == AqmScope::Queue { multi_queue.queues.len() } else { 1 };
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

    /// The scheme state that a packet of a queue uses.
    pub(crate) fn slot(&self, port: u16, queue: usize) -> Slot {
        let queues = usize::from(self.queues);
        let first = usize::from(port) * queues;
        match self.scope {
            AqmScope::Queue => Slot { port: first, queue: first + queue },
            AqmScope::Port => Slot { port: first, queue: first },
            AqmScope::Pool => {
                let port = u32::from(port);
                let first = self.lossless_buffer.as_ref().map_or_else(
                    || self.pools.first_port(port),
                    |lossless_buffer| lossless_buffer.first_port(port),
                );
                let first = first as usize * queues;
                Slot { port: first, queue: first }
            }
        }
    }
}
