//! Ports whose departures are known on arrival.
//!
//! If a port's scheme decides at arrival only and its memory is its own, nothing that happens later can
//! change when a packet leaves. It goes on the wire at once with the time it will arrive, and its turn at the
//! transmitter, which shortens the queue, is booked before anything looks at that queue: no event is needed.
//! A packet here is its [`Tag`] alone; the packet itself, a cache line elsewhere, is not touched unless marked.

use super::device::Fate;
use super::packet::Tag;
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
        let wire = &mut self.wires[wire_index as usize];
        wire.catch_up(now);
        let device = &mut self.devices[port.device as usize];
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
        port.note_depth(depth + size, wire.waiting + 1);
        port.sent += 1;
        port.sent_bytes += u64::from(size);
        let start = port.busy_until.max(now);
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
}
