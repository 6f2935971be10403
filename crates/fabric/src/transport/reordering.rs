//! Reordering: loss by time instead of by duplicate ACKs (RACK, RFC 8985 §6), and reductions taken back where nothing was lost.
//!
//! A segment is lost when one that was sent a reordering window later has arrived. The window is a quarter of the shortest round
//! trip, and more while receivers report segments that came twice (DSACK, RFC 2883). It is looked at for first transmissions only;
//! that a retransmission was lost, the timeout tells.
//!
//! A reduction is taken back (RFC 3708) when each segment that was sent again since it began has been reported as a duplicate.

use super::score::Phase;
use freeboard_cc_api::Prior;
use std::collections::VecDeque;

/// Recoveries without a duplicate after which the reordering window is a single one again (RFC 8985 §6.2, `reo_wnd_persist`).
const PERSIST: u32 = 16;
/// Parts of the shortest round trip in one reordering window (RFC 8985 §6.2 step 4).
const PARTS: u64 = 4;

/// The reduction in force, as long as it can be taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduction {
    /// Window and threshold before it.
    pub(super) prior: Prior,
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
    pub(super) reduction: Option<Reduction>,
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

    /// Segments arrived up to `end`: out of order if one beyond had arrived before, and they were not sent again
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
    pub(super) fn undone(&mut self) -> Option<Prior> {
        let explained = |reduction: &mut Reduction| reduction.has_resent && reduction.unexplained == 0;
        self.reduction.take_if(explained).map(|reduction| reduction.prior)
    }

    /// The reordering window \[ns\]. Before the first reordering, and with as much evidence as duplicate ACKs would give, none.
    pub(super) fn window(&self, smoothed: u64, evident: bool) -> u64 {
        if !self.seen && evident { 0 } else { ((1 + self.further) * self.min_rtt / PARTS).min(smoothed) }
    }

    /// Below the offset that is returned everything is lost that did not arrive. Sets [`Self::due`] for what may be lost next.
    pub(super) fn lost(&mut self, una: u64, now_ns: u64, window: u64) -> u64 {
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
    pub(super) fn note_round(&mut self, una: u64, phase: Phase) {
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
