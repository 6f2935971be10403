//! The window arithmetic of RFC 5681 that several controls share.
//!
//! Slow start, congestion avoidance counted in bytes, and one reduction per window of data. A control that
//! embeds [`Reno`] decides when to cut and by how much; the block decides how the window grows and until
//! when a cut is in force.

use crate::{Bytes, Control, Loss, Prior, Seq32, Words, choices};

/// Largest window \[B\]: half the range in which sequence numbers compare serially, halved once more so
/// that a window and its doubling both fit. Chosen by us.
pub const WINDOW_MAX: u32 = 1 << 30;

/// Segments below which a loss never takes the slow-start threshold (RFC 5681 §3.1).
const THRESHOLD_MIN_SEGMENTS: u32 = 2;

choices! {
    /// How a silence takes back the window.
    pub enum Restart {
        /// Half of it per timeout of silence, and three quarters stay as the threshold.
        Halve = "halve",
        /// At once to the initial window; the threshold stays.
        Initial = "initial",
    }
}

bitflags::bitflags! {
    /// State of a flow.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Status: u32 {
        /// The first event has set the initial values: zero-filled state is a fresh flow.
        const STARTED = 1;
        /// A reduction is in force until `reduced_until` is acknowledged.
        const REDUCED = 2;
        /// For the control that embeds the block: its estimation window is under way.
        const OBSERVING = 4;
        /// A loss or a mark has set the slow-start threshold; before, there is none.
        const BOUNDED = 8;
        /// A timeout has not been followed by an ACK of new data yet.
        const TIMED_OUT = 16;
        /// For the control that embeds the block: its growth epoch is under way.
        const EPOCH = 32;
        /// Recovery from a loss or a timeout until `reduced_until` is acknowledged.
        const RECOVERING = 64;
        /// Any of the two that end at `reduced_until`.
        const HELD = Self::REDUCED.bits() | Self::RECOVERING.bits();
    }
}

/// A congestion window with its threshold, 20 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Reno {
    /// Congestion window \[B\].
    pub cwnd: u32,
    /// Slow-start threshold \[B\], if [`Status::BOUNDED`].
    ssthresh: u32,
    /// Bytes acknowledged since the window last grew, in congestion avoidance.
    growth: u32,
    /// The reduction ends when this is acknowledged, if [`Status::REDUCED`] or [`Status::RECOVERING`].
    reduced_until: Seq32,
    /// What of the above is in force.
    pub status: Status,
}

const _: () = assert!(size_of::<Reno>() == 20);

impl Reno {
    /// Sets the initial window at the first event; whether this was it.
    #[inline(always)]
    pub fn start(&mut self, initial_window: u32) -> bool {
        let fresh = !self.status.contains(Status::STARTED);
        if fresh {
            self.begin(initial_window);
        }
        fresh
    }

    // Cold, so that all other events meet no taken branch.
    #[cold]
    #[inline(always)]
    fn begin(&mut self, initial_window: u32) {
        self.status.insert(Status::STARTED);
        self.cwnd = initial_window;
    }

    /// The window that holds now, also before the first event: a segment at least, which may have grown since the window was
    /// set. A sender of whole segments would wait for ever below it.
    #[inline]
    #[must_use]
    pub const fn window(&self, initial_window: u32, mss: u32) -> Bytes {
        let window = if self.status.contains(Status::STARTED) { self.cwnd } else { initial_window };
        Bytes(if window > mss { window } else { mss })
    }

    /// [`Self::window`] behind an event.
    #[inline]
    #[must_use]
    pub const fn answer(&self, mss: u32) -> Control {
        Control::window(Bytes(if self.cwnd > mss { self.cwnd } else { floor(mss) }))
    }

    /// The threshold \[B\], once there is one.
    #[inline]
    #[must_use]
    pub const fn ssthresh(&self) -> Option<u32> {
        if self.status.contains(Status::BOUNDED) { Some(self.ssthresh) } else { None }
    }

    /// A reduction is in force although everything before `una` is acknowledged; ends one that is not. What is lost
    /// from `una` on was sent after it (RFC 6582 §3.2, full acknowledgement).
    #[inline]
    pub fn is_reduced(&mut self, una: Seq32) -> bool {
        if self.status.contains(Status::REDUCED) && una.is_at_or_after(self.reduced_until) {
            self.status.remove(Status::REDUCED);
        }
        self.status.contains(Status::REDUCED)
    }

    /// The same for marks: what an ACK up to `una` echoes is about data before `una`, so at the very end of the
    /// reduction it is still about data from before the cut, and a cut for it would be the second for one queue. As
    /// in Linux, which holds CWR until something above `high_seq` is acknowledged.
    #[inline]
    pub fn is_reduced_for_marks(&mut self, una: Seq32) -> bool {
        if self.status.contains(Status::REDUCED) && una.is_after(self.reduced_until) {
            self.status.remove(Status::REDUCED);
        }
        self.status.contains(Status::REDUCED)
    }

    /// From a loss or a timeout until `until` is acknowledged: as Linux's Recovery and Loss states, in which a mark is
    /// not answered.
    #[inline]
    pub fn recover(&mut self, until: Seq32) {
        self.reduced_until = until;
        self.status.insert(Status::RECOVERING);
    }

    /// A recovery is under way although everything before `una` is acknowledged.
    #[inline]
    #[must_use]
    pub const fn is_recovering(&self, una: Seq32) -> bool {
        self.status.contains(Status::RECOVERING) && !una.is_at_or_after(self.reduced_until)
    }

    /// The status after an ACK up to `una`. A recovery of which everything is acknowledged ends, and its reduction with it; a
    /// reduction alone ends as in [`Self::is_reduced_for_marks`].
    #[inline]
    pub fn settle(&mut self, una: Seq32) -> Status {
        if self.status.intersects(Status::HELD) {
            self.settle_held(una);
        }
        self.status
    }

    #[cold]
    #[inline(always)]
    fn settle_held(&mut self, una: Seq32) {
        let beyond = una.is_after(self.reduced_until);
        if beyond || una == self.reduced_until && self.status.contains(Status::RECOVERING) {
            self.status.remove(Status::HELD);
        }
    }

    /// The window is below the threshold, or there is none yet.
    #[inline]
    #[must_use]
    pub const fn in_slow_start(&self) -> bool {
        !self.status.contains(Status::BOUNDED) || self.cwnd < self.ssthresh
    }

    /// Slow start: by what was acknowledged, at most by `limit` bytes per ACK (RFC 5681 §3.1, RFC 3465 §2.2).
    #[inline]
    pub const fn grow_slow_start(&mut self, acked: u32, limit: u32) {
        self.grow_by(if acked < limit { acked } else { limit });
    }

    /// Congestion avoidance: one segment per window of acknowledged bytes, at most one per ACK.
    #[inline]
    pub const fn grow_avoidance(&mut self, acked: u32, mss: u32) {
        self.growth = self.growth.saturating_add(acked);
        if self.growth >= self.cwnd {
            self.end_window(mss);
        }
    }

    #[cold]
    #[inline(always)]
    const fn end_window(&mut self, mss: u32) {
        // What one ACK acknowledges beyond a window is forgotten: growth is one segment per ACK at most.
        let rest = self.growth.saturating_sub(self.cwnd);
        self.growth = if rest < self.cwnd { rest } else { self.cwnd };
        self.grow_by(mss);
    }

    /// Slow start below the threshold, congestion avoidance above.
    #[inline]
    pub const fn grow(&mut self, acked: u32, slow_start_limit: u32, mss: u32) {
        if self.in_slow_start() {
            self.grow_slow_start(acked, slow_start_limit);
        } else {
            self.grow_avoidance(acked, mss);
        }
    }

    /// Widens the window, up to [`WINDOW_MAX`].
    #[inline]
    pub const fn grow_by(&mut self, bytes: u32) {
        let wider = self.cwnd.saturating_add(bytes);
        self.cwnd = if wider < WINDOW_MAX { wider } else { WINDOW_MAX };
    }

    /// Cuts the window and the threshold to `window`; in force until `until` is acknowledged.
    #[inline]
    pub fn reduce(&mut self, window: u32, until: Seq32) {
        self.cwnd = window;
        self.bound(window);
        self.reduced_until = until;
        self.status.insert(Status::REDUCED);
    }

    /// Halves what is in flight at a loss, unless a reduction is in force already: losses of one window of data are one
    /// episode (RFC 5681 §3.1, RFC 6582 §3.2 step 2).
    #[inline]
    pub fn halve_once(&mut self, loss: &Loss, mss: u32) -> Control {
        if self.status.contains(Status::REDUCED) && self.is_still_reduced(loss.una) {
            return self.answer(mss);
        }
        self.halve(loss, mss)
    }

    /// [`Self::is_reduced`] where losses follow each other.
    #[cold]
    #[inline(always)]
    fn is_still_reduced(&mut self, una: Seq32) -> bool {
        self.is_reduced(una)
    }

    /// Halves what is in flight at a loss.
    #[inline]
    pub fn halve(&mut self, loss: &Loss, mss: u32) -> Control {
        let window = self.half_flight_within_window(loss, mss);
        self.reduce(window, loss.nxt);
        // Two segments at least.
        Control::window(Bytes(window))
    }

    /// [`half_flight`], but never above the window: what is in flight beyond it was taken by an earlier reaction,
    /// and a cut must not widen. The window is at most [`WINDOW_MAX`].
    #[inline]
    #[must_use]
    pub const fn half_flight_within_window(&self, loss: &Loss, mss: u32) -> u32 {
        at_least_two(if loss.in_flight.0 < self.cwnd { loss.in_flight.0 } else { self.cwnd } >> 1, mss)
    }

    /// One segment, and slow start up to `ssthresh`; no reduction is in force any more.
    #[inline]
    pub fn collapse(&mut self, ssthresh: u32, mss: u32) {
        self.cwnd = mss;
        self.bound(ssthresh);
        self.status.remove(Status::REDUCED);
    }

    /// A timeout: [`Self::collapse`], but one that repeats the last, with no ACK of new data between, keeps the threshold
    /// of the first (RFC 5681 §3.1). The next ACK of new data has to remove [`Status::TIMED_OUT`].
    #[inline]
    pub fn time_out(&mut self, ssthresh: u32, mss: u32) {
        let kept = if self.status.contains(Status::TIMED_OUT) { self.ssthresh() } else { None };
        self.collapse(kept.unwrap_or(ssthresh), mss);
        self.status.insert(Status::TIMED_OUT);
    }

    /// Takes the last cut back: window and threshold are at least what they were. What ends with an acknowledgement still does (Linux,
    /// `tcp_undo_cwnd_reduction`, after which recovery lasts until `high_seq`).
    #[inline]
    pub fn undo(&mut self, prior: &Prior) {
        let window = if prior.window.0 < WINDOW_MAX { prior.window.0 } else { WINDOW_MAX };
        self.cwnd = if self.cwnd > window { self.cwnd } else { window };
        if prior.threshold.0 == u32::MAX {
            self.status.remove(Status::BOUNDED);
        } else if self.ssthresh < prior.threshold.0 {
            self.ssthresh = prior.threshold.0;
        }
    }

    /// See [`CongestionControl::slow_start_threshold`](crate::CongestionControl::slow_start_threshold).
    #[inline]
    #[must_use]
    pub const fn slow_start_threshold(&self) -> Bytes {
        Bytes(if self.status.contains(Status::BOUNDED) { self.ssthresh } else { u32::MAX })
    }

    /// Slow start ends at this window \[B\].
    #[inline]
    pub fn bound(&mut self, ssthresh: u32) {
        self.ssthresh = ssthresh;
        self.growth = 0;
        self.status.insert(Status::BOUNDED);
    }

    /// After a silence of more than `patience` \[ns\], 0 for no limit. [`Restart::Initial`]: at most the initial window (RFC 5681
    /// §4.1). [`Restart::Halve`]: the threshold is at least three quarters of the window, and the window is halved for every
    /// `patience` that the silence exceeds, down to the initial one (RFC 2861 §3.1, Linux `tcp_cwnd_restart`).
    #[inline]
    pub fn resume(&mut self, silence: u32, patience: u32, restart: u32, initial_window: u32) {
        if patience == 0 || silence <= patience {
            return;
        }
        let mut window = 0;
        if restart == Restart::Halve as u32 {
            // Linux's `tcp_current_ssthresh`: not while a cut or a recovery holds the threshold.
            let kept = (self.cwnd >> 1).saturating_add(self.cwnd >> 2);
            let held = self.status.intersects(Status::REDUCED.union(Status::RECOVERING));
            if self.status.contains(Status::BOUNDED) && !held && self.ssthresh < kept {
                self.ssthresh = kept;
            }
            // A silence that saturates may have lasted for ever.
            let halvings = silence.wrapping_sub(1).checked_div(patience).unwrap_or(0);
            let is_over = silence == u32::MAX || halvings >= u32::BITS;
            window = if is_over { 0 } else { self.cwnd.wrapping_shr(halvings) };
        }
        let least = if self.cwnd < initial_window { self.cwnd } else { initial_window };
        self.cwnd = if window > least { window } else { least };
    }

    /// Appends window, threshold and growth, inactive fields as 0.
    pub fn canonical_window(&self, words: &mut Words) {
        words.push(self.cwnd);
        words.push(self.ssthresh().unwrap_or(0));
        words.push(self.growth);
    }

    /// Appends the end of the reduction and the status.
    pub fn canonical_status(&self, words: &mut Words) {
        let counts = self.status.intersects(Status::REDUCED | Status::RECOVERING);
        words.push(if counts { self.reduced_until.0 } else { 0 });
        words.push(self.status.bits());
    }
}

/// Half of what was in flight, at least two segments: the threshold after a loss (RFC 5681 §3.1 eq. 4).
#[inline]
#[must_use]
pub const fn half_flight(loss: &Loss, mss: u32) -> u32 {
    let at_least = at_least_two(loss.in_flight.0 >> 1, mss);
    if at_least < WINDOW_MAX { at_least } else { WINDOW_MAX }
}

/// The answer where a window lies below a segment: hardly ever.
#[cold]
#[inline(always)]
const fn floor(mss: u32) -> u32 {
    mss
}

/// At least two segments.
#[inline(always)]
const fn at_least_two(bytes: u32, mss: u32) -> u32 {
    // A segment has 16 bits: nothing wraps.
    let least = mss.wrapping_mul(THRESHOLD_MIN_SEGMENTS);
    if bytes > least { bytes } else { least }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Reno {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "cwnd {} ssthresh {} status {}", self.cwnd, self.ssthresh, self.status.bits());
    }
}
