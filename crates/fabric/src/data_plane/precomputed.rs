//! Precomputed departures of FIFO ports.
//!
//! If a port is FIFO and its scheme drops at enqueue only, nothing that happens later can change when a packet
//! departs: departure and arrival at the next hop are computed on arrival, and the packet goes on the wire at once. The
//! start of its transmission, which shortens the queue and may mark the packet, is executed later but as of its own
//! time, before anything reads the queue, the buffer or the packet; it needs no event. Where ports share a buffer, every
//! arrival at any of them reads it, so they share a
//! [`DepartureSchedule`](super::departure_schedule::DepartureSchedule) that knows which port transmits next. A packet
//! here is its [`Tag`] alone; the packet itself, a cache line elsewhere, is not touched.

use super::device::Action;
use super::forwarding::DataPlane;
use super::packet::{NONE, Tag};
use super::port::Waiting;
use super::scheme::QueueScheme;
use super::stats::DropCause;
use super::wire::Flying;
use crate::engine::Kind;
use crate::time::{PS_PER_NS, stamp_of};

impl<Q: QueueScheme> DataPlane<Q> {
    /// Enqueues a packet on a port with precomputed departures.
    #[inline(always)]
    pub(super) fn enqueue_precomputed(&mut self, index: u32, mut tag: Tag) {
        let now = self.now;
        // Departures up to now must be executed before the AQM reads a depth: with a private buffer those of this wire,
        // with a shared one those of every port on the schedule. Executing them borrows all ports, hence the loop.
        let (port, device, wire) = loop {
            let port = &mut self.ports[index as usize];
            let device = &mut self.devices[port.device as usize];
            let wire = &mut self.wires[port.wire as usize];
            // `scheduled` is in the cache line of the wire, the schedule is not: it is read only if there is one.
            if wire.scheduled == NONE {
                wire.catch_up(now);
            } else if device.is_due(port.local, now) {
                self.book_departures(index, now);
                continue;
            }
            break (port, device, wire);
        };
        let (wire_index, is_scheduled) = (port.wire, wire.scheduled != NONE);
        // The AQM sees the depth without the arriving packet, and runs before the buffer admits it: a packet that the
        // buffer then drops still counts in the state of the scheme, as in the multi-queue path.
        let depth = wire.waiting_bytes;
        let action = device.enqueue_action(port, tag, depth, self.now_ns);
        let size = tag.size();
        let refused = wire.waiting >= port.limit_packets || depth.saturating_add(size) > port.limit_bytes;
        match action {
            Action::Drop(cause) => return self.drop_packet(index, tag.id(), cause),
            _ if refused => return self.drop_packet(index, tag.id(), DropCause::Buffer),
            Action::Mark => tag.set_ce(),
            Action::Forward | Action::Unmarkable => {}
        }
        let start = port.busy_until.max(now);
        let mut leaving = Action::Forward;
        if is_scheduled && let Some(departure_schedule) = &mut device.departure_schedule {
            if device.pools.is_shared() {
                let Some(charge) = device.pools.admit(u32::from(port.local), size) else {
                    return self.drop_packet(index, tag.id(), DropCause::Buffer);
                };
                tag = tag.charged(charge);
            }
            if start > now {
                if wire.waiting == 0 {
                    departure_schedule.set(port.local, start);
                }
                // The AQM at dequeue needs the arrival time; without it the wire holds all that is needed.
                if device.runs_at_dequeue {
                    port.queue.push_back(Waiting::new(now, tag.charge(), tag));
                }
            } else {
                // An idle transmitter: the packet departs now, with zero sojourn, before it goes on the wire.
                leaving = device.begin_transmission(port, tag, (stamp_of(now), 0), self.now_ns);
                if leaving == Action::Mark {
                    tag.set_ce();
                }
            }
        }
        // Maxima are taken before `wire.wait`: they include this packet whether it waits or not.
        port.note_depth(depth + size, wire.waiting + 1);
        port.sent += 1;
        port.sent_bytes += u64::from(size);
        port.busy_until = start + port.frame_time(size);
        if start > now {
            port.waits.add(size, start - now);
            wire.wait(size, start);
        }
        // A wire has one pending delivery event, that of its head: order on a wire is that of the transmitter.
        let due = port.busy_until + wire.delay;
        if wire.packets.is_empty() {
            self.events.push(due, Kind::Deliver, wire_index);
        }
        wire.packets.push_back(Flying { due, tag });
        // Marks are recorded in the order enqueue, dequeue: the run digest sums records, the counters do not care.
        for action in [action, leaving] {
            if action != Action::Forward {
                self.mark(index, tag, action);
            }
        }
    }

    /// Executes the departures of the port at the start of a wire up to now.
    #[inline]
    pub(super) fn settle_wire(&mut self, index: u32) {
        let wire = &mut self.wires[index as usize];
        if wire.next_start <= self.now {
            match wire.scheduled {
                NONE => wire.catch_up(self.now),
                port => self.book_departures(port, self.now),
            }
        }
    }

    /// Executes the departures up to `until` of all ports that share the schedule of a port.
    #[inline(never)]
    pub(super) fn book_departures(&mut self, index: u32, until: u64) {
        let port = &self.ports[index as usize];
        let (device, local) = (port.device as usize, port.local);
        while let Some(departure_schedule) = &self.devices[device].departure_schedule
            && departure_schedule.earliest(local) <= until
        {
            let (start, next) = (departure_schedule.earliest(local), departure_schedule.next(local));
            self.book_departure(start, next);
        }
    }

    /// The transmission of the oldest waiting packet of a port began at `start` \[ps\].
    #[inline]
    fn book_departure(&mut self, start: u64, index: u32) {
        let port = &mut self.ports[index as usize];
        let device = &mut self.devices[port.device as usize];
        let wire = &mut self.wires[port.wire as usize];
        let tag = wire.begin_next();
        if let Some(departure_schedule) = &mut device.departure_schedule {
            departure_schedule.set(port.local, wire.next_start);
        }
        let arrival = port.queue.pop_front().map_or(start, Waiting::arrival);
        let seen = (stamp_of(arrival), wire.waiting_bytes);
        let action = device.begin_transmission(port, tag, seen, start / PS_PER_NS);
        if action != Action::Forward {
            if action == Action::Mark {
                wire.mark_begun();
            }
            self.mark_at(start, index, tag, action);
        }
    }
}
