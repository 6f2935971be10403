//! ACK processing of the sender.

use super::context::Context;
use super::control::FlowControl;
use super::score::Phase;
use super::sender::{Sender, clamp};
use crate::data_plane::{NONE, Packet, PacketFlags, QueueScheme};
use crate::transport::{EcnEcho, Reports};
use freeboard_cc_api::{Ack, Bytes, Event, Nanos32, OrAck};

/// Most bytes that a delivery rate is taken of: more in one round trip is a counter that has wrapped. 1 ms at 400 Gbit/s
/// are 50 MB.
const DELIVERED_MAX: u64 = 1 << 30;

/// What one ACK brought.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct News {
    /// Bytes the cumulative ACK advanced by.
    pub(super) advance: u64,
    /// Bytes that arrived, each counted once, cumulatively or selectively.
    pub(super) delivered: u64,
}

impl<S: Copy> Sender<S> {
    /// An ACK arrived.
    #[inline(always)]
    pub(crate) fn on_ack<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, packet: &Packet)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if ctx.config.is_rdma() {
            if let Some(ack) = self.offset(packet.seq) {
                self.on_rdma_ack(ctx, packet, ack);
            }
            return;
        }
        // What is acknowledged again or was not sent lies further ahead than all that is outstanding.
        let advance = u64::from(packet.seq.wrapping_sub(self.number(self.una).0));
        if advance > self.nxt - self.una || !self.established {
            return;
        }
        let ack = self.una + advance;
        if ctx.control.has_underlay() && ctx.config.reports == Reports::OnAck {
            self.report(ctx, packet);
        }
        let news = self.take(ctx, packet, ack);
        self.account(ctx, packet, news);
        if ctx.config.tail_probe {
            self.look_at_probe(ctx, packet, news.advance);
        }
        if self.is_done() {
            self.close();
            return;
        }
        if self.reordering.is_some() {
            self.undo(ctx);
            self.look_for_late(ctx);
        }
        self.look_for_loss(ctx, news);
        if news.advance > 0 || self.awaits_late() {
            if self.una == self.nxt {
                self.retransmit.cancel();
            } else {
                self.arm_retransmit(ctx);
            }
        }
        if self.queue.is_some() {
            self.follow_window(ctx);
        }
        self.send_allowed(ctx);
    }

    /// Updates the scoreboard with what arrived and calls the congestion control.
    #[inline(always)]
    pub(super) fn account<Q, F>(&mut self, ctx: &Context<'_, Q, F>, packet: &Packet, news: News)
    where
        F: FlowControl<Flow = S>,
        Q: QueueScheme,
    {
        let rtt = self.round_trip(ctx, packet, news);
        self.delivered = self.delivered.wrapping_add(news.delivered);
        if news.delivered > 0 {
            self.delivered_at = ctx.plane.now_ns as u32;
        }
        let window = self.answer.window;
        self.tell_ack(ctx, packet, news, rtt);
        if self.reordering.is_some() {
            self.note_arrival(ctx, packet, news, rtt);
        }
        if ctx.config.prr {
            self.reduce_by(ctx, window, news);
        }
    }

    /// Spreads a cut of the window over the round trip that follows, and goes on with one that is under way.
    #[cold]
    fn reduce_by<Q, F>(&mut self, ctx: &Context<'_, Q, F>, window_before: Bytes, news: News) {
        let pipe = self.pipe(ctx.config);
        if self.answer.window < window_before {
            self.reduction.begin(self.answer.window.0, pipe + news.delivered, self.nxt);
        }
        self.reduction.on_ack(news.delivered, pipe, self.una, u64::from(ctx.config.mss));
    }

    /// The receiver reported an arrival to the underlay in a packet of its own.
    #[cold]
    pub(crate) fn on_report<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, packet: &Packet)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        self.report(ctx, packet);
        self.try_send(ctx);
    }

    /// The receiver notified us of a mark.
    #[cold]
    pub(crate) fn on_cnp<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        F: FlowControl<Flow = S>,
    {
        let now = ctx.plane.stamp();
        self.tell(ctx.control, ctx.plane.now_ns, &Event::Cnp { now });
    }

    /// Brings window and scoreboard up to date.
    #[inline(always)]
    fn take<Q, F>(&mut self, ctx: &Context<'_, Q, F>, packet: &Packet, ack: u64) -> News {
        let mss = u64::from(ctx.config.mss);
        let advance = ack - self.una;
        let mut delivered = advance;
        if advance > 0 {
            self.una = ack;
            delivered -= self.score.advance(ack, advance, mss);
        }
        if packet.sack != NONE {
            delivered += self.take_blocks(ctx, packet.sack);
        }
        if advance > 0 {
            if !self.score.is_plain() && self.score.phase != Phase::Open {
                self.score.settle(self.una, self.nxt, mss, ctx.config.sack);
            }
        } else if self.nxt > self.una && (delivered > 0 || self.reordering.is_none()) {
            // An ACK that reports a duplicate and nothing new is no duplicate ACK (RFC 6675 §2).
            self.score.duplicate(self.una, self.nxt, mss, ctx.config.sack);
        }
        News { advance, delivered }
    }

    /// Records what arrived beyond a gap; returns how many bytes of it are new.
    fn take_blocks<Q, F>(&mut self, ctx: &Context<'_, Q, F>, sack: u32) -> u64 {
        let mut delivered = 0;
        for (start, end) in ctx.plane.sacks.get(sack).0 {
            if let (Some(start), Some(end)) = (self.offset(start), self.offset(end))
                && start >= self.una
                && end <= self.nxt
            {
                delivered += self.score.sack(start, end);
            }
        }
        delivered
    }

    /// The round-trip time this ACK measures \[ns\]; 0 for none.
    #[inline(always)]
    fn round_trip<Q, F>(&mut self, ctx: &Context<'_, Q, F>, packet: &Packet, news: News) -> u32 {
        if news.delivered == 0 || packet.flags.has(PacketFlags::RESENT) {
            return 0;
        }
        let rtt = ctx.plane.stamp().since(Nanos32(packet.stamps.made));
        self.rtt.sample(u64::from(rtt));
        rtt
    }

    #[inline(always)]
    fn tell_ack<Q, F>(&mut self, ctx: &Context<'_, Q, F>, packet: &Packet, news: News, rtt: u32)
    where
        F: FlowControl<Flow = S>,
        Q: QueueScheme,
    {
        let now = ctx.plane.stamp();
        if news.delivered == 0 && news.advance == 0 {
            if self.nxt > self.una {
                self.tell(ctx.control, ctx.plane.now_ns, &Event::DupAck { now });
            }
            return;
        }
        if packet.flags.has(PacketFlags::ECE)
            && ctx.config.echo == EcnEcho::Classic
            && self.una > self.cwr_end
        {
            self.send_cwr = true;
            self.cwr_end = self.nxt;
        }
        match packet.telemetry.index() {
            None => {
                let ack = self.ack_of(ctx, packet, news, rtt);
                self.tell(ctx.control, ctx.plane.now_ns, &Event::Ack { now, ack });
            }
            Some(place) => self.tell_path(ctx, place, (packet, news, rtt)),
        }
        if ctx.control.has_underlay() && news.advance > 0 {
            ctx.control.on_ack(&mut self.cc, now, clamp(news.advance));
        }
    }

    /// An acknowledgement as the congestion control is told of it.
    #[inline(always)]
    fn ack_of<Q, F>(&self, ctx: &Context<'_, Q, F>, packet: &Packet, news: News, rtt: u32) -> Ack
    where
        F: FlowControl<Flow = S>,
        Q: QueueScheme,
    {
        let acked = clamp(news.delivered);
        Ack {
            acked,
            marked: if packet.flags.has(PacketFlags::ECE) { acked } else { Bytes(0) },
            una: self.number(self.una),
            nxt: self.number(self.nxt),
            in_flight: clamp(self.pipe(ctx.config) + self.in_queue()),
            rtt,
            delivery_rate: if ctx.control.needs_delivery_rate() {
                self.delivery_rate(ctx, packet)
            } else {
                0
            },
            window_limited: self.una <= self.limited_until,
        }
    }

    /// Tells of an acknowledgement that brought telemetry.
    #[cold]
    fn tell_path<Q, F>(
        &mut self,
        ctx: &Context<'_, Q, F>,
        place: u32,
        (packet, news, rtt): (&Packet, News, u32),
    ) where
        F: FlowControl<Flow = S>,
        Q: QueueScheme,
    {
        let (now, stack) = (ctx.plane.stamp(), ctx.plane.stacks.get(place));
        let ack = self.ack_of(ctx, packet, news, rtt);
        self.tell(ctx.control, ctx.plane.now_ns, &Event::Int { now, ack, stack });
    }

    /// Delivered since the packet left, over the time since the delivery before it \[Q20 of line rate\].
    ///
    /// Counted in bytes on the wire, the unit in which a rate is paced.
    #[inline]
    fn delivery_rate<Q: QueueScheme, F>(&self, ctx: &Context<'_, Q, F>, packet: &Packet) -> u32 {
        let bytes = u64::from((self.delivered as u32).wrapping_sub(packet.stamps.delivered));
        let span = u64::from(ctx.plane.stamp().since(Nanos32(packet.stamps.delivered_at)));
        if span == 0 || bytes == 0 || bytes > DELIVERED_MAX {
            return 0;
        }
        let port = &ctx.plane.ports[self.route.port as usize];
        let wire = u64::from(ctx.config.mss.saturating_add(self.route.around));
        let framed = bytes * (wire + u64::from(port.frame_gap));
        // Division by mss without a divider. Exact: 2^63 / mss is exceeded by 1 at most, which makes the product
        // too large by no more than `framed`, below 2^46, and that is less than 2^63 / mss.
        let segments = ((u128::from(framed) * u128::from(self.per_mss)) >> 63) as u64;
        let line_ps = segments * u64::from(port.byte_time);
        let share = match line_ps.checked_mul(1 << 20) {
            Some(scaled) => scaled / (span * 1000),
            // A line so slow that the product does not fit: the same, with 2^10 and 2^30 divided out first.
            None => (line_ps >> 10) / ((span * 1000) >> 30).max(1),
        };
        u32::try_from(share).unwrap_or(u32::MAX).min(1 << 20)
    }

    /// Fast recovery begins when the scoreboard finds the oldest segment lost.
    #[inline]
    fn look_for_loss<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, news: News)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        if self.score.is_plain() && self.score.dup_acks == 0 || self.score.phase != Phase::Open {
            return;
        }
        self.enter_if_lost(ctx, news);
    }

    pub(super) fn enter_if_lost<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>, news: News)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let mss = u64::from(ctx.config.mss);
        if self.una == self.nxt || !self.score.finds_loss(self.una, mss, ctx.config.dup_threshold) {
            return;
        }
        ctx.totals.recoveries += 1;
        let evidence = mss * u64::from(ctx.config.dup_threshold);
        let loss = self.loss(self.score.arrived().saturating_sub(evidence));
        let event = Event::LossEpisode { now: ctx.plane.stamp(), loss };
        let (window, in_flight) = (self.answer.window, self.handed() - self.una);
        self.keep_prior(ctx.control);
        self.score.enter_recovery(self.una, self.nxt, mss);
        self.tell(ctx.control, ctx.plane.now_ns, &event);
        if ctx.config.prr && self.answer.window < window {
            self.reduction.begin(self.answer.window.0, in_flight, self.nxt);
            self.reduction.on_ack(news.delivered, self.pipe(ctx.config), self.una, mss);
        }
        // The first retransmission does not wait for the pipe to drain (RFC 6675 §5 step 4.3).
        self.resend_first(ctx);
    }

    /// The underlay's report of one packet's arrival.
    pub(super) fn report<Q, F>(&mut self, ctx: &Context<'_, Q, F>, packet: &Packet)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        let report = OrAck {
            now: ctx.plane.stamp(),
            packet: packet.stamps.number,
            sent: Nanos32(packet.stamps.sent),
            received: Nanos32(packet.received),
            pause_at_sent: packet.stamps.pause,
        };
        ctx.control.on_report(&mut self.cc, &report);
    }
}
