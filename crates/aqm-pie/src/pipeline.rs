//! PIE as one pass: a coin against the probability that the control plane wrote.

use crate::control::{Controller, PERIOD_NS};
use crate::settings::{PRESETS, PiePipelineSettings, PieSettings};
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, Nanos32, NotEct, ParamError, Part, PortView, Preset,
    Settings, Unit,
};
use freeboard_dataplane::{Data, Hw, Mark, Metadata, Pass, Ports, Program, Reason, RegisterScope, Stateless};
use freeboard_units::{Bytes, DepthUnit};

/// PIE as a pipeline program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieProgram;

impl Program for PieProgram {
    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, params: &PieParams, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let room = params.limit.saturating_sub(m.depth).named("room");
        let won = params.probability.saturating_sub(h.random::<DRAW_BITS>().named("draw")).named("won");
        let marked = !room.nonzero() & won.nonzero();
        Mark::by(Reason::at(marked, m.depth, params.limit).counted_in(params.unit))
    }

    fn control(params: &mut PieParams, now: Nanos32, view: &PortView<'_>) {
        params.controller.tick(&params.settings, now, view);
        params.probability = Data::new(params.controller.in_force(&params.settings) >> 8);
    }

    const META: Meta = Meta {
        name: "pie",
        variant: "pipeline",
        summary: "PIE in one pass: a coin per packet",
        source: "RFC 8033, as decomposed for match-action switches",
        kind: Kind::Pipeline,
        hooks: Hooks::ENQUEUE.union(Hooks::CONTROL),
        reads: Intrinsics::DEPTH.union(Intrinsics::RANDOM),
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: PERIOD_NS,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("early signals", Unit::Bytes)],
    };
    const DATA: RegisterScope = RegisterScope::Queue;
    const PRESETS: &'static [Preset<PiePipelineSettings>] = &PiePipelineSettings::presets(&PRESETS);
    type Settings = PiePipelineSettings;
    type Params = PieParams;

    fn params(settings: &PiePipelineSettings, unit: DepthUnit) -> Result<PieParams, ParamError> {
        settings.check()?;
        let settings = settings.whole();
        let controller = Controller::new(&settings);
        let guard = unit.floor(Bytes(settings.guard));
        let settings = PieSettings { guard: guard.saturating_mul(unit.bytes()), ..settings };
        Ok(PieParams {
            probability: Data::new(controller.in_force(&settings) >> 8),
            limit: Data::new(guard.saturating_add(1)),
            unit,
            controller,
            settings,
        })
    }

    fn effective(params: &PieParams, settings: &PiePipelineSettings, field: FieldId) -> Option<u32> {
        match field {
            PiePipelineSettings::guard => Some(params.settings.guard),
            _ => settings.get(field),
        }
    }
}

/// Random bits drawn per packet: with the room of a 19-bit depth they fill a gateway's 44.
const DRAW_BITS: u32 = 24;

/// Action data, and the control plane's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieParams {
    /// Probability in force, in 2^-24; at most 2^24 - 1.
    pub probability: Data,
    /// `guard` + 1, in depth units.
    pub limit: Data,
    unit: DepthUnit,
    controller: Controller,
    settings: PieSettings,
}

#[cfg(feature = "defmt")]
impl defmt::Format for PieParams {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "probability {}", self.probability);
    }
}

/// PIE in one pass.
pub type Pie = Pass<PieProgram>;

impl Stateless for PieProgram {}
