//! The RDMA-like sender: turns at the NIC, and beginning again at what was refused.
//!
//! The public simulators have no retransmission timer, so a lost tail or a lost refusal stops them for good. Here the
//! timer of RFC 6298 goes back to the first byte that is not acknowledged.

use super::acks::News;
use super::config::Reports;
use super::control::FlowControl;
use super::sender::{Context, Sender};
use super::sending::Segment;
use crate::plane::{Packet, PacketFlags, QueueScheme};
use cc_api::Event;

/// What a flow made of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// It sent a packet, and wants another turn if there is more.
    Sent {
        /// There is.
        more: bool,
    },
    /// Its class is paused; it waits.
    Paused(u8),
    /// It may not send: an event of its own will ask for another turn.
    Passed,
}

impl<S: Copy> Sender<S> {
    /// Something may have changed: the NIC gives the flow a turn.
    #[cold]
    #[inline(never)]
    pub(super) fn ask_for_turn<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
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
        if !self.ready {
            self.ready = true;
            ctx.plane.queue_flow(self.route.port, ctx.slot);
        }
        ctx.plane.call_nic(self.route.port);
    }

    /// The wire is free and it is this flow's turn.
    #[inline(never)]
    pub(crate) fn take_turn<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>) -> Turn
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        self.ready = false;
        if self.nxt >= self.size || !self.window_is_open(ctx) {
            return Turn::Passed;
        }
        let class = self.route.class;
        if !ctx.plane.may_send(self.route.port, class) {
            self.ready = true;
            return Turn::Paused(class);
        }
        if self.waits(ctx) {
            return Turn::Passed;
        }
        self.wake_from_idle(ctx);
        self.send_next(ctx);
        self.ready = self.nxt < self.size;
        if !self.ready && !self.told_app_limited {
            self.tell_app_limited(ctx);
        }
        Turn::Sent { more: self.ready }
    }

    /// Tested before a packet, whatever its size: less than a packet too much.
    fn window_is_open<Q, F: FlowControl<Flow = S>>(&mut self, ctx: &Context<'_, Q, F>) -> bool {
        let mut window = self.answer.window.0.min(ctx.config.window_max);
        if ctx.control.has_underlay() {
            window = window.min(ctx.control.in_flight_cap(&self.cc).0);
        }
        let in_flight = self.nxt - self.una;
        let open = self.route.datagram > 0 || in_flight == 0 || in_flight < u64::from(window);
        if !open {
            self.limited_until = self.nxt;
        }
        open
    }

    fn send_next<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let most = if self.route.datagram > 0 { self.route.datagram } else { ctx.config.mss };
        let start = self.nxt;
        let length = (self.size - start).min(u64::from(most));
        let again = start < self.highest;
        self.nxt = start + length;
        self.highest = self.highest.max(self.nxt);
        if again {
            self.resent += 1;
            ctx.totals.resent_packets += 1;
        }
        let packet = self.next_packet(ctx, Segment { start, length, again });
        let id = ctx.plane.launch(self.route.port, packet);
        self.on_nic_sent(ctx.plane, ctx.control, id);
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
        self.tell(ctx.control, ctx.plane.now_ns, &event);
    }
}
