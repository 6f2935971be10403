//! One flow of theta-PowerTCP: power from the round-trip time alone.

use crate::Window;
use crate::params::{PRESETS, PowerTcpParams, ThetaPowerTcpSettings};
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, Nanos32, ParamError, Part, Preset, Words,
};
use freeboard_fixmath::{ONE_Q24, mul_wide};

/// State of one flow, 32 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct ThetaPowerTcp {
    window: Window,
    /// Smoothed normalised power, Q24, so that one sample's small share is not lost.
    power: u32,
    /// The sample before (prevRTT) \[ns\], if `sampled`; else 0.
    before: u32,
    /// When it came, if `sampled`; else 0.
    at: Nanos32,
    /// 1 while there is a sample before.
    sampled: u32,
}

const _: () = assert!(size_of::<ThetaPowerTcp>() == 32);

impl CongestionControl for ThetaPowerTcp {
    #[inline]
    fn on_ack(&mut self, params: &PowerTcpParams, now: Nanos32, ack: &Ack) -> Control {
        self.look_at_age(params, now);
        if ack.rtt != 0 {
            self.sample(params, now, ack);
        }
        self.window.answer(params)
    }

    /// The path may have changed: the next sample only starts a new slope.
    #[inline]
    fn on_idle(&mut self, params: &PowerTcpParams, now: Nanos32, _: u32) -> Control {
        self.forget();
        self.observe(params, now)
    }

    #[inline]
    fn observe(&mut self, params: &PowerTcpParams, now: Nanos32) -> Control {
        self.look_at_age(params, now);
        self.window.answer(params)
    }

    const META: CcMeta = CcMeta {
        name: "powertcp",
        variant: "theta",
        summary: "divides the window by a power made of the round-trip time and its slope",
        source: "[Addanki22]",
        output: ControlOutput::WindowAndRate,
        ecn: false,
        int: false,
        cnp: false,
        delay: true,
        delivery_rate: false,
        sent: false,
        tick_ns: 0,
        aux_bytes: 0,
        resolution_ns: 1,
        // A sample's age is looked at with every event and is at most 2^30 after it: twice that compares serially.
        longest_gap_ns: 1 << 30,
    };
    const PRESETS: &'static [Preset<ThetaPowerTcpSettings>] = &ThetaPowerTcpSettings::presets(&PRESETS);
    type Settings = ThetaPowerTcpSettings;
    type Params = PowerTcpParams;

    fn params(settings: &ThetaPowerTcpSettings, mss: Bytes) -> Result<PowerTcpParams, ParamError> {
        PowerTcpParams::try_new(&settings.whole(), mss).map_err(ThetaPowerTcpSettings::refusal)
    }

    fn control(&self, params: &PowerTcpParams) -> Control {
        self.window.answer(params)
    }

    fn canonical(&self, words: &mut Words) {
        self.window.canonical(words);
        for word in [self.power, self.before, self.at.0, self.sampled] {
            words.push(word);
        }
    }
}

impl ThetaPowerTcp {
    /// Starts the flow, and forgets a sample whose age would wrap.
    #[inline]
    fn look_at_age(&mut self, params: &PowerTcpParams, now: Nanos32) {
        if self.window.start(params) {
            self.power = ONE_Q24;
        }
        if now.signed_since(self.at) > AGE_MAX.cast_signed() {
            self.forget();
        }
    }

    /// \[Addanki22\] algorithm 2: every sample counts towards the power, one per round trip towards the window.
    #[inline]
    fn sample(&mut self, params: &PowerTcpParams, now: Nanos32, ack: &Ack) {
        if self.sampled == 0 {
            self.keep(now, ack.rtt);
            return;
        }
        let span = now.signed_since(self.at);
        // A stamp that does not advance has no slope.
        if span <= 0 {
            return;
        }
        self.measure(params, span.cast_unsigned(), ack.rtt);
        self.keep(now, ack.rtt);
        if self.window.round_is_over(ack.una) {
            self.window.aim(params, params.gamma_theta, (ONE_Q24, self.power));
            self.window.begin_round(ack.nxt);
        }
    }

    #[inline]
    const fn keep(&mut self, now: Nanos32, rtt: u32) {
        self.before = rtt;
        self.at = now;
        self.sampled = 1;
    }

    #[inline]
    const fn forget(&mut self) {
        self.before = 0;
        self.at = Nanos32(0);
        self.sampled = 0;
    }

    /// Smoothed over T: (power (T - dt) + sample dt)/T with sample = (slope + 1) rtt/T, and rtt/(2 T) at least.
    ///
    /// The slope's division by dt cancels against the weight: what is added is (change + dt)/T · rtt/T. A span longer
    /// than T counts as T of it. The least is the authors' simulator's, there for the only sample of a round. A bound on
    /// each of many would lose falls and no rises: a smaller window stops its sender, and what it sends next finds the queue
    /// shorter all at once.
    #[inline]
    fn measure(&mut self, params: &PowerTcpParams, span: u32, rtt: u32) {
        let (t, arrived) = (params.t_slack, span.saturating_add(rtt));
        let falls = arrived < self.before;
        let change = arrived.abs_diff(self.before);
        let delay = params.per_t_slack.mul_div(rtt, ONE_Q24);
        let (weight, change) = if span < t {
            (params.per_t_slack.mul_div(span, ONE_Q24), change)
        } else {
            // Rare: the flow was silent for a round trip.
            (ONE_Q24, freeboard_fixmath::Reciprocal::new(span).mul_div(change, t))
        };
        let kept = self.power.saturating_sub((mul_wide(self.power, weight) >> 24) as u32);
        let share = params.per_t_slack.mul_div(change, delay);
        let power = if falls { kept.saturating_sub(share) } else { kept.saturating_add(share) };
        self.power = power.max(delay >> 1);
    }

    /// Smoothed normalised power, Q24.
    #[must_use]
    pub const fn power(&self) -> u32 {
        self.power
    }

    /// The window.
    #[must_use]
    pub const fn window(&self) -> Window {
        self.window
    }
}

/// Oldest sample a slope is taken from \[ns\]: 1.07 s, half of what compares serially.
const AGE_MAX: u32 = 1 << 30;

#[cfg(feature = "defmt")]
impl defmt::Format for ThetaPowerTcp {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{} power {}/2^24", self.window, self.power);
    }
}
