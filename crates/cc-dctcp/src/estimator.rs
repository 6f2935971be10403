//! The fraction of marked bytes, once per window of data (RFC 8257 §3.3 steps 1 to 8).

use freeboard_cc_api::{Ack, Seq32, Words};
use freeboard_fixmath::{EwmaQ20, Gain, ratio_q20};

/// Alpha and the window it is estimated over. 16 bytes; whether a window is under way is the owner's bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub(crate) struct Estimator {
    /// Estimated fraction of marked bytes, Q20.
    pub(crate) alpha: EwmaQ20,
    /// Bytes acknowledged in this window.
    acked: u32,
    /// Of these, bytes marked.
    marked: u32,
    /// The window ends when this is acknowledged (`DCTCP.WindowEnd`).
    until: Seq32,
}

const _: () = assert!(size_of::<Estimator>() == 16);

impl Estimator {
    /// Counts an ACK; whether it ended a window and moved alpha. The first one, before a window is
    /// `under_way`, opens it. An ACK of exactly the window's end ends it, unless it takes one `BEYOND`.
    #[inline(always)]
    pub(crate) fn observe<const BEYOND: bool>(&mut self, ack: &Ack, gain: Gain, under_way: bool) -> bool {
        self.acked = self.acked.saturating_add(ack.acked.0);
        self.marked = self.marked.saturating_add(ack.marked.0);
        let ended = if BEYOND { ack.una.is_after(self.until) } else { ack.una.is_at_or_after(self.until) };
        if under_way && !ended {
            return false;
        }
        self.until = ack.nxt;
        if under_way {
            self.alpha.update(ratio_q20(self.marked, self.acked), gain);
            self.acked = 0;
            self.marked = 0;
        }
        under_way
    }

    /// Appends alpha, the counters and the window's end.
    pub(crate) fn canonical(&self, under_way: bool, words: &mut Words) {
        words.push(self.alpha.to_bits());
        words.push(self.acked);
        words.push(self.marked);
        words.push(if under_way { self.until.0 } else { 0 });
    }
}
