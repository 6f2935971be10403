//! Packets through ports and along wires.

use super::device::{Device, Fate};
use super::packet::{NONE, Packet, PacketKind, SackBlocks, Slab, Tag};
use super::port::{DropCause, Port};
use super::ring::Ring;
use super::scheme::QueueScheme;
use crate::digest::{Digest, Record};
use crate::engine::{EventQueue, Kind};
use crate::time::PS_PER_NS;
use crate::topology::{Node, Routes};
use aqm_api::{Ecn, Nanos32};
use hw_model::mmu::Charge;

/// One direction of a link, one lane: a delay that keeps order.
#[derive(Debug)]
pub(crate) struct Wire {
    /// Packets on it with the time their last bit arrives \[ps\], first one first.
    pub(crate) packets: Ring<(u64, Tag)>,
    pub(crate) delay: u64,
    pub(crate) to: Node,
    /// The port it comes from.
    pub(crate) port: u32,
}

/// What became of a packet that was offered to a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    /// It waits.
    Queued,
    /// This packet, and it can only be the offered one, is being sent.
    Sent(u32),
    /// It is gone.
    Dropped,
}

/// A data packet that its own host's port took and then dropped on leaving.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NicLoss {
    pub(crate) flow: u32,
    pub(crate) wire: u16,
}

/// Everything between the hosts' transports.
#[derive(Debug)]
pub(crate) struct Plane<Q> {
    /// Now \[ps\].
    pub(crate) now: u64,
    /// Now in whole nanoseconds.
    pub(crate) now_ns: u64,
    pub(crate) events: EventQueue,
    pub(crate) packets: Slab<Packet>,
    pub(crate) sacks: Slab<SackBlocks>,
    pub(crate) ports: Vec<Port>,
    pub(crate) wires: Vec<Wire>,
    pub(crate) devices: Vec<Device<Q>>,
    pub(crate) routes: Routes,
    pub(crate) digest: Digest,
    /// Data dropped on leaving its own host, until the senders have been told.
    pub(crate) nic_losses: Vec<NicLoss>,
    /// Packets dropped anywhere.
    pub(crate) drops: u64,
    /// Packets that reached their host.
    pub(crate) consumed: u64,
}

impl<Q> Plane<Q> {
    /// Moves the clock to the time of an event.
    #[inline]
    pub(crate) fn advance(&mut self, now: u64) {
        self.now = now;
        self.now_ns = now / PS_PER_NS;
    }

    /// Places in queues and on wires that need no allocation.
    pub(crate) fn places(&self) -> usize {
        let queues: usize = self.ports.iter().map(|port| port.queue.capacity()).sum();
        queues + self.wires.iter().map(|wire| wire.packets.capacity()).sum::<usize>()
    }

    /// Now as an algorithm's stamp.
    #[inline]
    pub(crate) const fn stamp(&self) -> Nanos32 {
        Nanos32(self.now_ns as u32)
    }
}

impl<Q: QueueScheme> Plane<Q> {
    /// Offers a packet to a port.
    #[inline]
    pub(crate) fn offer(&mut self, index: u32, id: u32) -> Offer {
        let port = &mut self.ports[index as usize];
        let idle = !port.wake_pending && self.now >= port.busy_until;
        let mut fate = Fate::Pass;
        if port.device != NONE {
            let device = &mut self.devices[port.device as usize];
            let packet = self.packets.get(id);
            fate = device.judge_arrival(port, packet.wire, packet.ecn, self.now_ns);
        } else if idle && port.limit_packets > 0 {
            return self.pass_through(index, id);
        }
        if let Fate::Drop(cause) = fate {
            self.drop_packet(index, id, cause);
            return Offer::Dropped;
        }
        if !self.admit(index, id) {
            self.drop_packet(index, id, DropCause::Buffer);
            return Offer::Dropped;
        }
        self.mark(index, id, fate);
        let port = &mut self.ports[index as usize];
        port.queue.push_back(id);
        if idle {
            return self.transmit(index).map_or(Offer::Queued, Offer::Sent);
        }
        if !port.wake_pending {
            port.wake_pending = true;
            self.events.push(port.busy_until, Kind::Wake, index);
        }
        Offer::Queued
    }

    /// An idle port without a scheme sends at once; the packet has waited for no time.
    #[inline]
    fn pass_through(&mut self, index: u32, id: u32) -> Offer {
        let port = &mut self.ports[index as usize];
        let wire = u32::from(self.packets.get(id).wire);
        port.stats.depth_max = port.stats.depth_max.max(wire);
        port.stats.packets_max = port.stats.packets_max.max(1);
        self.send(index, id);
        Offer::Sent(id)
    }

    /// The transmitter of a port with a backlog is free; the answer is the packet it begins to send.
    #[inline]
    pub(crate) fn wake(&mut self, index: u32) -> Option<u32> {
        self.ports[index as usize].wake_pending = false;
        self.transmit(index)
    }

    /// The head of a wire has arrived: it is forwarded, or handed out if this is its host.
    #[inline]
    pub(crate) fn deliver(&mut self, wire: u32) -> Option<u32> {
        let end = &mut self.wires[wire as usize];
        self.ports[end.port as usize].catch_up(end, self.now);
        let (_, tag) = end.packets.pop_front()?;
        if let Some((due, _)) = end.packets.front() {
            self.events.push(due, Kind::Deliver, wire);
        }
        let Node::Switch(switch) = end.to else { return Some(tag.id()) };
        let flow = || self.packets.get(tag.id()).flow;
        let port = self.routes.port_of(switch, u32::from(tag.host), flow);
        if self.ports[port as usize].express {
            self.offer_express(port, tag);
        } else {
            self.offer(port, tag.id());
        }
        None
    }

    /// Frees a packet that has served its purpose at its host.
    #[inline]
    pub(crate) fn consume(&mut self, id: u32) {
        self.consumed += 1;
        self.free(id);
    }

    #[inline]
    fn free(&mut self, id: u32) {
        let sack = self.packets.remove(id).sack;
        if sack != NONE {
            self.sacks.remove(sack);
        }
    }

    /// Runs the control plane of all ports of a device.
    pub(crate) fn control(&mut self, device: u32) {
        let now = self.stamp();
        let owner = &mut self.devices[device as usize];
        for local in 0..owner.ports.len() {
            let port = &self.ports[owner.ports[local] as usize];
            let sojourn = port.queue.front().map_or(0, |id| now.since(Nanos32(self.packets.get(id).stamp)));
            owner.control(port, sojourn, now);
        }
    }

    /// Takes memory for a packet and counts it into the queue.
    #[inline]
    fn admit(&mut self, index: u32, id: u32) -> bool {
        let port = &mut self.ports[index as usize];
        let packet = self.packets.get_mut(id);
        let wire = u32::from(packet.wire);
        if port.packets >= port.limit_packets || port.bytes.saturating_add(wire) > port.limit_bytes {
            return false;
        }
        port.integrate(self.now);
        if port.device != NONE {
            let device = &mut self.devices[port.device as usize];
            if device.pools.is_shared() {
                match device.pools.admit(port.local, packet.wire) {
                    Some(charge) => packet.charge = charge,
                    None => return false,
                }
            }
            let units = port.unit_size.of(wire);
            device.units += units;
            port.units += units;
        }
        port.packets += 1;
        port.bytes += wire;
        port.stats.depth_max = port.stats.depth_max.max(port.bytes);
        port.stats.packets_max = port.stats.packets_max.max(port.packets);
        packet.stamp = self.now_ns as u32;
        true
    }

    /// Takes a packet out of its queue's accounts.
    #[inline]
    fn release(&mut self, index: u32, id: u32) {
        let port = &mut self.ports[index as usize];
        let packet = self.packets.get_mut(id);
        port.integrate(self.now);
        port.packets -= 1;
        port.bytes -= u32::from(packet.wire);
        if port.device != NONE {
            let device = &mut self.devices[port.device as usize];
            let units = port.unit_size.of(u32::from(packet.wire));
            device.units -= units;
            port.units -= units;
            if device.pools.is_shared() {
                device.pools.release(port.local, packet.wire, packet.charge);
                packet.charge = Charge::Reserve;
            }
        }
    }

    /// Begins to send the first packet that the scheme lets go.
    #[inline]
    fn transmit(&mut self, index: u32) -> Option<u32> {
        loop {
            let port = &mut self.ports[index as usize];
            let id = port.queue.pop_front()?;
            self.release(index, id);
            let port = &mut self.ports[index as usize];
            if port.device != NONE {
                let device = &mut self.devices[port.device as usize];
                let fate = device.judge_departure(port, self.packets.get(id), self.now_ns);
                if let Fate::Drop(cause) = fate {
                    self.note_nic_loss(index, id);
                    self.drop_packet(index, id, cause);
                    continue;
                }
                self.mark(index, id, fate);
            }
            self.send(index, id);
            return Some(id);
        }
    }

    /// Puts a packet on its wire and keeps the transmitter busy.
    #[inline]
    fn send(&mut self, index: u32, id: u32) {
        let port = &mut self.ports[index as usize];
        let packet = self.packets.get(id);
        let frame = u64::from(packet.wire) + u64::from(port.frame_gap);
        let busy = frame * u64::from(port.byte_time);
        port.busy_until = self.now + busy;
        port.stats.sent += 1;
        port.stats.sent_bytes += u64::from(packet.wire);
        let lane = if port.lanes { u32::from(packet.lane) } else { 0 };
        let wire_index = port.wire + lane;
        let wire = &mut self.wires[wire_index as usize];
        let due = port.busy_until + wire.delay;
        if wire.packets.is_empty() {
            self.events.push(due, Kind::Deliver, wire_index);
        }
        wire.packets.push_back((due, Tag::new(id, packet)));
        if !port.queue.is_empty() {
            port.wake_pending = true;
            self.events.push(port.busy_until, Kind::Wake, index);
        }
    }

    /// Books a verdict that lets the packet go on.
    #[inline]
    pub(super) fn mark(&mut self, index: u32, id: u32, fate: Fate) {
        match fate {
            Fate::Mark => {
                let packet = self.packets.get_mut(id);
                if packet.ecn != Ecn::CE {
                    packet.ecn = Ecn::CE;
                    self.ports[index as usize].stats.marked += 1;
                    self.record(Record::Mark, index, id);
                }
            }
            Fate::Unmarkable => self.ports[index as usize].stats.unmarkable += 1,
            Fate::Pass | Fate::Drop(_) => {}
        }
    }

    /// The sender has to learn that its packet is no longer in its host.
    #[cold]
    fn note_nic_loss(&mut self, index: u32, id: u32) {
        let packet = self.packets.get(id);
        if self.ports[index as usize].lanes && packet.kind == PacketKind::Data {
            self.nic_losses.push(NicLoss { flow: packet.flow, wire: packet.wire });
        }
    }

    #[cold]
    pub(super) fn drop_packet(&mut self, index: u32, id: u32, cause: DropCause) {
        let stats = &mut self.ports[index as usize].stats;
        match cause {
            DropCause::Buffer => stats.dropped_buffer += 1,
            DropCause::Scheme => stats.dropped_scheme += 1,
            DropCause::NotEct => stats.dropped_not_ect += 1,
        }
        self.drops += 1;
        self.record(Record::Drop, index | ((cause as u32) << 24), id);
        self.free(id);
    }

    #[inline]
    fn record(&mut self, record: Record, place: u32, id: u32) {
        let packet = self.packets.get(id);
        self.digest.word(record as u32);
        self.digest.wide(self.now);
        self.digest.word(place);
        self.digest.word(packet.flow);
        self.digest.word(packet.seq);
    }
}
