//! One NewReno flow.

use crate::params::{NewRenoParams, NewRenoSettings, PRESETS};
use cc_api::reno::{Reno, Status, half_flight};
use cc_api::{Ack, Bytes, CcMeta, CongestionControl, Control, Drive, Event, Loss, ParamError, Preset, Words};

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
        drive: Drive::Window,
        ecn: false,
        int: false,
        cnp: false,
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
        match event {
            Event::Ack { ack, .. } | Event::Int { ack, .. } => self.on_ack(params, ack),
            Event::LossEpisode { loss, .. } => self.on_loss(params, loss),
            Event::Timeout { loss, .. } => self.on_timeout(params, loss),
            Event::Idle { silence, .. } => self.on_idle(params, *silence),
            Event::Sent { .. }
            | Event::DupAck { .. }
            | Event::Cnp { .. }
            | Event::Rtt { .. }
            | Event::Tick { .. }
            | Event::Paused { .. }
            | Event::AppLimited { .. } => {}
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
        if self.reno.is_reduced(ack.una) || !ack.window_limited {
            return;
        }
        if self.reno.in_slow_start() {
            self.reno.grow_slow_start(ack.acked.0, params.slow_start_limit);
        } else {
            self.reno.grow_avoidance(ack.acked.0, params.mss);
        }
    }

    /// RFC 6582 §3.2 step 2: losses of one window of data are one episode.
    #[inline]
    fn on_loss(&mut self, params: &NewRenoParams, loss: &Loss) {
        if !self.reno.is_reduced(loss.una) {
            self.reno.reduce(self.reno.half_flight_within_window(loss, params.mss), loss.nxt);
        }
    }

    /// RFC 5681 §3.1: a timeout that repeats the last one keeps the threshold of the first.
    #[inline]
    fn on_timeout(&mut self, params: &NewRenoParams, loss: &Loss) {
        let kept = if self.reno.status.contains(Status::TIMED_OUT) { self.reno.ssthresh() } else { None };
        self.reno.collapse(kept.unwrap_or_else(|| half_flight(loss, params.mss)), params.mss);
        self.reno.status.insert(Status::TIMED_OUT);
    }

    /// RFC 5681 §4.1.
    #[inline]
    fn on_idle(&mut self, params: &NewRenoParams, silence: u32) {
        if params.idle_restart != 0 && silence > params.idle_restart {
            self.reno.restart(params.initial_window);
        }
    }
}
