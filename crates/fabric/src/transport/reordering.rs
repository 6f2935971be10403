//! Reordering: loss by time instead of by duplicate ACKs (RACK, RFC 8985 §6), and reductions taken back where nothing was lost.
//!
//! A segment is lost when one that was sent a reordering window later has arrived. The window is a quarter of the shortest round
//! trip, and more while receivers report segments that came twice (DSACK, RFC 2883). It is looked at for first transmissions only;
//! that a retransmission was lost, the timeout tells.
//!
//! A reduction is taken back (RFC 3708) when each segment that was sent again since it began has been reported as a duplicate.

use super::acks::News;
use super::context::Context;
use super::control::FlowControl;
use super::score::Phase;
use super::sender::Sender;
use crate::data_plane::{NONE, Packet, PacketFlags, QueueScheme, SackBlocks};
use freeboard_cc_api::{Event, Prior};
use std::collections::VecDeque;

/// Recoveries without a duplicate after which the reordering window is a single one again (RFC 8985 §6.2, `reo_wnd_persist`).
const PERSIST: u32 = 16;
/// Parts of the shortest round trip in one reordering window (RFC 8985 §6.2 step 4).
const PARTS: u64 = 4;

/// The reduction in force, as long as it can be taken back.
#[derive(Clone, Copy, Debug)]
struct Reduction {
    /// Window and threshold before it.
    prior: Prior,
    /// `undo_marker` of Linux: the first byte that was not acknowledged when it began.
    start: u64,
    /// `undo_retrans`: segments that were sent again and not reported as duplicates.
    unexplained: u32,
    /// Something was sent again.
    has_resent: bool,
}

/// State of one flow under `rack` or `undo`.
#[derive(Debug, Default)]
pub(crate) struct Reordering {
    /// End and time \[ns\] of first transmissions that are not acknowledged, in order.
    sent: VecDeque<(u64, u64)>,
    /// Transmission \[ns\] and round trip \[ns\] of the segment that was sent last among those that arrived (`RACK.xmit_ts`,
    /// `RACK.rtt`).
    latest: (u64, u64),
    /// Shortest round trip \[ns\]; 0 before the first sample.
    min_rtt: u64,
    /// End of the highest segment that arrived (`RACK.fack`).
    highest: u64,
    /// A segment arrived that was sent before one that arrived earlier (`RACK.reordering_seen`).
    seen: bool,
    /// Further reordering windows beside the first (`RACK.reo_wnd_mult` - 1), and for how many recoveries yet.
    further: u64,
    persist: u32,
    /// No other DSACK counts before this is acknowledged (`RACK.dsack_round`).
    round_end: Option<u64>,
    /// When the next segment is lost unless it arrives \[ns\].
    pub(super) due: Option<u64>,
    /// The retransmission timer is set for that.
    pub(super) is_due: bool,
    reduction: Option<Reduction>,
    /// A recovery was under way at the last look.
    recovers: bool,
}

impl Reordering {
    /// A fresh flow; the room of the old one is kept.
    pub(super) fn reset(&mut self) {
        let mut sent = core::mem::take(&mut self.sent);
        sent.clear();
        *self = Self { sent, ..Self::default() };
    }

    /// A segment leaves for the first time.
    pub(super) fn on_sent(&mut self, end: u64, now_ns: u64) {
        self.sent.push_back((end, now_ns));
    }

    /// A segment leaves again.
    pub(super) fn on_resent(&mut self) {
        if let Some(reduction) = &mut self.reduction {
            reduction.unexplained += 1;
            reduction.has_resent = true;
        }
    }

    /// A first transmission arrived after `rtt` \[ns\]; 0 for none.
    pub(super) fn on_sample(&mut self, now_ns: u64, rtt: u64) {
        if rtt == 0 {
            return;
        }
        if self.min_rtt == 0 || rtt < self.min_rtt {
            self.min_rtt = rtt;
        }
        let sent = now_ns.saturating_sub(rtt);
        if sent >= self.latest.0 {
            self.latest = (sent, rtt);
        }
    }

    /// What arrived now ends at `end`: out of order if something beyond had arrived before, and it was not sent again
    /// (RFC 8985 §6.2 step 3).
    pub(super) fn on_arrival(&mut self, end: u64, resent: bool) {
        self.seen |= end <= self.highest && !resent;
        self.highest = self.highest.max(end);
    }

    /// The receiver has had `segments` from `start` on twice (§6.2 step 4).
    pub(super) fn on_duplicate(&mut self, start: u64, segments: u32, nxt: u64) {
        if self.round_end.is_none() {
            self.round_end = Some(nxt);
            self.further += 1;
            self.persist = PERSIST;
        }
        if let Some(reduction) = self.reduction.as_mut().filter(|reduction| start >= reduction.start) {
            reduction.unexplained = reduction.unexplained.saturating_sub(segments);
        }
    }

    /// A recovery began, or a timeout: `prior` is what held before.
    pub(super) fn on_reduction(&mut self, una: u64, prior: Prior) {
        self.reduction = Some(Reduction { prior, start: una, unexplained: 0, has_resent: false });
    }

    /// The window and threshold that come back, once nothing that was sent again had been lost.
    fn undone(&mut self) -> Option<Prior> {
        let explained = |reduction: &mut Reduction| reduction.has_resent && reduction.unexplained == 0;
        self.reduction.take_if(explained).map(|reduction| reduction.prior)
    }

    /// The reordering window \[ns\]. Before the first reordering, and with as much evidence as duplicate ACKs would give, none.
    fn window(&self, smoothed: u64, evident: bool) -> u64 {
        if !self.seen && evident { 0 } else { ((1 + self.further) * self.min_rtt / PARTS).min(smoothed) }
    }

    /// Below the offset that is returned everything is lost that did not arrive. Sets [`Self::due`] for what may be lost next.
    fn lost(&mut self, una: u64, now_ns: u64, window: u64) -> u64 {
        let acknowledged = self.sent.partition_point(|(end, _)| *end <= una);
        self.sent.drain(..acknowledged);
        let (sent, rtt) = self.latest;
        // Sent before the latest that arrived: earlier, or before it in the same burst.
        let older = self.sent.partition_point(|&(end, at)| (at, end) < (sent, self.highest));
        let late = self.sent.partition_point(|&(_, at)| at + rtt + window <= now_ns).min(older);
        self.due = (late < older).then(|| self.sent[late].1 + rtt + window);
        late.checked_sub(1).map_or(0, |last| self.sent[last].0)
    }

    /// Once per ACK: counts recoveries that ended and rounds of duplicates (§6.2 step 4).
    fn note_round(&mut self, una: u64, phase: Phase) {
        if self.round_end.is_some_and(|end| una >= end) {
            self.round_end = None;
        }
        let recovers = phase != Phase::Open;
        if self.recovers && !recovers {
            self.persist = self.persist.saturating_sub(1);
            if self.persist == 0 {
                self.further = 0;
            }
        }
        self.recovers = recovers;
    }
}

impl<S: Copy> Sender<S> {
    /// A segment may be lost that nothing is known of yet, and no timer is set for it.
    pub(super) fn awaits_late(&self) -> bool {
        let waits = |reordering: &Box<Reordering>| reordering.due.is_some() && !reordering.is_due;
        self.reordering.as_ref().is_some_and(waits)
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
        let blocks = if packet.sack == NONE {
            SackBlocks::default()
        } else {
            ctx.plane.sacks.get(packet.sack).clone()
        };
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

    /// What had time to arrive until now has not.
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
