//! The fraction of marked bytes, once per window of data (RFC 8257 §3.3 steps 1 to 8).

use freeboard_cc_api::{Ack, Seq32, Words};
use freeboard_fixmath::{EwmaQ20, Gain, count_ratio_q20};

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
        if ack.marked.0 != 0 {
            self.mark(ack.marked.0);
        }
        if !under_way {
            self.open(ack);
            return false;
        }
        let ended = if BEYOND { ack.una.is_after(self.until) } else { ack.una.is_at_or_after(self.until) };
        if ended {
            self.close(ack, gain);
        }
        ended
    }

    // Cold, here and below: most ACKs carry no mark and end no window, and meet no taken branch for either.
    #[cold]
    #[inline(always)]
    const fn mark(&mut self, marked: u32) {
        self.marked = self.marked.saturating_add(marked);
    }

    /// Moves alpha by the window that ends, and opens the next.
    #[cold]
    #[inline(always)]
    const fn close(&mut self, ack: &Ack, gain: Gain) {
        self.alpha.update(count_ratio_q20(self.marked, self.acked), gain);
        self.acked = 0;
        self.marked = 0;
        self.until = ack.nxt;
    }

    /// The first window ends when all that is sent by now is acknowledged.
    #[cold]
    #[inline(always)]
    const fn open(&mut self, ack: &Ack) {
        self.until = ack.nxt;
    }

    /// Appends alpha, the counters and the window's end.
    pub(crate) fn canonical(&self, under_way: bool, words: &mut Words) {
        words.push(self.alpha.to_bits());
        words.push(self.acked);
        words.push(self.marked);
        words.push(if under_way { self.until.0 } else { 0 });
    }
}
