//! Packet path: arrival, admission, queue, departure, wire.
//!
//! There is one path for every port: the scheme at arrival, admission by the [`Buffer`], the queue, the choice of the
//! scheduler, the scheme at departure, the wire. A port with one queue is a port whose scheduler is first in, first out.
//! [Precomputed departures](super::precomputed) give the same result with fewer events where a port allows it.

use super::buffer::{Buffer, Place};
use super::counters::{Action, DropCause};
use super::packet::{NONE, Packet, StackId, Tag};
use super::plane::{DataPlane, Offer};
use super::port::{Port, Role};
use super::queues::QueuedPacket;
use super::scheme::QueueScheme;
use super::wire::{InFlight, LINE};
use crate::engine::Kind;
use freeboard_cc_api::{Bytes, IntHop, IntStack, Nanos32};
use freeboard_device::mmu::{Charges, GroupId};

/// Time of a byte \[ps\] on a link of 1 Mbit/s.
const BYTE_AT_1_MBPS: u32 = 8_000_000;

impl<Q: QueueScheme> DataPlane<Q> {
    /// Offers a packet that a host has just made to its port.
    #[inline(always)]
    pub(crate) fn offer(&mut self, index: u32, packet: Packet) -> Offer {
        let id = self.packets.insert(packet);
        self.offer_new(index, id, &packet)
    }

    /// The same for a copy of another packet.
    #[inline(always)]
    pub(crate) fn offer_again(&mut self, index: u32, id: u32, packet: Packet) -> Offer {
        *self.packets.get_mut(id) = packet;
        self.offer_new(index, id, &packet)
    }

    #[inline(always)]
    fn offer_new(&mut self, index: u32, id: u32, packet: &Packet) -> Offer {
        self.books.inject(packet);
        let tag = Tag::new(id, packet);
        if self.ports[index as usize].role == Role::PrecomputedHost {
            return self.put_precomputed(index, tag);
        }
        self.offer_tag(index, tag, packet.delay_class)
    }

    #[inline(always)]
    fn offer_tag(&mut self, index: u32, tag: Tag, delay_class: u8) -> Offer {
        let port = &mut self.ports[index as usize];
        if !port.is_plain {
            return self.enqueue(index, tag, NONE);
        }
        if !port.wake_pending && self.now >= port.busy_until {
            port.note_passing(tag.size());
            self.send(index, tag, delay_class);
            return Offer::Sent(tag.id());
        }
        self.enqueue_plain(index, tag)
    }

    /// Enqueues a packet at the busy transmitter of a plain port: the packet path without those that would judge it.
    #[inline]
    fn enqueue_plain(&mut self, index: u32, tag: Tag) -> Offer {
        let (port, size) = (&mut self.ports[index as usize], tag.size());
        if !port.admits((port.packets, port.bytes), size) {
            self.queues[index as usize].count_drop(0, DropCause::Buffer);
            self.drop_packet(index, tag.id(), DropCause::Buffer);
            return Offer::Dropped;
        }
        self.queues[index as usize].push_plain(tag, self.now);
        port.packets += 1;
        port.bytes += size;
        port.note_depth(port.bytes, port.packets);
        if !port.wake_pending {
            port.wake_pending = true;
            self.events.push(port.busy_until, Kind::Wake, index);
        }
        Offer::Queued
    }

    /// Begins to send the packet that waits longest in a plain port.
    #[inline]
    fn transmit_plain(&mut self, index: u32) -> Option<u32> {
        let (port, queues) = (&mut self.ports[index as usize], &mut self.queues[index as usize]);
        let tag = queues.take_plain(self.now)?;
        port.packets -= 1;
        port.bytes -= tag.size();
        if self.prefetches {
            queues.prefetch_next(0, &self.packets);
        }
        self.send(index, tag, self.packets.get(tag.id()).delay_class);
        Some(tag.id())
    }

    /// Offers a packet that came over a wire, or from its own host over [`NONE`], to a port.
    #[inline(never)]
    fn enqueue(&mut self, index: u32, mut tag: Tag, wire: u32) -> Offer {
        let size = tag.size();
        let (port, queues) = (&mut self.ports[index as usize], &mut self.queues[index as usize]);
        let idle = !port.wake_pending && self.now >= port.busy_until;
        // One queue needs no class, and the packet is not touched.
        let class = if queues.have_classes { self.packets.get(tag.id()).class } else { 0 };
        let queue = queues.queue_of(class);
        let room = port.admits((port.packets, port.bytes), size);
        let (mut action, mut charges, mut units) = (Action::Forward, room.then(Charges::default), 0);
        let may_pass = room && idle && port.packets == 0 && queues.may_pass(queue, self.now);
        let mut passes = may_pass.then_some(0);
        let mut place = Place { port: port.local, queue: queue as u16, group: GroupId(0) };
        let owner = port.device;
        if let Some(device) = self.devices.get_mut(owner as usize) {
            let seen = device.seen(port.local, queue, queues.all[queue].units, port.units);
            let pool_depth = device.memory_depth(port.local);
            action = device.enqueue_action(port, seen, pool_depth, tag, device.clock.reading(self.now_ns));
            if let Some(&ingress) = self.ingress.get(wire as usize) {
                place.group = device.buffer.group(ingress, class);
            }
            if may_pass {
                passes = device.pass(place, size);
            }
            if room && passes.is_none() && !matches!(action, Action::Drop(_)) {
                charges = device.buffer.admit(place, size);
            }
            units = port.unit_size.of(size);
        }
        let refusal = match action {
            Action::Drop(cause) => Some(cause),
            _ => charges.is_none().then_some(DropCause::Buffer),
        };
        if let Some(cause) = refusal {
            queues.count_drop(queue, cause);
            self.drop_packet(index, tag.id(), cause);
            return Offer::Dropped;
        }
        if action == Action::Mark {
            tag.set_ce();
        }
        if let Some(pool_depth) = passes {
            return self.pass(index, queue, tag, action, pool_depth);
        }
        let charges = charges.unwrap_or_default();
        queues.push(queue, QueuedPacket { arrival: self.now, tag, charges, group: place.group }, units);
        port.packets += 1;
        port.bytes += size;
        port.units += units;
        port.note_depth(port.bytes, port.packets);
        if let Some(device) = self.devices.get_mut(owner as usize) {
            device.units += units;
        }
        if !idle && !port.wake_pending {
            port.wake_pending = true;
            self.events.push(port.busy_until, Kind::Wake, index);
        }
        if action != Action::Forward {
            queues.count_signal(queue, action == Action::Mark);
            self.mark(index, tag, action);
        }
        self.check_xoff(owner, place);
        if idle { self.transmit(index).map_or(Offer::Queued, Offer::Sent) } else { Offer::Queued }
    }

    /// Sends a packet at once, past the empty queues of an idle port: what [`Self::enqueue`] and [`Self::transmit_next`] do to it,
    /// without the accounts that come out even. `action` is the verdict at enqueue, `pool_depth` what the one at dequeue sees.
    #[inline]
    fn pass(&mut self, index: u32, queue: usize, mut tag: Tag, action: Action, pool_depth: u32) -> Offer {
        let (port, queues) = (&mut self.ports[index as usize], &mut self.queues[index as usize]);
        let (size, is_host) = (tag.size(), port.role == Role::Host);
        port.note_passing(size);
        let mut leaving = Action::Forward;
        if let Some(device) = self.devices.get_mut(port.device as usize) {
            let (seen, now_ns) = (device.seen(port.local, queue, 0, 0), device.clock.reading(self.now_ns));
            leaving = device.dequeue_action(port, seen, pool_depth, tag, (Nanos32(now_ns as u32), now_ns));
        }
        let is_dropped = matches!(leaving, Action::Drop(_));
        queues.pass(queue, size, !is_dropped);
        for action in [action, leaving] {
            if matches!(action, Action::Mark | Action::Unmarkable) {
                self.queues[index as usize].count_signal(queue, action == Action::Mark);
                self.mark(index, tag, action);
            }
        }
        if let Action::Drop(cause) = leaving {
            self.queues[index as usize].count_drop(queue, cause);
            self.note_nic_loss(index, tag.id());
            self.drop_packet(index, tag.id(), cause);
            return Offer::Queued;
        }
        if leaving == Action::Mark {
            tag.set_ce();
        }
        let delay_class = if is_host { self.packets.get(tag.id()).delay_class } else { 0 };
        self.send(index, tag, delay_class);
        Offer::Sent(tag.id())
    }

    /// The transmitter of a port with a backlog is free; returns the packet it begins to send.
    #[inline]
    pub(crate) fn wake(&mut self, index: u32) -> Option<u32> {
        let port = &mut self.ports[index as usize];
        if port.role == Role::PrecomputedHost {
            return self.begun(index);
        }
        port.wake_pending = false;
        self.restart_transmitter(index)
    }

    /// The head of a wire has arrived: it is forwarded, or handed out if this is its host.
    #[inline(always)]
    pub(crate) fn deliver(&mut self, index: u32) -> Option<Tag> {
        let wire = loop {
            let wire = &mut self.wires[index as usize];
            // What has arrived has left before; more than that the far end of the wire need not know, and cannot if it
            // has not run its batch of this window yet.
            let left = self.now - wire.delay;
            match wire.scheduled {
                _ if wire.next_start > left => break wire,
                NONE => wire.catch_up(&self.in_flight, left),
                port => self.book_departures(port, left),
            }
        };
        let tag = self.in_flight.pop_front(&mut wire.packets)?.tag;
        let switch = wire.switch;
        if let Some(next) = self.in_flight.front(&wire.packets) {
            self.events.push(next.due, Kind::Deliver, index);
            if self.prefetches {
                let head = wire.packets.head();
                self.in_flight.prefetch(self.in_flight.later(head, LINE));
                if switch == NONE {
                    self.packets.prefetch(self.in_flight.at(self.in_flight.after(head)).tag.id());
                } else {
                    self.routes.prefetch(switch, next.tag.host());
                    if self.routes.depend_on_flows() {
                        self.packets.prefetch(next.tag.id());
                    }
                }
            }
        }
        self.arrive_at(index, tag, switch)
    }

    /// A packet has come over a wire: it is forwarded, or handed out if this is its host.
    pub(crate) fn arrive(&mut self, index: u32, tag: Tag) -> Option<Tag> {
        self.arrive_at(index, tag, self.wires[index as usize].switch)
    }

    #[inline(always)]
    fn arrive_at(&mut self, index: u32, tag: Tag, switch: u32) -> Option<Tag> {
        if switch == NONE {
            return Some(tag);
        }
        let port = self.routes.port_of(switch, tag.host(), || self.packets.get(tag.id()).path_key());
        if self.ports[port as usize].role == Role::Precomputed {
            self.enqueue_precomputed(port, tag);
        } else {
            self.enqueue(port, tag, index);
        }
        None
    }

    /// Begins to send the packet that is next and that the scheme lets go.
    #[inline]
    pub(super) fn transmit(&mut self, index: u32) -> Option<u32> {
        if self.ports[index as usize].is_plain {
            return self.transmit_plain(index);
        }
        self.transmit_next(index)
    }

    /// The same of a port whose queues have a scheduler or whose packets a scheme judges.
    #[inline(never)]
    fn transmit_next(&mut self, index: u32) -> Option<u32> {
        loop {
            let (port, queues) = (&mut self.ports[index as usize], &mut self.queues[index as usize]);
            let Some((queue, held)) = queues.take(self.now) else {
                self.wait_for_resume(index);
                return None;
            };
            let (mut tag, size) = (held.tag, held.tag.size());
            port.packets -= 1;
            port.bytes -= size;
            let mut action = Action::Forward;
            let (owner, is_host) = (port.device, port.role == Role::Host);
            let place = Place { port: port.local, queue: queue as u16, group: held.group };
            if let Some(device) = self.devices.get_mut(owner as usize) {
                let units = port.unit_size.of(size);
                queues.all[queue].units -= units;
                port.units -= units;
                device.units -= units;
                device.buffer.release(place, size, held.charges);
                let seen = device.seen(port.local, queue, queues.all[queue].units, port.units);
                let pool_depth = device.memory_depth(port.local);
                let clock = (device.clock.stamp(held.arrival), device.clock.reading(self.now_ns));
                action = device.dequeue_action(port, seen, pool_depth, tag, clock);
            }
            if let Action::Drop(cause) = action {
                queues.settle(queue, None);
                queues.count_drop(queue, cause);
                self.note_nic_loss(index, tag.id());
                self.drop_packet(index, tag.id(), cause);
                self.check_xoff(owner, place);
                continue;
            }
            queues.settle(queue, Some(size));
            if self.prefetches && is_host {
                queues.prefetch_next(queue, &self.packets);
            }
            if action != Action::Forward {
                if action == Action::Mark {
                    tag.set_ce();
                }
                queues.count_signal(queue, action == Action::Mark);
                self.mark(index, tag, action);
            }
            self.check_xoff(owner, place);
            let delay_class = if is_host { self.packets.get(tag.id()).delay_class } else { 0 };
            self.send(index, tag, delay_class);
            return Some(tag.id());
        }
    }

    /// Puts a packet on the wire of its delay class and keeps the transmitter busy.
    #[inline(always)]
    pub(super) fn send(&mut self, index: u32, tag: Tag, delay_class: u8) {
        if tag.has_telemetry() {
            self.write_hop(index, tag.id());
        }
        let port = &mut self.ports[index as usize];
        let size = tag.size();
        port.busy_until = self.now + port.frame_time(size);
        port.sent += 1;
        port.sent_bytes += u64::from(size);
        let wire_index = port.wire + u32::from(delay_class);
        let wire = &mut self.wires[wire_index as usize];
        let due = port.busy_until + wire.delay;
        if wire.packets.is_empty() {
            self.events.push_across(due, Kind::Deliver, wire_index);
        }
        self.in_flight.push_back(&mut wire.packets, InFlight { due, tag });
        if port.packets > 0 {
            port.wake_pending = true;
            self.events.push(port.busy_until, Kind::Wake, index);
        }
    }

    /// A packet that collects telemetry begins to be sent, and is out of its queue.
    ///
    /// Hosts do not write, since the five hops of a stack are those of the switches (\[Li19\] §4.1). A sixth hop finds
    /// no room and is left out.
    #[cold]
    #[inline(never)]
    pub(super) fn write_hop(&mut self, index: u32, id: u32) {
        let port = &self.ports[index as usize];
        if port.role == Role::Host {
            return;
        }
        let clock = self.devices.get(port.device as usize).map(|device| device.clock);
        let stamp = Nanos32(clock.unwrap_or_default().reading(self.now_ns) as u32);
        let packet = self.packets.get_mut(id);
        let place = packet.telemetry.index().unwrap_or_else(|| self.stacks.insert(IntStack::default()));
        packet.telemetry = StackId::at(place);
        let stack = self.stacks.get_mut(place);
        if let Some(hop) = stack.hops.get_mut(usize::from(stack.count)) {
            *hop = port.hop(stamp);
            stack.count += 1;
        }
    }
}

impl Port {
    /// What it has to say of itself: the packets that wait, those whose transmission has begun before.
    fn hop(&self, stamp: Nanos32) -> IntHop {
        // Framing takes its part of the link, so it is counted too: else a full link would look less than full.
        let sent = self.sent_bytes.wrapping_add(self.sent.wrapping_mul(u64::from(self.frame_gap)));
        IntHop {
            stamp,
            depth: Bytes(self.bytes),
            sent: sent as u32,
            rate_mbps: BYTE_AT_1_MBPS / self.byte_time.max(1),
        }
    }
}
