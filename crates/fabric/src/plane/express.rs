//! Ports whose departures are known on arrival.
//!
//! If a port is first in first out and its scheme drops at arrival only, nothing that happens later can change when
//! a packet leaves. It goes on the wire at once with the time it will arrive, and its turn at the transmitter, which
//! shortens the queue and may mark it, is booked, as of its own time, before anything looks at queue, memory or
//! packet: no event is needed. Where ports share a memory, what looks at it is every arrival at any of them
//! ([`Bookings`](super::bookings::Bookings) knows which port begins to send next). A packet here is its [`Tag`]
//! alone; the packet itself, a cache line elsewhere, is not touched.

use super::device::Fate;
use super::packet::{NONE, Tag};
use super::port::Waiting;
use super::scheme::QueueScheme;
use super::stats::DropCause;
use super::traffic::{Plane, stamp_of};
use super::wire::Flying;
use crate::engine::Kind;
use crate::time::PS_PER_NS;

impl<Q: QueueScheme> Plane<Q> {
    /// Offers a packet to an express port.
    #[inline(always)]
    pub(super) fn offer_express(&mut self, index: u32, mut tag: Tag) {
        let now = self.now;
        let (port, device, wire) = loop {
            let port = &mut self.ports[index as usize];
            let device = &mut self.devices[port.device as usize];
            let wire = &mut self.wires[port.wire as usize];
            // The wire knows whether departures are booked with others: the books are not looked at in vain.
            if wire.booked == NONE {
                wire.catch_up(now);
            } else if device.is_due(port.local, now) {
                self.book_departures(index, now);
                continue;
            }
            break (port, device, wire);
        };
        let (wire_index, is_booked) = (port.wire, wire.booked != NONE);
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
        let mut leaving = Fate::Pass;
        if is_booked && let Some(bookings) = &mut device.bookings {
            if device.pools.is_shared() {
                let Some(charge) = device.pools.admit(u32::from(port.local), size) else {
                    return self.drop_packet(index, tag.id(), DropCause::Buffer);
                };
                tag = tag.charged(charge);
            }
            if start > now {
                if wire.waiting == 0 {
                    bookings.set(port.local, start);
                }
                if device.judges {
                    port.queue.push_back(Waiting::new(now, tag.charge(), tag));
                }
            } else {
                leaving = device.let_go(port, tag, (stamp_of(now), 0), self.now_ns);
                if leaving == Fate::Mark {
                    tag.set_ce();
                }
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
        for fate in [fate, leaving] {
            if fate != Fate::Pass {
                self.mark(index, tag, fate);
            }
        }
    }

    /// Books what the transmitter at the beginning of a wire has begun to send by now.
    #[inline]
    pub(super) fn settle_wire(&mut self, index: u32) {
        let wire = &mut self.wires[index as usize];
        if wire.next_start <= self.now {
            match wire.booked {
                NONE => wire.catch_up(self.now),
                port => self.book_departures(port, self.now),
            }
        }
    }

    /// Books the departures up to `until` that are booked together with those of a port.
    #[inline(never)]
    pub(super) fn book_departures(&mut self, index: u32, until: u64) {
        let port = &self.ports[index as usize];
        let (device, local) = (port.device as usize, port.local);
        while let Some(bookings) = &self.devices[device].bookings
            && bookings.earliest(local) <= until
        {
            let (start, next) = (bookings.earliest(local), bookings.next(local));
            self.book_departure(start, next);
        }
    }

    /// The oldest packet that waits in an express port began to be sent at `start` \[ps\].
    #[inline]
    fn book_departure(&mut self, start: u64, index: u32) {
        let port = &mut self.ports[index as usize];
        let device = &mut self.devices[port.device as usize];
        let wire = &mut self.wires[port.wire as usize];
        let tag = wire.begin_next();
        if let Some(bookings) = &mut device.bookings {
            bookings.set(port.local, wire.next_start);
        }
        let arrival = port.queue.pop_front().map_or(start, Waiting::arrival);
        let seen = (stamp_of(arrival), wire.waiting_bytes);
        let fate = device.let_go(port, tag, seen, start / PS_PER_NS);
        if fate != Fate::Pass {
            if fate == Fate::Mark {
                wire.mark_begun();
            }
            self.mark_at(start, index, tag, fate);
        }
    }
}
