//! The scoreboard: what has arrived beyond a gap, what is lost, what was sent again (RFC 6675).
//!
//! ```text
//!         finds_loss: dup_acks >= threshold (not by_time), or lost_edge > una
//!  Open -------------------------------------------------------------> Recovery(nxt)
//!  ^  ^ |                                                               |  |  |  ^
//!  |  | |                                                               |  |  +--+ partial
//!  |  +-|------------------- una >= point ------------------------------+  | ACK, no SACK:
//!  |    |                                                                  | lost_floor =
//!  |    | timer: lost_floor = nxt                                          | una + mss
//!  |    v                                                                  |
//!  |  Loss(nxt) <----------------- timer: lost_floor = nxt ----------------+
//!  |   |  |  ^
//!  |   |  +--+ timer: lost_floor = nxt
//!  |   |
//!  +---+ una >= point
//! ```

use super::ranges::RangeSet;

/// State of loss recovery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing is known to be lost.
    #[default]
    Open,
    /// Fast recovery until this offset is acknowledged.
    Recovery(u64),
    /// After a timeout, until this offset is acknowledged.
    Loss(u64),
}

/// The sender's knowledge of the window `[una, nxt)`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scoreboard {
    pub(crate) phase: Phase,
    sacked: RangeSet,
    /// Everything below that is not sacked is taken for lost, whatever the sacked ranges say.
    lost_floor: u64,
    /// Lost segments below have been sent again.
    high_rxt: u64,
    /// Without SACK: bytes that duplicate ACKs say have left the network.
    phantom: u64,
    /// Duplicate ACKs in a row.
    pub(crate) dup_acks: u32,
    /// Losses are found by time ([`Self::lose_below`]), not by what arrived beyond them.
    by_time: bool,
    /// There is more than a plain window to look at; kept by all that changes the rest.
    busy: bool,
}

impl Scoreboard {
    /// A fresh flow; the room of the old one is kept.
    pub(crate) fn reset(&mut self, by_time: bool) {
        self.sacked.clear();
        self.by_time = by_time;
        self.phase = Phase::Open;
        (self.lost_floor, self.high_rxt, self.phantom, self.dup_acks) = (0, 0, 0, 0);
        self.busy = false;
    }

    /// Nothing but a plain window: the common case.
    #[inline]
    pub(crate) const fn is_plain(&self) -> bool {
        !self.busy
    }

    fn note_busy(&mut self) {
        self.busy = self.phase != Phase::Open || !self.sacked.is_empty() || self.phantom != 0;
    }

    /// Bytes known to have arrived beyond a gap.
    pub(crate) const fn arrived(&self) -> u64 {
        self.sacked.total()
    }

    /// A range arrived beyond a gap; returns how much of it is news.
    pub(crate) fn sack(&mut self, start: u64, end: u64) -> u64 {
        let news = self.sacked.insert(start, end).unwrap_or(0);
        self.note_busy();
        news
    }

    /// The cumulative ACK advanced by `advance` to `una`; returns how much of that had been sacked.
    #[inline]
    pub(crate) fn advance(&mut self, una: u64, advance: u64, mss: u64) -> u64 {
        self.dup_acks = 0;
        if self.busy { self.advance_busy(una, advance, mss) } else { 0 }
    }

    fn advance_busy(&mut self, una: u64, advance: u64, mss: u64) -> u64 {
        self.phantom = self.phantom.saturating_sub(advance.saturating_sub(mss));
        let known = self.sacked.remove_below(una);
        self.note_busy();
        known
    }

    /// One more duplicate ACK; without SACK it means that one segment has left the network.
    pub(crate) fn duplicate(&mut self, una: u64, nxt: u64, mss: u64, has_sack: bool) {
        self.dup_acks = self.dup_acks.saturating_add(1);
        if !has_sack {
            self.phantom = (self.phantom + mss).min((nxt - una).saturating_sub(mss));
            self.note_busy();
        }
    }

    /// Below this offset, what is not sacked is lost: more than `threshold - 1` segments' worth of bytes
    /// is sacked above it (RFC 6675 §4 IsLost).
    fn lost_edge(&self, mss: u64, threshold: u32) -> u64 {
        if self.by_time {
            return self.lost_floor;
        }
        let needed = mss * u64::from(threshold.saturating_sub(1));
        // From the highest range down: the edge is where the range begins at which enough has arrived above.
        let mut above = 0;
        for range in self.sacked.as_slice().iter().rev() {
            above += range.1 - range.0;
            if above > needed {
                return range.0.max(self.lost_floor);
            }
        }
        self.lost_floor
    }

    /// The oldest outstanding segment is lost.
    pub(crate) fn finds_loss(&self, una: u64, mss: u64, threshold: u32) -> bool {
        !self.by_time && self.dup_acks >= threshold || self.lost_edge(mss, threshold) > una
    }

    /// The byte at this offset has arrived beyond a gap.
    pub(crate) fn has_arrived(&self, offset: u64) -> bool {
        self.sacked.holding(offset).is_some()
    }

    /// All below that has not arrived was sent so long before what has that it is lost.
    pub(crate) fn lose_below(&mut self, offset: u64) {
        self.lost_floor = self.lost_floor.max(offset);
    }

    /// Fast recovery begins: the segment at `una` is lost whatever else is.
    pub(crate) fn enter_recovery(&mut self, una: u64, nxt: u64, mss: u64) {
        self.phase = Phase::Recovery(nxt);
        self.busy = true;
        self.high_rxt = una;
        self.lost_floor = self.lost_floor.max(una + mss).min(nxt);
    }

    /// The timer expired: all that is not sacked is lost.
    pub(crate) fn enter_loss(&mut self, una: u64, nxt: u64) {
        self.phase = Phase::Loss(nxt);
        self.busy = true;
        self.high_rxt = una;
        self.lost_floor = nxt;
        self.phantom = 0;
        self.dup_acks = 0;
    }

    /// After the cumulative ACK reached `una`: recovery may end; without SACK, a partial ACK names the next
    /// lost segment (RFC 6582 §3.2).
    pub(crate) fn settle(&mut self, una: u64, nxt: u64, mss: u64, has_sack: bool) {
        match self.phase {
            Phase::Recovery(point) | Phase::Loss(point) if una >= point => {
                self.phase = Phase::Open;
                self.phantom = 0;
                self.note_busy();
            }
            Phase::Recovery(_) if !has_sack => {
                self.lost_floor = (una + mss).min(nxt);
                self.high_rxt = self.high_rxt.max(una);
            }
            _ => {}
        }
    }

    /// The next lost segment to send again, at most `mss` long.
    #[inline]
    pub(crate) fn next_lost(&self, una: u64, nxt: u64, mss: u64, threshold: u32) -> Option<(u64, u64)> {
        if self.busy { self.next_lost_busy(una, nxt, mss, threshold) } else { None }
    }

    fn next_lost_busy(&self, una: u64, nxt: u64, mss: u64, threshold: u32) -> Option<(u64, u64)> {
        if self.phase == Phase::Open {
            return None;
        }
        let (start, end) = self.sacked.gap(self.high_rxt.max(una));
        let edge = self.lost_edge(mss, threshold).min(nxt);
        if start >= edge { None } else { Some((start, end.min(nxt).min(start + mss) - start)) }
    }

    /// A lost segment was sent again up to `end`.
    pub(crate) fn resent(&mut self, end: u64) {
        self.high_rxt = self.high_rxt.max(end);
    }

    /// Bytes believed to be in the network (RFC 6675 §4 SetPipe).
    #[inline]
    pub(crate) fn pipe(&self, una: u64, nxt: u64, mss: u64, threshold: u32) -> u64 {
        if self.busy { self.pipe_busy(una, nxt, mss, threshold) } else { nxt - una }
    }

    fn pipe_busy(&self, una: u64, nxt: u64, mss: u64, threshold: u32) -> u64 {
        let out = (nxt - una).saturating_sub(self.sacked.total() + self.phantom);
        if self.phase == Phase::Open {
            return out;
        }
        // What is lost has left the network: gaps below the edge are taken off. What of them was sent again, those below
        // `high_rxt`, is back.
        let gaps = |edge: u64| edge.clamp(una, nxt) - una - self.sacked.below(edge.clamp(una, nxt));
        (out + gaps(self.high_rxt)).saturating_sub(gaps(self.lost_edge(mss, threshold).max(self.high_rxt)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MSS: u64 = 100;

    #[test]
    fn three_segments_above_a_gap_make_it_lost() {
        let mut score = Scoreboard::default();
        score.sack(100, 300);
        assert!(!score.finds_loss(0, MSS, 3));
        score.sack(300, 400);
        assert!(score.finds_loss(0, MSS, 3));
    }

    #[test]
    fn the_pipe_leaves_out_what_arrived_and_what_is_lost() {
        let mut score = Scoreboard::default();
        assert_eq!(score.pipe(0, 1000, MSS, 3), 1000);
        score.sack(100, 500);
        assert_eq!(score.pipe(0, 1000, MSS, 3), 600, "sacked data has left");
        score.enter_recovery(0, 1000, MSS);
        assert_eq!(score.pipe(0, 1000, MSS, 3), 500, "so has lost data");
        assert_eq!(score.next_lost(0, 1000, MSS, 3), Some((0, 100)));
        score.resent(100);
        assert_eq!(score.pipe(0, 1000, MSS, 3), 600, "what was sent again is back");
        assert_eq!(score.next_lost(0, 1000, MSS, 3), None);
    }

    #[test]
    fn a_timeout_resends_every_gap_in_order_and_nothing_that_arrived() {
        let mut score = Scoreboard::default();
        score.sack(100, 200);
        score.sack(300, 350);
        score.enter_loss(0, 450);
        assert_eq!(score.pipe(0, 450, MSS, 3), 0);
        let mut sent = Vec::new();
        while let Some((start, length)) = score.next_lost(0, 450, MSS, 3) {
            sent.push((start, length));
            score.resent(start + length);
        }
        assert_eq!(sent, [(0, 100), (200, 100), (350, 100)]);
        assert_eq!(score.pipe(0, 450, MSS, 3), 300);
    }

    #[test]
    fn without_sack_a_partial_ack_names_the_next_segment() {
        let mut score = Scoreboard::default();
        for _ in 0..3 {
            score.duplicate(0, 1000, MSS, false);
        }
        assert!(score.finds_loss(0, MSS, 3));
        score.enter_recovery(0, 1000, MSS);
        score.resent(100);
        score.advance(300, 300, MSS);
        score.settle(300, 1000, MSS, false);
        assert_eq!(score.next_lost(300, 1000, MSS, 3), Some((300, 100)));
        score.advance(1000, 700, MSS);
        score.settle(1000, 1000, MSS, false);
        assert_eq!(score.phase, Phase::Open);
    }
}
