//! One ECN* flow.

use crate::params::{EcnStarParams, EcnStarSettings, PRESETS};
use freeboard_cc_api::reno::{Reno, Status};
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, Cue, Event, ParamError, Preset, Words,
};

/// State of one flow, 20 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct EcnStar {
    reno: Reno,
}

impl CongestionControl for EcnStar {
    const META: CcMeta = CcMeta {
        name: "ecn-star",
        variant: "rfc3168",
        summary: "halves the window once per window of marks",
        source: "RFC 3168, RFC 5681",
        output: ControlOutput::Window,
        ecn: true,
        int: false,
        cnp: false,
        delivery_rate: false,
        tick_ns: 0,
        aux_bytes: 0,
        longest_gap_ns: u64::MAX,
    };
    const PRESETS: &'static [Preset<EcnStarSettings>] = PRESETS;
    type Settings = EcnStarSettings;
    type Params = EcnStarParams;

    fn params(settings: &EcnStarSettings, mss: Bytes) -> Result<EcnStarParams, ParamError> {
        EcnStarParams::try_new(settings, mss)
    }

    #[inline]
    fn on_event(&mut self, params: &EcnStarParams, event: &Event<'_>) -> Control {
        self.reno.start(params.initial_window);
        // RFC 3168 §6.1.2: one reaction per window of data, to marks and losses together.
        match event.cue() {
            Cue::Acked(ack) => self.on_ack(params, ack),
            cue => self.reno.but_for_acks(&cue, params.mss, params.initial_window, params.idle_restart),
        }
        Control::window(Bytes(self.reno.cwnd))
    }

    fn control(&self, params: &EcnStarParams) -> Control {
        Control::window(self.reno.window(params.initial_window))
    }

    fn slow_start_threshold(&self) -> Bytes {
        self.reno.slow_start_threshold()
    }

    fn canonical(&self, words: &mut Words) {
        self.reno.canonical_window(words);
        self.reno.canonical_status(words);
    }
}

impl EcnStar {
    /// The slow-start threshold \[B\], once a mark or a loss has set it.
    #[must_use]
    pub const fn ssthresh(&self) -> Option<u32> {
        self.reno.ssthresh()
    }

    #[inline]
    fn on_ack(&mut self, params: &EcnStarParams, ack: &Ack) {
        self.reno.status.remove(Status::TIMED_OUT);
        if self.reno.is_reduced_for_marks(ack.una) {
            return;
        }
        if ack.marked.0 != 0 {
            // RFC 3168 §6.1.2: halve window and threshold, and never grow on the same ACK.
            self.reno.reduce((self.reno.cwnd >> 1).max(params.min_window).min(self.reno.cwnd), ack.nxt);
        } else if ack.window_limited {
            self.reno.grow(ack.acked.0, params.slow_start_limit, params.mss);
        }
    }
}
