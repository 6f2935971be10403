//! The step, as Linux has it.

use crate::settings::{STEP, StepSettings};
use freeboard_aqm_api::{
    Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Settings, Unit,
};
use freeboard_dataplane::blocks::served;
use freeboard_dataplane::{Data, Hw, Mark, Metadata, Pass, Ports, Program, Reason, Stateless};
use freeboard_units::DepthUnit;

/// The step as a pipeline program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepProgram;

impl Program for StepProgram {
    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, params: &StepParams, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let room = params.limit.saturating_sub(m.sojourn).named("room");
        Mark::by(Reason::at(!room.nonzero() & served(h), m.sojourn, params.limit))
    }

    const META: Meta = Meta {
        name: "dualpi2",
        variant: "step",
        summary: "marks the L4S queue above a sojourn time",
        source: "RFC 9332, as in Linux",
        kind: Kind::Pipeline,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::SOJOURN,
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("step signals", Unit::Nanos)],
    };
    const PRESETS: &'static [Preset<StepSettings>] = STEP;
    type Settings = StepSettings;
    type Params = StepParams;

    fn params(settings: &StepSettings, _: DepthUnit) -> Result<StepParams, ParamError> {
        settings.check()?;
        Ok(StepParams { limit: Data::new(settings.step.saturating_add(1)) })
    }
}

/// Action data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct StepParams {
    /// `step` + 1 \[ns\]: a packet is marked where nothing of it is left after its sojourn.
    pub limit: Data,
}

/// The step.
pub type Step = Pass<StepProgram>;

impl Stateless for StepProgram {}
