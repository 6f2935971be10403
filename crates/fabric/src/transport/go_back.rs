//! RDMA-like sender: NIC grants and go-back-N.
//!
//! The public simulators have no retransmission timer, so a lost tail or a lost refusal stops them for good. Here the
//! timer of RFC 6298 goes back to the first byte that is not acknowledged.

use super::acks::News;
use super::config::{HostConfig, Reports};
use super::context::Context;
use super::control::FlowControl;
use super::sender::Sender;
use super::sending::{SPECIAL, Segment};
use crate::data_plane::{NONE, Packet, PacketFlags, QueueScheme};
use freeboard_cc_api::Event;

impl<S: Copy> Sender<S> {
    /// Requests a grant from the NIC when something may be sent.
    #[cold]
    #[inline(never)]
    pub(super) fn ask_for_grant<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if self.nxt >= self.size {
            if !self.told_app_limited {
                self.tell_app_limited(ctx);
            }
            return;
        }
        if self.qp == NONE {
            self.qp = ctx.plane.add_flow(self.route.port, self.route.slot);
        }
        if self.window_is_open(ctx) {
            self.request_grant(ctx);
            ctx.plane.notify_nic(self.route.port);
        }
    }

    /// The NIC learns when the next packet may leave.
    fn request_grant<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let release = self.release::<SPECIAL, _, _>(ctx);
        ctx.plane.request_grant(self.route.port, self.qp, self.route.class, release);
    }

    /// The flow has the grant: returns whether it sends. If not, an event of its own will request another.
    #[inline(never)]
    pub(crate) fn use_grant<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>) -> bool
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if self.nxt >= self.size {
            return false;
        }
        let segment = self.next_in_order(ctx.config);
        if !self.is_in_batch(segment) && !self.begins_grant(ctx, segment) {
            return false;
        }
        self.send_next(ctx, segment);
        if self.nxt < self.size && self.is_in_batch(self.next_in_order(ctx.config)) {
            ctx.plane.continue_batch(self.route.port, self.qp, self.route.class);
        } else if self.nxt < self.size {
            let release = self.release::<SPECIAL, _, _>(ctx);
            ctx.plane.request_after(self.route.port, self.qp, self.route.class, release);
        } else if !self.told_app_limited {
            self.tell_app_limited(ctx);
        }
        true
    }

    /// Window, pacer and underlay let a packet leave, or a batch that begins with it; if time does not yet, the NIC is told.
    fn begins_grant<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, segment: Segment) -> bool
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if !self.window_is_open(ctx) {
            return false;
        }
        if self.release::<SPECIAL, _, _>(ctx) > ctx.plane.now {
            self.request_grant(ctx);
            return false;
        }
        self.wake_from_idle(ctx);
        if ctx.config.offload > 0 {
            self.begin_batch(ctx, segment);
        }
        true
    }

    /// Tested before a packet, whatever its size: less than a packet too much. The last packet of a batch is the one that may be.
    fn window_is_open<Q, F>(&mut self, ctx: &Context<'_, Q, F>) -> bool
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let mut window = self.answer.window.0.min(ctx.config.window_max);
        if ctx.control.has_underlay() {
            window = window.min(ctx.control.in_flight_cap(&self.cc).0);
        }
        let mut in_flight = self.nxt - self.una;
        if ctx.config.offload > 0 && in_flight > 0 && self.nxt >= self.highest {
            let batch = self.batch_of(ctx, self.size - self.nxt);
            in_flight += batch.saturating_sub(u64::from(ctx.config.mss));
        }
        let open = self.route.datagram > 0 || in_flight == 0 || in_flight < u64::from(window);
        if !open {
            self.limited_until = self.nxt;
        }
        open
    }

    /// What lies at the front.
    fn next_in_order(&self, config: &HostConfig) -> Segment {
        let most = if self.route.datagram > 0 { self.route.datagram } else { config.mss };
        let start = self.nxt;
        Segment { start, length: (self.size - start).min(u64::from(most)), again: start < self.highest }
    }

    fn send_next<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, segment: Segment)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        self.nxt = segment.start + segment.length;
        if segment.again {
            // What lies beyond `highest` is new.
            self.resent_payload += segment.length.min(self.highest - segment.start);
            self.resent += 1;
            ctx.plane.note_resend(self.route.slot, false);
            ctx.totals.resent_packets += 1;
        }
        self.highest = self.highest.max(self.nxt);
        let packet = self.next_packet::<SPECIAL, _, _>(ctx, segment);
        let id = ctx.plane.launch(self.route.port, packet);
        self.on_nic_sent::<SPECIAL, _, _>(ctx.plane, ctx.control, id);
    }

    /// An acknowledgement of all before `ack`, or the refusal of what lies beyond it.
    #[cold]
    #[inline(never)]
    pub(super) fn on_rdma_ack<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, packet: &Packet, ack: u64)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if ack < self.una || ack > self.highest {
            return;
        }
        if ctx.control.has_underlay() && ctx.config.reports == Reports::OnAck {
            self.report(ctx, packet);
        }
        let advance = ack - self.una;
        self.una = ack;
        // It may answer what was sent before the last return.
        self.nxt = self.nxt.max(ack);
        let refused = packet.flags.has(PacketFlags::NACK);
        if advance > 0 || !refused {
            self.account(ctx, packet, News { advance, delivered: advance });
        }
        if self.is_done() {
            self.retransmit.cancel();
            return;
        }
        if refused && self.nxt > self.una {
            self.go_back(ctx);
        }
        if self.una == self.nxt {
            self.retransmit.cancel();
        } else if advance > 0 {
            self.rtt.progress();
            self.arm_retransmit(ctx);
        }
        self.try_send(ctx);
    }

    /// Everything from the first byte that was refused is sent again.
    fn go_back<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        ctx.totals.recoveries += 1;
        let event = Event::LossEpisode { now: ctx.plane.stamp(), loss: self.loss(0) };
        self.nxt = self.una;
        self.batch.end();
        self.tell(ctx.control, ctx.plane.now_ns, &event);
    }
}
