//! Event dispatch.

use super::Network;
use crate::data_plane::{Deferred, NONE, NicLoss, PacketKind, QueueScheme, Role, Tag};
use crate::engine::{Event, Kind};
use crate::time::{PS_PER_NS, Ps};
use crate::transport::{Context, FlowControl, SPECIAL};

/// A connection's context, borrowed apart from the connection.
macro_rules! context {
    ($network:expr, $control:expr) => {
        Context {
            plane: &mut $network.plane,
            control: &$network.controls[usize::from($control)],
            config: &$network.config,
            totals: &mut $network.totals,
        }
    };
}
pub(super) use context;

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    #[inline(always)]
    pub(super) fn dispatch(&mut self, event: Event) {
        if event.is(Kind::Deliver) {
            if let Some(tag) = self.plane.deliver(event.index()) {
                self.receive(tag);
            }
        } else {
            self.dispatch_rare(event);
        }
        self.settle_deferred();
    }

    /// Sees to what the event that has been dealt with has put off.
    #[inline(always)]
    pub(super) fn settle_deferred(&mut self) {
        if !self.plane.deferred.is_empty() {
            self.run_deferred();
        }
    }

    /// What happens less often than arrivals.
    #[inline(never)]
    pub(super) fn dispatch_rare(&mut self, event: Event) {
        match event.kind() {
            // The loops that pop them deal with them.
            Kind::Deliver | Kind::Fault => {}
            Kind::Wake => self.wake_port(event.index()),
            Kind::Retransmit | Kind::Pace | Kind::Tick | Kind::Acknowledge => self.ring(event),
            Kind::FlowStart if self.plane.events.in_window() => {
                self.begin_sender(event.index(), event.time, false);
            }
            Kind::FlowStart => self.start_flows(),
            Kind::FlowStop => self.stop_flows(),
            Kind::Control => self.tick_device(event.index()),
            Kind::Sample => self.sample(),
            Kind::Pause => {
                if let Some(id) = self.plane.pause(event.index()) {
                    self.left_port(event.index(), id);
                }
                self.serve(event.index());
            }
            Kind::Resume => {
                if let Some(id) = self.plane.resume(event.index()) {
                    self.left_port(event.index(), id);
                }
                self.serve(event.index());
            }
            Kind::Refresh => self.plane.refresh_pause(event.index()),
            Kind::Probe => self.send_probe(event.index()),
            Kind::NicPoll => self.poll_nic(event.index()),
        }
    }

    /// The transmitter of a port has become free.
    #[inline]
    pub(super) fn wake_port(&mut self, port: u32) {
        if self.has_arbiter(port) {
            self.wake_nic(port);
        } else if let Some(id) = self.plane.wake(port) {
            self.left_port(port, id);
        }
    }

    /// A packet reached its host.
    #[inline(always)]
    pub(super) fn receive(&mut self, tag: Tag) {
        let id = tag.id();
        let packet = *self.plane.packets.get(id);
        let slot = packet.slot;
        let Some(connection) = self.connections.get_mut(slot as usize) else {
            self.probes.arrived(&packet, self.plane.now);
            self.plane.consume(id);
            return;
        };
        let is_of_both = connection.flow == packet.flow && connection.receiver_flow == packet.flow;
        let is_usual = is_of_both && (connection.is_open || !packet.kind.is_for_sender());
        let control =
            if is_usual { Some(connection.control) } else { connection.owner(&packet, self.plane.now) };
        let Some(control) = control else {
            self.totals.strays += 1;
            if packet.kind.has_payload() {
                self.flows.get_mut(packet.flow).arrived += u64::from(packet.payload);
            }
            self.plane.consume(id);
            return;
        };
        let mut ctx = context!(self, control);
        match packet.kind {
            PacketKind::Data => {
                ctx.totals.delivered_packets += 1;
                if connection.receiver.on_data(&mut ctx, tag, &packet) {
                    self.plane.books.delivered += 1;
                } else {
                    self.plane.consume(id);
                }
                if connection.has_all_to_complete() {
                    self.complete(slot, packet.flow);
                }
            }
            PacketKind::Datagram => {
                ctx.totals.delivered_packets += 1;
                connection.receiver.on_datagram(packet.payload);
                self.plane.consume(id);
            }
            PacketKind::Ack => {
                connection.sender.on_ack(&mut ctx, &packet);
                let is_done = connection.is_done();
                self.plane.consume(id);
                if is_done {
                    self.close(slot, packet.flow);
                }
            }
            PacketKind::Report => {
                connection.sender.on_report(&mut ctx, &packet);
                self.plane.consume(id);
            }
            PacketKind::Syn => {
                connection.receiver.on_syn(&mut ctx, &packet);
                self.plane.consume(id);
            }
            PacketKind::SynAck => {
                connection.sender.on_syn_ack(&mut ctx, &packet);
                self.plane.consume(id);
            }
            PacketKind::Cnp => {
                connection.sender.on_cnp(&mut ctx);
                self.plane.consume(id);
            }
            // Its slot is not a connection's: it was taken above.
            PacketKind::Probe => self.plane.consume(id),
        }
    }

    /// A packet that had waited began to be sent; if it is data in its own host, its sender wants to know.
    #[inline(always)]
    pub(super) fn left_port(&mut self, port: u32, id: u32) {
        if !self.plane.ports[port as usize].role.is_host() {
            return;
        }
        let packet = self.plane.packets.get(id);
        let slot = packet.slot;
        let Some(connection) = self.connections.get_mut(slot as usize) else {
            self.probes.left(packet, self.plane.now);
            return;
        };
        if !packet.kind.has_payload() || connection.flow != packet.flow || !connection.is_open {
            return;
        }
        if self.plane.ports[port as usize].role == Role::Host {
            let control = &self.controls[usize::from(connection.control)];
            connection.sender.on_nic_sent::<SPECIAL, _, _>(&mut self.plane, control, id);
        }
        let mut ctx = context!(self, connection.control);
        connection.sender.on_nic_room(&mut ctx);
    }

    /// A connection's timer. A sender that has closed has no deadlines; its receiver may still owe an acknowledgement.
    fn ring(&mut self, event: Event) {
        let connection = &mut self.connections[event.index() as usize];
        let is_receivers = event.is(Kind::Acknowledge);
        if is_receivers && event.time > connection.taken_at {
            self.totals.stale_timers += 1;
            return connection.receiver.skip_ring(event.time);
        }
        let control = if is_receivers { connection.receiver_control } else { connection.control };
        let mut ctx = context!(self, control);
        match event.kind() {
            Kind::Retransmit => connection.sender.on_retransmit_event(&mut ctx),
            Kind::Pace => connection.sender.on_pace_event(&mut ctx),
            Kind::Tick => connection.sender.on_tick_event(&mut ctx),
            _ => connection.receiver.on_timer_event(&mut ctx),
        }
    }

    fn tick_device(&mut self, device: u32) {
        self.plane.control(device);
        let period = self.plane.devices[device as usize].scheme.control_period_ns();
        if period > 0 {
            let next = self.plane.now + u64::from(period) * PS_PER_NS;
            self.plane.events.push(next, Kind::Control, device);
        }
    }

    fn sample(&mut self) {
        let Some(trace) = &mut self.trace else { return };
        trace.ports().iter().for_each(|&port| self.plane.settle_port(port));
        let plane = &self.plane;
        let next = trace.take(Ps(plane.now), |port| plane.depth(port));
        if let Some(time) = next {
            self.plane.events.push(time.0, Kind::Sample, 0);
        }
    }

    #[cold]
    fn run_deferred(&mut self) {
        while let Some(work) = self.plane.deferred.pop() {
            match work {
                Deferred::Lost(loss) => self.settle_nic_loss(loss),
                Deferred::Serve(port) => self.serve(port),
            }
        }
    }

    fn settle_nic_loss(&mut self, loss: NicLoss) {
        let slot = self.flows.get(loss.flow).slot;
        if slot == NONE {
            return;
        }
        let connection = &mut self.connections[slot as usize];
        let sender = &mut connection.sender;
        sender.in_nic.left(u32::from(loss.wire));
        let mut ctx = context!(self, connection.control);
        sender.on_nic_room(&mut ctx);
    }
}
