//! One NewReno flow.

use crate::params::{NewRenoParams, NewRenoSettings, PRESETS};
use freeboard_cc_api::reno::{Reno, Status};
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, Cue, Event, ParamError, Preset, Words,
};

/// State of one flow, 20 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct NewReno {
    reno: Reno,
}

impl CongestionControl for NewReno {
    const META: CcMeta = CcMeta {
        name: "newreno",
        variant: "rfc5681",
        summary: "halves the window once per window of losses",
        source: "RFC 5681, RFC 6582",
        output: ControlOutput::Window,
        ecn: false,
        int: false,
        cnp: false,
        delivery_rate: false,
        tick_ns: 0,
        aux_bytes: 0,
        longest_gap_ns: u64::MAX,
    };
    const PRESETS: &'static [Preset<NewRenoSettings>] = PRESETS;
    type Settings = NewRenoSettings;
    type Params = NewRenoParams;

    fn params(settings: &NewRenoSettings, mss: Bytes) -> Result<NewRenoParams, ParamError> {
        NewRenoParams::try_new(settings, mss)
    }

    #[inline]
    fn on_event(&mut self, params: &NewRenoParams, event: &Event<'_>) -> Control {
        self.reno.start(params.initial_window);
        match event.cue() {
            Cue::Acked(ack) => self.on_ack(params, ack),
            cue => self.reno.but_for_acks(&cue, params.mss, params.initial_window, params.idle_restart),
        }
        Control::window(Bytes(self.reno.cwnd))
    }

    fn control(&self, params: &NewRenoParams) -> Control {
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

impl NewReno {
    /// The slow-start threshold \[B\], once a loss has set it.
    #[must_use]
    pub const fn ssthresh(&self) -> Option<u32> {
        self.reno.ssthresh()
    }

    #[inline]
    fn on_ack(&mut self, params: &NewRenoParams, ack: &Ack) {
        self.reno.status.remove(Status::TIMED_OUT);
        if !self.reno.is_reduced(ack.una) && ack.window_limited {
            self.reno.grow(ack.acked.0, params.slow_start_limit, params.mss);
        }
    }
}
