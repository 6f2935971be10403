//! One DCTCP flow that is paced by a rate.

use crate::estimator::Estimator;
use crate::rate_params::{DctcpRateParams, DctcpRateSettings, PRESETS};
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, LineFraction, Nanos32, ParamError, Preset,
    Seq32, Words,
};
use freeboard_fixmath::{ONE_Q20, mul_q20};

/// State of one flow, 28 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct DctcpRate {
    /// Rate, Q20 of line rate.
    rate: u32,
    estimator: Estimator,
    /// The reduction ends when this is acknowledged, if [`REDUCED`].
    reduced_until: Seq32,
    status: u32,
}

const _: () = assert!(size_of::<DctcpRate>() == 28);

impl CongestionControl for DctcpRate {
    #[inline]
    fn on_ack(&mut self, params: &DctcpRateParams, _: Nanos32, ack: &Ack) -> Control {
        self.start(params);
        self.acknowledge(params, ack);
        answer(params, self.rate)
    }

    #[inline]
    fn observe(&mut self, params: &DctcpRateParams, _: Nanos32) -> Control {
        self.start(params);
        answer(params, self.rate)
    }

    const META: CcMeta = CcMeta {
        name: "dctcp",
        variant: "rate",
        summary: "cuts the rate by half the fraction of marked bytes, adds once per round trip",
        source: "HPCC's simulator, after RFC 8257",
        output: ControlOutput::WindowAndRate,
        ecn: true,
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
    const PRESETS: &'static [Preset<DctcpRateSettings>] = PRESETS;
    type Settings = DctcpRateSettings;
    type Params = DctcpRateParams;

    fn params(settings: &DctcpRateSettings, mss: Bytes) -> Result<DctcpRateParams, ParamError> {
        DctcpRateParams::try_new(settings, mss)
    }

    fn control(&self, params: &DctcpRateParams) -> Control {
        answer(params, if self.status & STARTED == 0 { params.initial_rate } else { self.rate })
    }

    fn canonical(&self, words: &mut Words) {
        words.push(self.rate);
        self.estimator.canonical(self.status & OBSERVING != 0, words);
        words.push(if self.status & REDUCED == 0 { 0 } else { self.reduced_until.0 });
        words.push(self.status);
    }
}

impl DctcpRate {
    /// Estimate, cut, add: a cut and an addition never share an ACK. As in the simulator, a round and a reduction end with the
    /// first packet sent after they began: what an ACK of exactly their end echoes was still sent before.
    #[inline]
    fn acknowledge(&mut self, params: &DctcpRateParams, ack: &Ack) {
        let round = self.estimator.observe::<true>(ack, params.gain, self.status & OBSERVING != 0);
        self.status |= OBSERVING;
        if ack.una.is_after(self.reduced_until) {
            self.status &= !REDUCED;
        }
        if self.status & REDUCED != 0 {
            return;
        }
        if ack.marked.0 != 0 {
            let by = mul_q20(self.rate, self.alpha_q20()) >> 1;
            self.rate = self.rate.saturating_sub(by).max(params.min_rate);
            self.reduced_until = ack.nxt;
            self.status |= REDUCED;
        } else if round {
            self.rate = self.rate.saturating_add(params.ai).min(ONE_Q20);
        }
    }

    #[inline]
    fn start(&mut self, params: &DctcpRateParams) {
        if self.status & STARTED == 0 {
            self.status = STARTED;
            self.rate = params.initial_rate;
            self.estimator.alpha = params.alpha_init;
        }
    }

    /// Alpha, Q20: 2^20 is 1.
    #[must_use]
    pub const fn alpha_q20(&self) -> u32 {
        self.estimator.alpha.to_bits()
    }
}

#[inline]
fn answer(params: &DctcpRateParams, rate: u32) -> Control {
    Control::rate_and_window(LineFraction::from_bits(rate), params.bdp, params.mss)
}

/// The first event has set the initial values: zero-filled state is a fresh flow.
const STARTED: u32 = 1;
/// An estimation window is under way.
const OBSERVING: u32 = 2;
/// A reduction is in force until `reduced_until` is acknowledged.
const REDUCED: u32 = 4;
