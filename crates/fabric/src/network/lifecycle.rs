//! Flows begin, complete and leave.

use super::dispatch::context;
use super::flows::Flow;
use super::lookahead::Ending;
use super::{Connection, Network};
use crate::data_plane::{NONE, QueueScheme, Resend};
use crate::digest::Record;
use crate::engine::Kind;
use crate::flow::{FlowId, FlowSpec};
use crate::results::FlowRecord;
use crate::time::{PS_PER_NS, Ps};
use crate::transport::{Context, FlowControl, Receiver, ReturnRoute, Route, Sender};
use freeboard_device::pfc::CLASSES;

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Schedules what the caller has added since the last run.
    pub(super) fn prepare(&mut self) {
        if !self.started {
            self.started = true;
            for device in 0..self.plane.devices.len() {
                let period = self.plane.devices[device].scheme.control_period_ns();
                let port = self.plane.devices[device].ports[0];
                if period > 0 && self.owns_port(port) {
                    let (side, due) = (self.lookahead.side_of_port(port), u64::from(period) * PS_PER_NS);
                    self.plane.events.push_at(side, due, Kind::Control, device as u32);
                }
            }
        }
        self.records.reserve(self.flows.unfinished() as usize);
        self.plane.books.lost_payload.resize(self.flows.len() as usize, 0);
        if let Some(faults) = &mut self.faults {
            faults.copied_payload.resize(self.flows.len() as usize, 0);
        }
        self.schedule_flows();
    }

    /// One event for the next start and one for the next stop are enough.
    pub(super) fn schedule_flows(&mut self) {
        if let Some(time) = self.flows.starts().arm() {
            self.plane.events.push(time.0, Kind::FlowStart, 0);
        }
        if let Some(time) = self.flows.stops().arm() {
            self.plane.events.push(time.0, Kind::FlowStop, 0);
        }
    }

    /// The next flow that starts up to `now`, of those that were added before those that follow others of its time.
    pub(super) fn next_start(&mut self, now: Ps) -> Option<(Ps, u32)> {
        let (added, following) = (self.flows.starts().first(now), self.loops.first(now));
        let is_added = added.is_some_and(|added| following.is_none_or(|following| added.0 <= following.0));
        if is_added {
            self.flows.starts().take(now);
            return added;
        }
        self.loops.take(now);
        following
    }

    /// Starts the flows that are due.
    pub(super) fn start_flows(&mut self) {
        let now = Ps(self.plane.now);
        self.flows.starts().on_event(now);
        let mut started = 0;
        while let Some((_, flow)) = self.next_start(now) {
            let from = self.flows.get(flow).spec.from;
            started += u64::from(self.owns_port(self.plane.routes.host_port(from)));
            self.start_flow(flow);
        }
        self.plane.events.count_starts(started);
        self.schedule_flows();
    }

    fn start_flow(&mut self, id: u32) {
        let spec = self.flows.get(id).spec;
        let idle = self.take_idle(&spec);
        let slot = idle.unwrap_or_else(|| self.take_slot(spec.control, self.plane.now));
        self.flows.get_mut(id).slot = slot;
        self.begin_sender(id, self.plane.now, idle.is_some());
        self.begin_receiver(id);
    }

    /// The sender's half of a flow that has a slot begins at `start` \[ps\], in the connection of its last flow if that `is_kept`.
    pub(super) fn begin_sender(&mut self, id: u32, start: u64, is_kept: bool) {
        let flow = self.flows.get_mut(id);
        flow.started = Ps(start);
        let (spec, slot) = (flow.spec, flow.slot);
        let telemetry = self.controls[usize::from(spec.control)].needs_int() && spec.datagram == 0;
        let route = Route {
            flow: id,
            slot,
            port: self.plane.routes.host_port(spec.from),
            host: spec.to,
            delay_class: spec.delay_class,
            around: self.config.around(telemetry),
            telemetry,
            datagram: spec.datagram,
            class: spec.traffic_class,
        };
        let sends = self.owns_port(route.port);
        let connection = &mut self.connections[slot as usize];
        if connection.flow != NONE {
            self.flows.get_mut(connection.flow).sent += connection.sender.sent_payload();
        }
        connection.control = spec.control;
        connection.flow = id;
        connection.is_open = sends;
        let mut ctx = context!(self, spec.control);
        if is_kept {
            connection.sender.go_on(&mut ctx, route, spec.bytes, sends);
        } else {
            connection.sender.prepare(&mut ctx, route, spec.bytes, (self.seed, sends));
        }
        if sends {
            connection.sender.open(&mut ctx);
        }
    }

    /// The receiver's half of a flow begins, whose sender has begun.
    pub(super) fn begin_receiver(&mut self, id: u32) {
        let Flow { spec, slot, .. } = *self.flows.get(id);
        let telemetry = self.controls[usize::from(spec.control)].needs_int() && spec.datagram == 0;
        let back = ReturnRoute {
            flow: id,
            slot,
            port: self.plane.routes.host_port(spec.to),
            host: spec.from,
            class: self.config.ack_class.unwrap_or(spec.traffic_class) % CLASSES as u8,
            data_class: spec.traffic_class,
            wire: self.config.answer(telemetry),
        };
        let connection = &mut self.connections[slot as usize];
        let before = if connection.leaving == NONE { connection.receiver_flow } else { connection.leaving };
        if before != NONE {
            self.flows.get_mut(before).arrived += connection.receiver.arrived;
        }
        (connection.receiver_flow, connection.receiver_control) = (id, spec.control);
        (connection.leaving, connection.taken_at) = (NONE, u64::MAX);
        connection.receiver.close(&mut self.plane);
        connection.receiver.open(back, connection.sender.initial_number());
    }

    /// The idle connection that was used last between a flow's hosts, where hosts reuse them.
    fn take_idle(&mut self, spec: &FlowSpec) -> Option<u32> {
        if !self.config.reuse || spec.datagram > 0 {
            return None;
        }
        let of = |spec: &FlowSpec| (spec.from, spec.to, spec.control, spec.delay_class, spec.traffic_class);
        let fits = |slot: &u32| {
            let last = self.flows.get(self.connections[*slot as usize].flow).spec;
            last.datagram == 0 && of(&last) == of(spec)
        };
        let place = self.free.iter().rposition(fits)?;
        Some(self.free.remove(place))
    }

    /// A slot for a flow that starts at `start` \[ps\].
    pub(super) fn take_slot(&mut self, control: u8, start: u64) -> u32 {
        while let Some((time, slot)) = self.resting.front().copied()
            && time.saturating_add(self.rest) <= start
        {
            self.resting.pop_front();
            self.free.push(slot);
        }
        // An idle connection that may be reused is not given to other hosts.
        if !self.config.reuse
            && let Some(slot) = self.free.pop()
        {
            return slot;
        }
        let cc = self.controls[usize::from(control)].start();
        self.connections.push(Connection {
            flow: NONE,
            receiver_flow: NONE,
            leaving: NONE,
            is_open: false,
            sender: Sender::idle(cc, &self.config),
            receiver: Receiver::default(),
            control,
            receiver_control: control,
            taken_at: u64::MAX,
            next_ports: [0; 2],
        });
        (self.connections.len() - 1) as u32
    }

    /// A slot became free at `time` \[ps\].
    pub(super) fn release_slot(&mut self, time: u64, slot: u32) {
        if self.config.reuse {
            self.free.push(slot);
        } else {
            self.resting.push_back((time, slot));
        }
    }

    pub(super) fn stop_flows(&mut self) {
        let now = Ps(self.plane.now);
        self.flows.stops().on_event(now);
        while let Some(flow) = self.flows.stops().take(now) {
            let slot = self.flows.get(flow).slot;
            if slot == NONE {
                continue;
            }
            let sender = &mut self.connections[slot as usize].sender;
            // A flow that has not sent anything still sends its first byte, so that it completes.
            sender.size = sender.size.min(sender.nxt.max(1));
            if sender.route.datagram > 0 {
                continue;
            }
            if self.connections[slot as usize].has_all_to_complete() {
                self.complete(slot, flow);
            }
            if self.connections[slot as usize].is_done() {
                self.close(slot, flow);
            }
        }
        self.schedule_flows();
    }

    /// Records the completion of a flow whose last byte has arrived.
    #[cold]
    pub(super) fn complete(&mut self, slot: u32, id: u32) {
        self.connections[slot as usize].receiver.complete = true;
        self.flows.get_mut(id).is_complete = true;
        self.flows.finished();
        let ending = Ending { key: self.plane.key(), slot, flow: id };
        if self.plane.defers() {
            self.lookahead.endings.push(ending);
        } else {
            self.book_completion(ending);
        }
    }

    /// Adds the record of a flow whose sender may have gone on since, within the same window.
    #[cold]
    pub(super) fn book_completion(&mut self, Ending { key, slot, flow: id }: Ending) {
        let connection = &self.connections[slot as usize];
        let after = |it: &&Resend| it.slot == slot && it.key > key;
        let later = |is_timeout: bool| {
            self.plane.sharing.resends.iter().filter(after).filter(|it| it.is_timeout == is_timeout).count()
                as u32
        };
        let (bytes, resent, timeouts) = (
            connection.sender.size,
            connection.sender.resent - later(false),
            connection.sender.timeouts - later(true),
        );
        let flow = *self.flows.get(id);
        let record = FlowRecord {
            flow: FlowId(id),
            from: flow.spec.from,
            to: flow.spec.to,
            bytes,
            start: flow.started,
            finish: Ps(key.0),
            base: self.base_time(&flow.spec, id, bytes),
            resent,
            timeouts,
            control: flow.spec.control,
            delay_class: flow.spec.delay_class,
            tag: flow.spec.tag,
        };
        self.plane.books.digest.add(Record::Finish, key.0, [id, resent, 0]);
        self.records.push(record);
        self.follow(id, Ps(key.0));
    }

    /// Frees the slot of a flow whose last byte is acknowledged.
    #[cold]
    pub(super) fn close(&mut self, slot: u32, id: u32) {
        let connection = &mut self.connections[slot as usize];
        self.flows.get_mut(id).repairs = [connection.sender.resent, connection.sender.timeouts];
        if let Some(qp) = connection.sender.close() {
            self.plane.hosts.nics[connection.sender.route.port].remove_flow(qp);
        }
        // The receiver, which cannot know, answers what it has already until another flow begins in its place.
        connection.is_open = false;
        self.flows.get_mut(id).slot = NONE;
        if self.plane.defers() {
            self.lookahead.freed.push((self.plane.key(), slot));
        } else {
            self.release_slot(self.plane.now, slot);
        }
    }
}
