//! PIE with the coin of RFC 8033.

use crate::control::{Controller, PERIOD_NS, q32};
use crate::settings::{PRESETS, PieSettings};
use freeboard_aqm_api::{
    Aqm, Arrival, Decision, FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, Nanos32, NotEct, ParamError,
    PortView, Preset, Reason, Scope, Settings, State, Unit, Verdict, Words,
};
use freeboard_fixmath::coin;
use freeboard_units::{Bytes, DepthUnit};

/// PIE.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

impl Aqm for Exact {
    #[inline(always)]
    fn on_enqueue(params: &ExactParams, scope: Scope<'_, Self>, a: &Arrival) -> Decision {
        let fired = scope.queue.judge(params, a);
        let early = Reason::new(fired, a.depth, params.guard.saturating_add(1)).counted_in(params.unit);
        let decision = Decision::by(early);
        if fired && params.probability > params.drop_above {
            Decision { verdict: Verdict::Drop, ..decision }
        } else {
            decision
        }
    }

    fn on_control(params: &mut ExactParams, now: Nanos32, view: &PortView<'_>) {
        params.controller.tick(&params.settings, now, view);
        params.probability = params.controller.in_force(&params.settings);
        params.is_over = params.controller.probability == 0;
    }

    const META: Meta = Meta {
        name: "pie",
        variant: "exact",
        summary: "signals with a probability that a controller keeps",
        source: "RFC 8033",
        kind: Kind::Exact,
        hooks: Hooks::ENQUEUE.union(Hooks::CONTROL),
        reads: Intrinsics::DEPTH.union(Intrinsics::RANDOM),
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: PERIOD_NS,
        not_ect: NotEct::Drop,
        drops: Hooks::ENQUEUE,
        triggers: &[("early signals", Unit::Bytes)],
    };
    const PRESETS: &'static [Preset<PieSettings>] = &PRESETS;
    type Settings = PieSettings;
    type Params = ExactParams;
    type Pipe = ();
    type Port = ();
    type Queue = ExactQueue;

    fn params(settings: &PieSettings, unit: DepthUnit) -> Result<ExactParams, ParamError> {
        settings.check()?;
        let controller = Controller::new(settings);
        let guard = unit.floor(Bytes(settings.guard));
        let settings = PieSettings { guard: guard.saturating_mul(unit.bytes()), ..*settings };
        Ok(ExactParams {
            probability: controller.in_force(&settings),
            is_over: controller.probability == 0,
            drop_above: q32(settings.drop_above),
            guard,
            unit,
            controller,
            settings,
        })
    }

    fn effective(params: &ExactParams, settings: &PieSettings, field: FieldId) -> Option<u32> {
        match field {
            PieSettings::guard => Some(params.settings.guard),
            _ => settings.get(field),
        }
    }
}

impl ExactQueue {
    /// RFC 8033 §5.4: a signal is not repeated before 0.85, and surely given from 8.5 expected ones on. What is expected stands
    /// still while nothing is in force, and is forgotten where the probability is 0.
    #[inline]
    const fn judge(&mut self, params: &ExactParams, a: &Arrival) -> bool {
        if a.depth == 0 {
            self.expected = 0;
            return false;
        }
        if params.probability == 0 {
            if params.is_over {
                self.expected = 0;
            }
            return false;
        }
        if a.depth <= params.guard {
            return false;
        }
        self.expected = self.expected.saturating_add(params.probability >> 4);
        let signalled = self.expected >= FEW && (self.expected >= MANY || coin(a.random, params.probability));
        if signalled {
            self.expected = 0;
        }
        signalled
    }
}

/// 0.85 and 8.5 expected signals in Q28 (RFC 8033 §5.4).
const FEW: u32 = 228_170_138;
const MANY: u32 = 2_281_701_376;

/// Parameters, and the control plane's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactParams {
    /// Probability in force, Q32.
    pub probability: u32,
    /// Nothing is in force because the probability itself is 0, not for the time being.
    is_over: bool,
    drop_above: u32,
    guard: u32,
    unit: DepthUnit,
    controller: Controller,
    settings: PieSettings,
}

#[cfg(feature = "defmt")]
impl defmt::Format for ExactParams {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "probability {}", self.probability);
    }
}

/// State of one queue. Zero-filled is a fresh queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct ExactQueue {
    /// Expected signals since the last one, Q28.
    pub expected: u32,
}

impl State for ExactQueue {
    fn canonical(&self, words: &mut Words) {
        words.push(self.expected);
    }
}
