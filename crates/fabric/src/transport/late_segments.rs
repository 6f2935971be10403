//! The sender's side of [reordering](super::reordering): what an ACK tells of it, losses by time, and reductions taken back.

use super::acks::News;
use super::context::Context;
use super::control::FlowControl;
use super::score::Phase;
use super::sender::Sender;
use crate::data_plane::{NONE, Packet, PacketFlags, QueueScheme, SackBlocks};
use freeboard_cc_api::{Event, Prior};

impl<S: Copy> Sender<S> {
    /// A segment may be lost that nothing is known of yet, and no timer is set for it.
    pub(super) fn awaits_late(&self) -> bool {
        self.reordering.as_ref().is_some_and(|reordering| reordering.due.is_some() && !reordering.is_due)
    }

    /// An ACK tells what arrived, when that left, and what arrived twice.
    #[cold]
    pub(super) fn note_arrival<Q, F>(
        &mut self,
        ctx: &Context<'_, Q, F>,
        packet: &Packet,
        news: News,
        rtt: u32,
    ) {
        let blocks =
            if packet.sack == NONE { SackBlocks::default() } else { *ctx.plane.sacks.get(packet.sack) };
        let [first, second, _] = blocks.0.map(|(start, end)| {
            let range = (self.offset(start)?, self.offset(end)?);
            (range.0 < range.1).then_some(range)
        });
        let within = |inner: (u64, u64), outer: (u64, u64)| outer.0 <= inner.0 && inner.1 <= outer.1;
        let twice =
            |range: &(u64, u64)| range.1 <= self.una || second.is_some_and(|other| within(*range, other));
        let (una, nxt) = (self.una, self.nxt);
        let Some(reordering) = &mut self.reordering else { return };
        if let Some((start, end)) = first.filter(twice) {
            let segments = (end - start).div_ceil(ctx.config.mss.into()) as u32;
            reordering.on_duplicate(start, segments, nxt);
        }
        if news.delivered > 0 {
            let end = if news.advance > 0 { una } else { first.map_or(una, |range| range.1) };
            reordering.on_arrival(end, packet.flags.has(PacketFlags::RESENT));
            reordering.on_sample(ctx.plane.now_ns, rtt.into());
        }
    }

    /// With `rack`, everything that was sent too long before what arrived is lost from now on.
    pub(super) fn look_for_late<Q, F>(&mut self, ctx: &Context<'_, Q, F>) {
        let config = ctx.config;
        let Some(reordering) = self.reordering.as_mut().filter(|_| config.rack) else { return };
        reordering.note_round(self.una, self.score.phase);
        let enough = u64::from(config.mss) * u64::from(config.dup_threshold);
        let evident = self.score.phase != Phase::Open || self.score.arrived() >= enough;
        let window = reordering.window(self.rtt.smoothed_8() / 8, evident);
        let edge = reordering.lost(self.una, ctx.plane.now_ns, window);
        if !self.score.is_plain() {
            self.score.lose_below(edge);
        }
    }

    /// The reordering timer rang: a segment that had time to arrive has not.
    pub(super) fn on_reordering_timer<Q, F>(&mut self, ctx: &mut Context<'_, Q, F>)
    where
        Q: QueueScheme,
        F: FlowControl<Flow = S>,
    {
        self.look_for_late(ctx);
        if self.score.phase == Phase::Open {
            self.enter_if_lost(ctx, News::default());
        }
        self.arm_retransmit(ctx);
        self.try_send(ctx);
    }

    /// Keeps what holds before a loss or a timeout. One that meets a recovery belongs to it, as in Linux.
    pub(super) fn keep_prior<F: FlowControl<Flow = S>>(&mut self, control: &F) {
        let Some(reordering) = &mut self.reordering else { return };
        let prior = match (&reordering.reduction, self.score.phase) {
            (Some(reduction), Phase::Recovery(_) | Phase::Loss(_)) => reduction.prior,
            _ => Prior { window: self.answer.window, threshold: control.slow_start_threshold(&self.cc) },
        };
        reordering.on_reduction(self.una, prior);
    }

    /// With `undo`, takes the reduction back if nothing had been lost.
    pub(super) fn undo<Q, F: FlowControl<Flow = S>>(&mut self, ctx: &Context<'_, Q, F>) {
        let reordering = self.reordering.as_mut().filter(|_| ctx.config.undo);
        let Some(prior) = reordering.and_then(|reordering| reordering.undone()) else { return };
        self.reduction.end();
        let event = Event::Undo { now: ctx.plane.stamp(), prior };
        self.tell(ctx.control, ctx.plane.now_ns, &event);
    }
}
