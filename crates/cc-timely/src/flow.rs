//! One TIMELY flow.

use crate::Gradient;
use crate::params::{AllTimelySettings, TimelyParams};
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, LineFraction, Nanos32, ParamError, Part,
    Preset, Seq32, Variant, Words,
};
use freeboard_fixmath::{ONE_Q16, ONE_Q20, mul_q16, ratio_q16};

/// State of one flow, 24 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct TimelyFlow<const RULE: u8, const WINDOW: bool> {
    /// Rate, Q20 of line rate.
    rate: u32,
    /// The sample before \[ns\], if [`SAMPLED`].
    before: u32,
    gradient: Gradient,
    /// Increases, or falling samples, in a row.
    count: u32,
    /// The next sample is taken when this is acknowledged, if [`WAITING`].
    next: Seq32,
    status: u32,
}

const _: () = assert!(size_of::<TimelyFlow<0, false>>() == 24);

impl<const RULE: u8, const WINDOW: bool> CongestionControl for TimelyFlow<RULE, WINDOW>
where
    Self: Variant<Own: Part<Whole = AllTimelySettings>>,
{
    #[inline]
    fn on_ack(&mut self, params: &TimelyParams, _: Nanos32, ack: &Ack) -> Control {
        self.start(params);
        self.acknowledge(params, ack);
        self.answer(params, self.rate)
    }

    #[inline]
    fn on_rtt(&mut self, params: &TimelyParams, _: Nanos32, rtt: u32) -> Control {
        self.start(params);
        if rtt != 0 {
            self.sample(params, rtt);
        }
        self.answer(params, self.rate)
    }

    /// The path may have changed: the next sample only starts a new difference.
    #[inline]
    fn on_idle(&mut self, params: &TimelyParams, now: Nanos32, _: u32) -> Control {
        self.status &= !(SAMPLED | WAITING);
        self.observe(params, now)
    }

    #[inline]
    fn observe(&mut self, params: &TimelyParams, _: Nanos32) -> Control {
        self.start(params);
        self.answer(params, self.rate)
    }

    const META: CcMeta = CcMeta {
        name: "timely",
        variant: match (RULE, WINDOW) {
            (_, true) => "w",
            (AUTHORS, _) => "authors",
            (PATCHED, _) => "patched",
            _ => "hpcc",
        },
        summary: "steers the rate by the gradient of the round-trip time",
        source: if RULE == PATCHED { "[Zhu16]" } else { "[Mittal15]" },
        output: if WINDOW { ControlOutput::WindowAndRate } else { ControlOutput::Rate },
        ecn: false,
        int: false,
        cnp: false,
        delay: true,
        delivery_rate: false,
        sent: false,
        tick_ns: 0,
        aux_bytes: 0,
        resolution_ns: 1,
        longest_gap_ns: u64::MAX,
    };
    const PRESETS: &'static [Preset<<Self as Variant>::Own>] = Self::NAMED;
    type Settings = <Self as Variant>::Own;
    type Params = TimelyParams;

    fn params(settings: &Self::Settings, mss: Bytes) -> Result<TimelyParams, ParamError> {
        TimelyParams::try_new(&settings.whole(), mss).map_err(Self::Settings::refusal)
    }

    fn control(&self, params: &TimelyParams) -> Control {
        self.answer(params, if self.status & STARTED == 0 { params.initial_rate } else { self.rate })
    }

    fn canonical(&self, words: &mut Words) {
        words.push(self.rate);
        words.push(if self.status & SAMPLED == 0 { 0 } else { self.before });
        words.push(self.gradient.nanos().cast_unsigned());
        words.push(self.count);
        words.push(if self.status & WAITING == 0 { 0 } else { self.next.0 });
        words.push(self.status);
    }
}

impl<const RULE: u8, const WINDOW: bool> TimelyFlow<RULE, WINDOW> {
    /// One sample per segment of `segment` bytes, or per round trip: of the first packet sent after the last sample, as
    /// HPCC's simulator, so that what is in flight at a new rate is not taken for an answer to it.
    #[inline]
    fn acknowledge(&mut self, params: &TimelyParams, ack: &Ack) {
        if ack.rtt == 0 || self.status & WAITING != 0 && !ack.una.is_at_or_after(self.next) {
            return;
        }
        self.next = if params.segment == 0 { ack.nxt.plus(1) } else { ack.una.plus(params.segment) };
        self.status |= WAITING;
        self.sample(params, ack.rtt);
    }

    /// \[Mittal15\] algorithm 1.
    #[inline]
    fn sample(&mut self, params: &TimelyParams, rtt: u32) {
        let before = self.before;
        self.before = rtt;
        if self.status & SAMPLED == 0 {
            self.status |= SAMPLED;
            return;
        }
        let difference = Gradient::difference(rtt, before);
        self.gradient.update(difference, params.alpha);
        if RULE == AUTHORS {
            self.count = if difference < 0 { self.counted() } else { 0 };
        }
        if rtt < params.t_low {
            self.increase(params, RULE == AUTHORS);
        } else if rtt > params.t_high {
            let beyond = ratio_q16(rtt.saturating_sub(params.t_high), rtt);
            self.decrease(params, mul_q16(beyond, params.beta));
        } else if RULE == PATCHED {
            self.steer(params, rtt);
        } else if self.gradient.rises() {
            self.decrease(params, mul_q16(self.gradient.magnitude(params.per_min_rtt), params.beta));
        } else {
            self.increase(params, false);
        }
    }

    #[inline]
    fn counted(&self) -> u32 {
        self.count.saturating_add(1).min(COUNT_MAX)
    }

    /// By delta, or by more after N in a row; `plain` is by delta in any case.
    #[inline]
    fn increase(&mut self, params: &TimelyParams, plain: bool) {
        let hyper = !plain && RULE != PATCHED && self.count >= params.n;
        if RULE == HPCC {
            self.count = self.counted();
        }
        self.set(params, self.rate.saturating_add(if hyper { params.hai } else { params.delta }));
    }

    /// By a fraction (Q16) of the rate, at most all of it: beta times a steep gradient exceeds 1.
    #[inline]
    fn decrease(&mut self, params: &TimelyParams, fraction: u32) {
        if RULE == HPCC {
            self.count = 0;
        }
        let by = mul_q16(self.rate, fraction.min(ONE_Q16));
        self.set(params, self.rate.saturating_sub(by));
    }

    /// \[Zhu16\] §4.3: rate = delta (1 - w) + rate (1 - beta w (RTT - RTT_ref)/RTT_ref), w rising with the gradient
    /// from 0 at -1/4 to 1 at 1/4.
    #[inline]
    fn steer(&mut self, params: &TimelyParams, rtt: u32) {
        // Half of w's slope is 2: the quarter is reached at twice the magnitude.
        let lean = self.gradient.magnitude(params.per_min_rtt).min(ONE_Q16 >> 2) << 1;
        let half = ONE_Q16 >> 1;
        let weight =
            if self.gradient.rises() { half.saturating_add(lean) } else { half.saturating_sub(lean) };
        let apart = params.per_rtt_ref.mul_div(rtt.abs_diff(params.rtt_ref), ONE_Q16);
        let pull = mul_q16(mul_q16(apart, weight), params.beta_patched).min(ONE_Q16);
        let by = mul_q16(self.rate, pull);
        let pulled =
            if rtt >= params.rtt_ref { self.rate.saturating_sub(by) } else { self.rate.saturating_add(by) };
        self.set(params, pulled.saturating_add(mul_q16(params.delta, ONE_Q16.saturating_sub(weight))));
    }

    #[inline]
    fn set(&mut self, params: &TimelyParams, rate: u32) {
        self.rate = rate.max(params.min_rate).min(ONE_Q20);
    }

    #[inline]
    fn start(&mut self, params: &TimelyParams) {
        if self.status & STARTED == 0 {
            self.status = STARTED;
            self.rate = params.initial_rate;
        }
    }

    #[inline]
    fn answer(&self, params: &TimelyParams, rate: u32) -> Control {
        let rate = LineFraction::from_bits(rate);
        if WINDOW { Control::rate_and_window(rate, params.bdp, params.mss) } else { Control::rate(rate) }
    }

    /// The smoothed difference of round-trip times.
    #[must_use]
    pub const fn gradient(&self) -> Gradient {
        self.gradient
    }
}

/// The rules of HPCC's simulator.
const HPCC: u8 = 0;
/// The rules of the authors' code.
const AUTHORS: u8 = 1;
/// The patched rules.
const PATCHED: u8 = 2;

/// The form of HPCC's simulator.
pub type Timely = TimelyFlow<HPCC, false>;
/// The authors' form.
pub type TimelyAuthors = TimelyFlow<AUTHORS, false>;
/// The patched form.
pub type TimelyPatched = TimelyFlow<PATCHED, false>;
/// The simulator's form with a window (TIMELY+w).
pub type TimelyW = TimelyFlow<HPCC, true>;

/// The first event has set the initial values: zero-filled state is a fresh flow.
const STARTED: u32 = 1;
/// `before` holds a sample.
const SAMPLED: u32 = 2;
/// `next` is set.
const WAITING: u32 = 4;

/// Most increases that are told apart; above every legal N.
const COUNT_MAX: u32 = 1 << 16;

#[cfg(feature = "defmt")]
impl<const RULE: u8, const WINDOW: bool> defmt::Format for TimelyFlow<RULE, WINDOW> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "rate {}/2^20 gradient {}", self.rate, self.gradient);
    }
}
