//! Ports whose departures are known on arrival.
//!
//! If a port is first in first out and its scheme decides at arrival only, nothing that happens later can change
//! when a packet leaves. It goes on the wire at once with the time it will arrive, and its turn at the
//! transmitter, which shortens the queue, is booked before anything looks at that queue: no event is needed.
//! Where ports share a memory, what looks at it is every arrival at any of them ([`Pools`](super::buffer::Pools)
//! knows which port begins to send next). A packet here is its [`Tag`] alone; the packet itself, a cache line
//! elsewhere, is not touched unless marked.

use super::device::Fate;
use super::packet::{NONE, Tag};
use super::scheme::QueueScheme;
use super::stats::DropCause;
use super::traffic::Plane;
use super::wire::Flying;
use crate::engine::Kind;

impl<Q: QueueScheme> Plane<Q> {
    /// Offers a packet to an express port.
    #[inline]
    pub(super) fn offer_express(&mut self, index: u32, mut tag: Tag) {
        let now = self.now;
        let port = &mut self.ports[index as usize];
        let wire_index = port.wire;
        let device = &mut self.devices[port.device as usize];
        let shared = device.pools.is_shared();
        if shared {
            device.pools.catch_up(u32::from(port.local), &mut self.wires, now);
        } else {
            self.wires[wire_index as usize].catch_up(now);
        }
        let wire = &mut self.wires[wire_index as usize];
        let depth = wire.waiting_bytes;
        let fate = device.judge_arrival(port, tag, depth, self.now_ns);
        let size = tag.size();
        let refused = wire.waiting >= port.limit_packets || depth.saturating_add(size) > port.limit_bytes;
        match fate {
            Fate::Drop(cause) => return self.drop_packet(index, tag.id(), cause),
            _ if refused => return self.drop_packet(index, tag.id(), DropCause::Buffer),
            Fate::Mark => tag.set_ce(),
            Fate::Pass | Fate::Unmarkable => {}
        }
        let start = port.busy_until.max(now);
        if shared {
            let Some(charge) = device.pools.admit(u32::from(port.local), size) else {
                return self.drop_packet(index, tag.id(), DropCause::Buffer);
            };
            if start > now {
                tag = tag.charged(charge);
                device.pools.wait(u32::from(port.local), wire.next_start.min(start));
            } else {
                device.pools.release(u32::from(port.local), size, charge);
            }
        }
        port.note_depth(depth + size, wire.waiting + 1);
        port.sent += 1;
        port.sent_bytes += u64::from(size);
        port.busy_until = start + port.frame_time(size);
        if start > now {
            port.waits.add(size, start - now);
            wire.wait(size, start);
        }
        let due = port.busy_until + wire.delay;
        if wire.packets.is_empty() {
            self.events.push(due, Kind::Deliver, wire_index);
        }
        wire.packets.push_back(Flying { due, tag });
        if fate != Fate::Pass {
            self.mark(index, tag.id(), fate);
        }
    }

    /// Books what the transmitter at the beginning of a wire has begun to send by now.
    #[inline]
    pub(super) fn settle_wire(&mut self, index: u32) {
        let wire = &mut self.wires[index as usize];
        if wire.debtor == NONE {
            wire.catch_up(self.now);
        } else if wire.next_start <= self.now {
            let port = &self.ports[wire.debtor as usize];
            let pools = &mut self.devices[port.device as usize].pools;
            pools.catch_up(u32::from(port.local), &mut self.wires, self.now);
        }
    }
}
