//! One HPCC flow.

use crate::Busiest;
use crate::params::{HpccParams, HpccSettings, PRESETS};
use freeboard_cc_api::telemetry::PathHistory;
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, IntStack, LineFraction, Nanos32,
    ParamError, Preset, Seq32, Words,
};
use freeboard_fixmath::{ONE_Q24, Reciprocal, blend_q32};

/// State of one flow, 88 bytes, of which 64 are the [`PathHistory`], a second context. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Hpcc {
    /// Window (W) \[B\].
    window: u32,
    /// Reference window (W_c) \[B\].
    reference: u32,
    /// Utilisation of the path (U), Q24: below 256.
    utilisation: u32,
    /// Additive increases since the last multiplicative one (incStage).
    stage: u32,
    /// The reference moves when this is acknowledged (lastUpdateSeq), if [`UPDATED`]; else 0.
    updated: Seq32,
    status: u32,
    history: PathHistory,
}

const _: () = assert!(size_of::<Hpcc>() == 88);

impl CongestionControl for Hpcc {
    #[inline]
    fn on_int(&mut self, params: &HpccParams, _: Nanos32, ack: &Ack, stack: &IntStack) -> Control {
        self.start(params);
        self.read(params, ack, stack);
        answer(params, self.window)
    }

    #[inline]
    fn on_idle(&mut self, params: &HpccParams, now: Nanos32, _: u32) -> Control {
        self.history.clear();
        self.observe(params, now)
    }

    #[inline]
    fn observe(&mut self, params: &HpccParams, _: Nanos32) -> Control {
        self.start(params);
        answer(params, self.window)
    }

    const META: CcMeta = CcMeta {
        name: "hpcc",
        variant: "int",
        summary: "aims the window at a utilisation measured by in-band telemetry",
        source: "[Li19]",
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
    const PRESETS: &'static [Preset<HpccSettings>] = PRESETS;
    type Settings = HpccSettings;
    type Params = HpccParams;

    fn params(settings: &HpccSettings, mss: Bytes) -> Result<HpccParams, ParamError> {
        HpccParams::try_new(settings, mss)
    }

    fn control(&self, params: &HpccParams) -> Control {
        answer(params, if self.status & STARTED == 0 { params.bdp } else { self.window })
    }

    fn canonical(&self, words: &mut Words) {
        for word in [self.window, self.reference, self.utilisation, self.stage, self.updated.0, self.status] {
            words.push(word);
        }
        self.history.canonical(words);
    }
}

impl Hpcc {
    /// \[Li19\] algorithm 1, procedure `NewAck`.
    #[inline]
    fn read(&mut self, params: &HpccParams, ack: &Ack, stack: &IntStack) {
        let busiest = self.history.advance(stack, Busiest::default(), |busiest: Busiest, hop| {
            busiest.or(Busiest::of(hop, params.per_t))
        });
        if busiest.span == 0 {
            return;
        }
        self.measure(params, &busiest);
        let round = self.status & UPDATED == 0 || ack.una.is_after(self.updated);
        self.window = self.aim(params, round);
        if round {
            self.reference = self.window;
            self.updated = ack.nxt;
            self.status |= UPDATED;
        }
    }

    /// Lines 5 to 9: U moves towards the busiest hop's utilisation by tau/T.
    #[inline]
    fn measure(&mut self, params: &HpccParams, busiest: &Busiest) {
        let sample = Reciprocal::new(busiest.capacity).mul_div(busiest.load, ONE_Q24);
        let weight = params.per_t.mul_div(busiest.span, u32::MAX);
        self.utilisation = blend_q32(self.utilisation, sample, weight);
    }

    /// Procedure `ComputeWind`: from the reference, multiplicatively or by W_AI.
    #[inline]
    fn aim(&mut self, params: &HpccParams, round: bool) -> u32 {
        let eta = params.eta.wrapping_shl(FINER);
        let multiply = self.utilisation >= eta || self.stage >= params.max_stage;
        if round {
            self.stage = if multiply { 0 } else { self.stage.saturating_add(1) };
        }
        let base = if multiply {
            // A path that measures 0 reads as 2^-24 and takes the whole line.
            Reciprocal::new(self.utilisation).mul_div(self.reference, eta)
        } else {
            self.reference
        };
        base.saturating_add(params.ai).max(params.min_window).min(params.bdp.max(params.min_window))
    }

    #[inline]
    fn start(&mut self, params: &HpccParams) {
        if self.status & STARTED == 0 {
            self.status = STARTED;
            self.window = params.bdp;
            self.reference = params.bdp;
            self.utilisation = ONE_Q24;
        }
    }

    /// Utilisation of the path, Q24.
    #[must_use]
    pub const fn utilisation(&self) -> u32 {
        self.utilisation
    }

    /// The reference window \[B\].
    #[must_use]
    pub const fn reference(&self) -> u32 {
        self.reference
    }
}

/// The rate is W/T; a window below one segment is left to it.
#[inline]
fn answer(params: &HpccParams, window: u32) -> Control {
    let rate = LineFraction::from_bits(params.per_bdp.ratio_q20(window));
    Control { window: Bytes(window.max(params.mss)), rate }
}

/// The first event has set the initial values: zero-filled state is a fresh flow.
const STARTED: u32 = 1;
/// `updated` is set.
const UPDATED: u32 = 2;

/// From the settings' Q16 to U's Q24. At 400 Gbit/s a packet stands for 2^-15.5 of a T of 1 ms: in Q16 each would move U by
/// one unit whatever it measured, and U would be the median of the samples instead of their mean.
const FINER: u32 = 8;

#[cfg(feature = "defmt")]
impl defmt::Format for Hpcc {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "W {} Wc {} U {}/2^24", self.window, self.reference, self.utilisation);
    }
}
