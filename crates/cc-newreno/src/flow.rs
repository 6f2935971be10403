//! One flow of Reno's window.

use crate::params::{BY_LOSSES, BY_MARKS, EcnStarSettings, NewRenoSettings, RenoParams};
use freeboard_cc_api::reno::{Reno, Status, half_flight};
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, Loss, Nanos32, ParamError, Part, Preset,
    Prior, Variant, Words,
};
use freeboard_fixmath::mul_q16;

/// State of one flow, 20 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct RenoFlow<const ECN: bool> {
    reno: Reno,
}

const _: () = assert!(size_of::<RenoFlow<false>>() == 20);

impl<const ECN: bool> CongestionControl for RenoFlow<ECN>
where
    Self: Variant<Own: Part<Whole = EcnStarSettings>>,
{
    // RFC 3168 §6.1.2: one reaction per window of data, to marks and losses together.
    #[inline]
    fn on_ack(&mut self, params: &RenoParams, _: Nanos32, ack: &Ack) -> Control {
        self.reno.start(params.initial_window);
        self.acknowledge(params, ack);
        self.reno.answer(params.mss)
    }

    #[inline]
    fn on_loss(&mut self, params: &RenoParams, _: Nanos32, loss: &Loss) -> Control {
        self.reno.start(params.initial_window);
        self.reno.halve_once(loss, params.mss)
    }

    #[inline]
    fn on_timeout(&mut self, params: &RenoParams, _: Nanos32, loss: &Loss) -> Control {
        self.reno.start(params.initial_window);
        self.reno.time_out(half_flight(loss, params.mss), params.mss);
        self.reno.answer(params.mss)
    }

    #[inline]
    fn on_idle(&mut self, params: &RenoParams, _: Nanos32, silence: u32) -> Control {
        self.reno.start(params.initial_window);
        self.reno.resume(silence, params.idle_restart, params.restart, params.initial_window);
        self.reno.answer(params.mss)
    }

    #[inline]
    fn on_undo(&mut self, params: &RenoParams, _: Nanos32, prior: &Prior) -> Control {
        self.reno.start(params.initial_window);
        self.reno.undo(prior);
        self.reno.answer(params.mss)
    }

    #[inline]
    fn observe(&mut self, params: &RenoParams, _: Nanos32) -> Control {
        self.reno.start(params.initial_window);
        self.reno.answer(params.mss)
    }

    const META: CcMeta = CcMeta {
        name: if ECN { "ecn-star" } else { "newreno" },
        variant: if ECN { "rfc3168" } else { "rfc5681" },
        summary: if ECN {
            "halves the window once per window of marks"
        } else {
            "halves the window once per window of losses"
        },
        source: if ECN { "RFC 3168, RFC 5681" } else { "RFC 5681, RFC 6582" },
        output: ControlOutput::Window,
        ecn: ECN,
        int: false,
        cnp: false,
        delay: false,
        delivery_rate: false,
        sent: false,
        tick_ns: 0,
        aux_bytes: 0,
        resolution_ns: 1,
        longest_gap_ns: u64::MAX,
    };
    const PRESETS: &'static [Preset<<Self as Variant>::Own>] = Self::NAMED;
    type Settings = <Self as Variant>::Own;
    type Params = RenoParams;

    fn params(settings: &Self::Settings, mss: Bytes) -> Result<RenoParams, ParamError> {
        RenoParams::try_new(&settings.whole(), mss).map_err(Self::Settings::refusal)
    }

    fn control(&self, params: &RenoParams) -> Control {
        Control::window(self.reno.window(params.initial_window, params.mss))
    }

    fn slow_start_threshold(&self) -> Bytes {
        self.reno.slow_start_threshold()
    }

    fn canonical(&self, words: &mut Words) {
        self.reno.canonical_window(words);
        self.reno.canonical_status(words);
    }
}

impl<const ECN: bool> RenoFlow<ECN> {
    #[inline]
    fn acknowledge(&mut self, params: &RenoParams, ack: &Ack) {
        self.reno.status.remove(Status::TIMED_OUT);
        let reduced =
            if ECN { self.reno.is_reduced_for_marks(ack.una) } else { self.reno.is_reduced(ack.una) };
        if reduced {
            return;
        }
        if ECN && ack.marked.0 != 0 {
            // RFC 3168 §6.1.2: cut window and threshold, and never grow on the same ACK.
            let kept = mul_q16(self.reno.cwnd, params.beta_ecn);
            self.reno.reduce(kept.max(params.min_window).min(self.reno.cwnd), ack.nxt);
        } else if ack.window_limited {
            self.reno.grow(ack.acked.0, params.slow_start_limit, params.mss);
        }
    }

    /// The slow-start threshold \[B\], once a cut has set it.
    #[must_use]
    pub const fn ssthresh(&self) -> Option<u32> {
        self.reno.ssthresh()
    }
}

/// NewReno: answers losses.
pub type NewReno = RenoFlow<false>;
/// ECN\*: answers marks as well.
pub type EcnStar = RenoFlow<true>;

impl Variant for NewReno {
    type Own = NewRenoSettings;
    const NAMED: &'static [Preset<NewRenoSettings>] = BY_LOSSES;
}

impl Variant for EcnStar {
    type Own = EcnStarSettings;
    const NAMED: &'static [Preset<EcnStarSettings>] = BY_MARKS;
}
