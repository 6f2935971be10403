//! Ports whose departures are known on arrival.
//!
//! If a port's scheme decides at arrival only and its memory is its own, nothing that happens later can
//! change when a packet leaves. It goes on the wire at once with the time it will arrive, and its turn at the
//! transmitter, which shortens the queue, is booked before anything looks at that queue: no event is needed.
//! A packet here is its [`Tag`] alone; the packet itself, a cache line elsewhere, is not touched unless marked.

use super::device::Fate;
use super::packet::Tag;
use super::port::{DropCause, Port};
use super::scheme::QueueScheme;
use super::traffic::{Plane, Wire};
use crate::engine::Kind;

impl Port {
    /// Books what the transmitter has begun to send up to `now`.
    #[inline]
    pub(super) fn catch_up(&mut self, wire: &Wire, now: u64) {
        while self.next_start <= now {
            self.begin_next(wire);
        }
    }

    /// The oldest waiting packet's transmission begins.
    #[inline]
    fn begin_next(&mut self, wire: &Wire) {
        let head = wire.packets.at(wire.packets.len() - self.packets as usize);
        self.integrate(self.next_start);
        let size = u32::from(head.1.wire);
        self.packets -= 1;
        self.bytes -= size;
        self.units -= self.unit_size.of(size);
        self.stats.sent += 1;
        self.stats.sent_bytes += u64::from(size);
        // A transmission ends when its packet arrives less the propagation, and the next one begins.
        self.next_start = if self.packets == 0 { u64::MAX } else { head.0 - wire.delay };
    }
}

impl<Q: QueueScheme> Plane<Q> {
    /// Offers a packet to an express port.
    #[inline]
    pub(super) fn offer_express(&mut self, index: u32, mut tag: Tag) {
        let port = &mut self.ports[index as usize];
        let wire_index = port.wire;
        let wire = &mut self.wires[wire_index as usize];
        port.catch_up(wire, self.now);
        let device = &mut self.devices[port.device as usize];
        let fate = device.judge_arrival(port, tag.wire, tag.ecn(), self.now_ns);
        let size = u32::from(tag.wire);
        let refused =
            port.packets >= port.limit_packets || port.bytes.saturating_add(size) > port.limit_bytes;
        match fate {
            Fate::Drop(cause) => return self.drop_packet(index, tag.id(), cause),
            _ if refused => return self.drop_packet(index, tag.id(), DropCause::Buffer),
            Fate::Mark => tag.set_ce(),
            Fate::Pass | Fate::Unmarkable => {}
        }
        port.integrate(self.now);
        port.packets += 1;
        port.bytes += size;
        port.units += port.unit_size.of(size);
        port.stats.depth_max = port.stats.depth_max.max(port.bytes);
        port.stats.packets_max = port.stats.packets_max.max(port.packets);
        let start = port.busy_until.max(self.now);
        if port.packets == 1 {
            port.next_start = start;
        }
        port.busy_until = start + u64::from(size + port.frame_gap) * u64::from(port.byte_time);
        let due = port.busy_until + wire.delay;
        if wire.packets.is_empty() {
            self.events.push(due, Kind::Deliver, wire_index);
        }
        wire.packets.push_back((due, tag));
        port.catch_up(wire, self.now);
        if fate != Fate::Pass {
            self.mark(index, tag.id(), fate);
        }
    }

    /// Brings the accounts of one port up to now.
    #[inline]
    pub(crate) fn settle_port(&mut self, index: u32) {
        if let Some(port) = self.ports.get_mut(index as usize) {
            port.catch_up(&self.wires[port.wire as usize], self.now);
        }
    }

    /// Brings the accounts of all ports up to now: before they are read from outside.
    pub(crate) fn settle(&mut self) {
        for index in 0..self.ports.len() as u32 {
            self.settle_port(index);
        }
    }
}
