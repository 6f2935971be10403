//! Precomputed departures of FIFO ports.
//!
//! If a port is FIFO and its scheme drops at enqueue only, nothing that happens later can change when a packet
//! departs: departure and arrival at the next hop are computed on arrival, and the packet goes on the wire at once. The
//! start of its transmission, which shortens the queue and may mark the packet, is executed later but as of its own
//! time, before anything reads the queue, the buffer or the packet; it needs no event. Where ports share a buffer, every
//! arrival at any of them reads it, so they share a
//! [`DepartureSchedule`](super::departure_schedule::DepartureSchedule) that knows which port transmits next. A packet
//! here is its [`Tag`] alone; the packet itself, a cache line elsewhere, is not touched.

use super::buffer::{Buffer, Place};
use super::counters::{Action, DropCause};
use super::device::{Device, Rules, Seen};
use super::packet::{NONE, Tag};
use super::plane::{DataPlane, Offer};
use super::port::Port;
use super::scheme::QueueScheme;
use super::wire::{InFlight, Wire};
use crate::digest::RunDigest;
use crate::engine::{EventQueue, Kind};
use crate::storage::Blocks;
use crate::time::{PS_PER_NS, stamp_of};

impl<Q: QueueScheme> DataPlane<Q> {
    /// Enqueues a packet on a port with precomputed departures.
    #[inline]
    pub(super) fn enqueue_precomputed(&mut self, index: u32, tag: Tag) {
        let (now, now_ns) = (self.now, self.now_ns);
        let (mut arriving, mut device) = self.arriving(index);
        let was_empty = arriving.wire.packets.is_empty();
        // Before the AQM reads a depth, departures up to now are executed: with a private buffer those of its wire, with a shared
        // one those of every port on the schedule. `scheduled` is in the cache line of the wire, the schedule is not: it is
        // read only if there is one.
        let refusal = if arriving.wire.scheduled == NONE {
            arriving.wire.catch_up(arriving.in_flight, now);
            arriving.take(&mut device.scheme, tag, now, now_ns)
        } else {
            if device.is_due(arriving.port.local, now) {
                self.book_departures(index, now);
                (arriving, device) = self.arriving(index);
            }
            arriving.take_scheduled(device, tag, now, now_ns)
        };
        arriving.announce(was_empty);
        if let Some(cause) = refusal {
            self.drop_packet(index, tag.id(), cause);
        }
    }

    /// A precomputed port with what belongs to it, and its device.
    #[inline(always)]
    pub(super) fn arriving(&mut self, index: u32) -> (Arriving<'_>, &mut Device<Q>) {
        let port = &mut self.ports[index as usize];
        let device = &mut self.devices[port.device as usize];
        let wire = &mut self.wires[port.wire as usize];
        let memory_depth = if device.scheme.runs_at_enqueue() { device.memory_depth(port.local) } else { 0 };
        let arriving = Arriving {
            index,
            port,
            rules: device.rules,
            wire,
            in_flight: &mut self.in_flight,
            digest: &mut self.books.digest,
            events: &mut self.events,
            memory_depth,
        };
        (arriving, device)
    }

    /// Executes the departures of the port at the start of a wire up to now.
    #[inline]
    pub(crate) fn settle_wire(&mut self, index: u32) {
        let wire = &mut self.wires[index as usize];
        if wire.next_start <= self.now {
            match wire.scheduled {
                NONE => wire.catch_up(&self.in_flight, self.now),
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
            && let Some((start, next)) = departure_schedule.due(local, until)
        {
            self.book_departure(start, next);
        }
    }

    /// The transmission of the oldest waiting packet of a port began at `start` \[ps\].
    #[inline]
    fn book_departure(&mut self, start: u64, index: u32) {
        let port = &mut self.ports[index as usize];
        let device = &mut self.devices[port.device as usize];
        let wire = &mut self.wires[port.wire as usize];
        let place = wire.first_waiting();
        let tag = wire.begin_next(&self.in_flight);
        if let Some(departure_schedule) = &mut device.departure_schedule {
            departure_schedule.set(port.local, wire.next_start);
        }
        let arrival = stamp_of(port.arrivals.pop_front().unwrap_or(start));
        let action = device.begin_transmission(port, tag, wire.waiting_bytes, arrival, start / PS_PER_NS);
        if action != Action::Forward {
            if action == Action::Mark {
                self.in_flight.at_mut(place).tag.set_ce();
            }
            self.mark_at(start, index, tag, action);
        }
    }
}

/// A precomputed port whose departures are executed up to now, with all that an arrival there touches.
pub(super) struct Arriving<'a> {
    /// The port's global index.
    pub(super) index: u32,
    pub(super) port: &'a mut Port,
    /// Inputs of the device's scheme and the effect of its verdicts.
    rules: Rules,
    /// The port's wire.
    pub(super) wire: &'a mut Wire,
    /// What is on all wires.
    pub(super) in_flight: &'a mut Blocks<InFlight>,
    pub(super) digest: &'a mut RunDigest,
    pub(super) events: &'a mut EventQueue,
    /// Occupancy of the port's memory, if the scheme runs at enqueue; without a schedule no arrival at the port changes it.
    pub(super) memory_depth: u32,
}

/// The port's departures are on the schedule of its device.
const SCHEDULED: bool = true;

impl Arriving<'_> {
    // The scheme sees the depth without the arriving packet, and runs before the buffer admits it: a packet that the buffer then
    // drops still counts in the state of the scheme, as in the plain path.

    /// Puts an arriving packet on the wire, or returns why it is dropped.
    #[inline(always)]
    pub(super) fn take(
        &mut self,
        scheme: &mut impl QueueScheme,
        tag: Tag,
        now: u64,
        now_ns: u64,
    ) -> Option<DropCause> {
        let (seen, depth) = (self.seen(), self.memory_depth);
        let action = self.rules.at_enqueue(scheme, self.port, seen, depth, tag, now_ns);
        self.accept::<{ !SCHEDULED }>(action, tag, now, |_, _, _, _| Some(Action::Forward))
    }

    /// The same on a port whose departures are on the schedule of its device.
    #[inline(always)]
    fn take_scheduled<Q: QueueScheme>(
        &mut self,
        device: &mut Device<Q>,
        tag: Tag,
        now: u64,
        now_ns: u64,
    ) -> Option<DropCause> {
        let action = device.enqueue_action(self.port, self.seen(), self.memory_depth, tag, now_ns);
        self.accept::<SCHEDULED>(action, tag, now, |port, is_first, tag, start| {
            charge(port, device, is_first, tag, (start, now, now_ns))
        })
    }

    #[inline(always)]
    fn seen(&self) -> Seen {
        Seen::only(self.port.local, self.wire.waiting_bytes)
    }

    /// Does to a packet what the scheme said, if there is room for it; `KIND` is whether the port is [`SCHEDULED`]: then `admit` says
    /// whether the memory of the device has room, too, and the verdict at dequeue if that is now.
    #[inline(always)]
    fn accept<const KIND: bool>(
        &mut self,
        action: Action,
        mut tag: Tag,
        now: u64,
        admit: impl FnOnce(&mut Port, bool, &mut Tag, u64) -> Option<Action>,
    ) -> Option<DropCause> {
        if let Action::Drop(cause) = action {
            return Some(cause);
        }
        let Self { port, wire, in_flight, .. } = self;
        let (depth, waiting, size) = (wire.waiting_bytes, wire.waiting, tag.size());
        if !port.admits((waiting, depth), size) {
            return Some(DropCause::Buffer);
        }
        let start = port.busy_until.max(now);
        if KIND == SCHEDULED {
            // The verdict at dequeue sees the mark. Elsewhere it is set where it is counted, which most packets pass by.
            if action == Action::Mark {
                tag.set_ce();
            }
            let Some(leaving) = admit(port, waiting == 0, &mut tag, start) else {
                return Some(DropCause::Buffer);
            };
            if leaving != Action::Forward {
                port.count_mark(self.digest, (self.index, now), tag, leaving);
            }
        }
        // Only what the memory has admitted counts as marked; in which order with the verdict at dequeue does not matter,
        // since the run digest sums its records.
        if action != Action::Forward {
            if action == Action::Mark {
                tag.set_ce();
            }
            port.count_mark(self.digest, (self.index, now), tag, action);
        }
        port.send_at(wire, in_flight, tag, start, now);
        None
    }

    /// A wire that was empty has one pending delivery event, that of its head: order on a wire is that of the transmitter.
    #[inline(always)]
    pub(super) fn announce(self, was_empty: bool) {
        if was_empty && let Some(head) = self.in_flight.front(&self.wire.packets) {
            self.events.push_across(head.due, Kind::Deliver, self.port.wire);
        }
    }
}

/// Admits a packet whose transmission begins at `start` to the memory of a device with a departure schedule; returns the
/// verdict at dequeue if that is now, and nothing if there is no room.
#[inline]
fn charge<Q: QueueScheme>(
    port: &mut Port,
    device: &mut Device<Q>,
    is_first: bool,
    tag: &mut Tag,
    (start, now, now_ns): (u64, u64, u64),
) -> Option<Action> {
    if start > now {
        let charges = device.buffer.admit(Place::only(port.local), tag.size())?;
        *tag = tag.charged(charges.egress);
        if let (true, Some(schedule)) = (is_first, &mut device.departure_schedule) {
            schedule.set(port.local, start);
        }
        // The AQM at dequeue needs the arrival time; without it the wire holds all that is needed.
        if device.runs_at_dequeue {
            port.arrivals.push_back(now);
        }
        return Some(Action::Forward);
    }
    let pool_depth = device.pass(Place::only(port.local), tag.size())?;
    if !device.runs_at_dequeue {
        return Some(Action::Forward);
    }
    let seen = Seen::only(port.local, 0);
    let leaving = device.dequeue_action(port, seen, pool_depth, *tag, (stamp_of(now), now_ns));
    if leaving == Action::Mark {
        tag.set_ce();
    }
    Some(leaving)
}

impl Port {
    /// Puts a packet that begins to be sent at `start` on the wire. Maxima of the queue include it whether it waits or not.
    #[inline(always)]
    fn send_at(&mut self, wire: &mut Wire, in_flight: &mut Blocks<InFlight>, tag: Tag, start: u64, now: u64) {
        let size = tag.size();
        self.busy_until = start + self.frame_time(size);
        let place =
            in_flight.push_back(&mut wire.packets, InFlight { due: self.busy_until + wire.delay, tag });
        if start > now {
            self.waits.add(size, start - now);
            wire.wait(place, size, start);
            self.note_depth(wire.waiting_bytes, wire.waiting);
        } else {
            self.note_passing(size);
        }
        self.sent += 1;
        self.sent_bytes += u64::from(size);
    }
}

impl<Q: QueueScheme> DataPlane<Q> {
    /// Puts a packet on the wire for when the transmitter will be free.
    #[inline(always)]
    pub(super) fn put_precomputed(&mut self, index: u32, tag: Tag) -> Offer {
        let (now, size) = (self.now, tag.size());
        let port = &mut self.ports[index as usize];
        let wire = &mut self.wires[port.wire as usize];
        wire.catch_up(&self.in_flight, now);
        let start = port.busy_until.max(now);
        // One that need not wait finds a port in which nothing waits.
        if start > now && !port.admits((wire.waiting, wire.waiting_bytes), size) {
            self.queues[index as usize].count_drop(0, DropCause::Buffer);
            self.drop_packet(index, tag.id(), DropCause::Buffer);
            return Offer::Dropped;
        }
        let was_empty = wire.packets.is_empty();
        port.send_at(wire, &mut self.in_flight, tag, start, now);
        if was_empty {
            self.events.push_across(port.busy_until + wire.delay, Kind::Deliver, port.wire);
        }
        Offer::Precomputed(start)
    }

    /// The packet that begins to be sent now.
    pub(super) fn begun(&mut self, index: u32) -> Option<u32> {
        let wire = &mut self.wires[self.ports[index as usize].wire as usize];
        wire.catch_up(&self.in_flight, self.now);
        if self.prefetches {
            wire.next_tags(&self.in_flight).for_each(|tag| self.packets.prefetch(tag.id()));
        }
        wire.begun(&self.in_flight).map(|packet| packet.tag.id())
    }

    /// Start \[ps\] and size of what a flow has waiting in its host, the oldest first.
    pub(crate) fn waiting_of(&self, index: u32, flow: u32) -> impl Iterator<Item = (u64, u32)> + '_ {
        let wire = &self.wires[self.ports[index as usize].wire as usize];
        let is_own = move |tag: Tag| {
            let packet = self.packets.get(tag.id());
            packet.flow == flow && packet.kind.has_payload()
        };
        wire.not_begun(&self.in_flight)
            .filter(move |(_, tag)| is_own(*tag))
            .map(|(start, tag)| (start, tag.size()))
    }
}
