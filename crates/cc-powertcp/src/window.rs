//! The window both variants steer, and when a round trip is over.

use crate::PowerTcpParams;
use freeboard_cc_api::{Bytes, Control, LineFraction, Seq32, Words};
use freeboard_fixmath::{Reciprocal, blend_q16};

/// A window, what it was a round trip ago, and the round: 16 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Window {
    /// Window (cwnd) \[B\]; 0 before the first event.
    now: u32,
    /// The window when the round began: what the data that is acknowledged in it was sent under (cwnd_old).
    old: u32,
    /// The round ends when more than this is acknowledged (lastUpdated), if `rounds`.
    until: Seq32,
    /// 1 once there was a round.
    rounds: u32,
}

const _: () = assert!(size_of::<Window>() == 16);

impl Window {
    /// The largest window, at the first event; whether this was it.
    #[inline]
    pub(crate) const fn start(&mut self, params: &PowerTcpParams) -> bool {
        let fresh = self.now == 0;
        if fresh {
            // The product of line rate and T is 12 bytes at least.
            self.now = params.bdp;
            self.old = params.bdp;
        }
        fresh
    }

    /// A round trip has passed since the last round began.
    #[inline]
    pub(crate) const fn round_is_over(&self, una: Seq32) -> bool {
        self.rounds == 0 || una.is_after(self.until)
    }

    /// The next round: what is acknowledged in it was sent under at most the window of now.
    #[inline]
    pub(crate) const fn begin_round(&mut self, nxt: Seq32) {
        self.old = self.now;
        self.until = nxt;
        self.rounds = 1;
    }

    /// \[Addanki22\] algorithm 1, `updateWindow`: gamma (old · one/power + beta) + (1 - gamma) now.
    ///
    /// `one` is what power counts as 1; a power of 0 reads as a unit and takes the whole line.
    #[inline]
    pub(crate) fn aim(&mut self, params: &PowerTcpParams, gamma: u32, (one, power): (u32, u32)) {
        let aim = Reciprocal::new(power).mul_div(self.old, one).saturating_add(params.ai);
        let largest = params.bdp.max(params.min_window);
        // What lies beyond the largest window weighs as much as in the paper: only the result is bounded.
        self.now = blend_q16(self.now, aim, gamma).max(params.min_window).min(largest);
    }

    /// Window \[B\].
    #[must_use]
    pub const fn bytes(&self) -> u32 {
        self.now
    }

    /// Window of a round trip ago \[B\].
    #[must_use]
    pub const fn old(&self) -> u32 {
        self.old
    }

    /// The rate is W/T; a window below one segment is left to it.
    #[inline]
    pub(crate) fn answer(&self, params: &PowerTcpParams) -> Control {
        let window = if self.now == 0 { params.bdp } else { self.now };
        let rate = LineFraction::from_bits(params.per_bdp.ratio_q20(window));
        Control { window: Bytes(window.max(params.mss)), rate }
    }

    pub(crate) fn canonical(&self, words: &mut Words) {
        for word in [self.now, self.old, self.until.0, self.rounds] {
            words.push(word);
        }
    }
}
