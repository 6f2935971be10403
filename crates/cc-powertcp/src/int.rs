//! One PowerTCP flow with telemetry.

use crate::params::{PRESETS, PowerTcpParams, PowerTcpSettings};
use crate::{Power, Window};
use freeboard_cc_api::telemetry::PathHistory;
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, IntStack, Nanos32, ParamError, Part,
    Preset, Words,
};
use freeboard_fixmath::{ONE_Q24, blend_q32};

/// State of one flow, 84 bytes, of which 64 are the [`PathHistory`], a second context. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct PowerTcp {
    window: Window,
    /// Smoothed normalised power, Q24.
    power: u32,
    history: PathHistory,
}

const _: () = assert!(size_of::<PowerTcp>() == 84);

impl CongestionControl for PowerTcp {
    #[inline]
    fn on_int(&mut self, params: &PowerTcpParams, _: Nanos32, ack: &Ack, stack: &IntStack) -> Control {
        self.start(params);
        self.read(params, ack, stack);
        self.window.answer(params)
    }

    #[inline]
    fn on_idle(&mut self, params: &PowerTcpParams, now: Nanos32, _: u32) -> Control {
        self.history.clear();
        self.observe(params, now)
    }

    #[inline]
    fn observe(&mut self, params: &PowerTcpParams, _: Nanos32) -> Control {
        self.start(params);
        self.window.answer(params)
    }

    const META: CcMeta = CcMeta {
        name: "powertcp",
        variant: "int",
        summary: "divides the window by the power of the path, from in-band telemetry",
        source: "[Addanki22]",
        output: ControlOutput::WindowAndRate,
        ecn: false,
        int: true,
        cnp: false,
        delay: false,
        delivery_rate: false,
        sent: false,
        tick_ns: 0,
        aux_bytes: size_of::<PathHistory>() as u32,
        resolution_ns: 1,
        // Telemetry stamps have 32 bits: an `Idle` clears history before they could alias.
        longest_gap_ns: 1 << 30,
    };
    const PRESETS: &'static [Preset<PowerTcpSettings>] = &PowerTcpSettings::presets(&PRESETS);
    type Settings = PowerTcpSettings;
    type Params = PowerTcpParams;

    fn params(settings: &PowerTcpSettings, mss: Bytes) -> Result<PowerTcpParams, ParamError> {
        PowerTcpParams::try_new(&settings.whole(), mss).map_err(PowerTcpSettings::refusal)
    }

    fn control(&self, params: &PowerTcpParams) -> Control {
        self.window.answer(params)
    }

    fn canonical(&self, words: &mut Words) {
        self.window.canonical(words);
        words.push(self.power);
        self.history.canonical(words);
    }
}

impl PowerTcp {
    /// \[Addanki22\] algorithm 1, procedure `newAck`.
    #[inline]
    fn read(&mut self, params: &PowerTcpParams, ack: &Ack, stack: &IntStack) {
        let most = self
            .history
            .advance(stack, Power::default(), |most: Power, hop| most.or(Power::of(hop, params.per_t)));
        if most.span == 0 {
            return;
        }
        let weight = params.per_t.mul_div(most.span, u32::MAX);
        self.power = blend_q32(self.power, most.normalised, weight);
        self.window.aim(params, params.gamma, (params.eta.wrapping_shl(FINER), self.power));
        if self.window.round_is_over(ack.una) {
            self.window.begin_round(ack.nxt);
        }
    }

    #[inline]
    fn start(&mut self, params: &PowerTcpParams) {
        if self.window.start(params) {
            self.power = ONE_Q24;
        }
    }

    /// Smoothed normalised power, Q24: 1 at a full link without a queue.
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

/// From the settings' Q16 to power's Q24. At 400 Gbit/s a packet stands for 2^-15.5 of a T of 1 ms: in Q16 each would move
/// power by one unit whatever it measured, and power would be the median of the samples instead of their mean.
const FINER: u32 = 8;

#[cfg(feature = "defmt")]
impl defmt::Format for PowerTcp {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{} power {}/2^24", self.window, self.power);
    }
}
