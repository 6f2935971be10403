//! The step marker as a pipeline program, at either hook.

use crate::params::{PRESETS, StepParams, StepSettings};
use core::marker::PhantomData;
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Unit,
};
use freeboard_dataplane::{
    AtDequeue, AtEnqueue, End, Hw, Mark, Metadata, Pass, Ports, Program, RegisterScope, Stateless,
};
use freeboard_units::DepthUnit;

/// Marks the packet at one end of a queue longer than K.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepProgram<E>(PhantomData<E>);

impl<E: End> Program for StepProgram<E> {
    #[inline(always)]
    fn mark<H: Hw>(_: &mut H, params: &StepParams, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let threshold = params.threshold;
        threshold.mark_with(m.depth, params.own_mask.own_size(m.size, threshold.unit()))
    }

    const META: Meta = Meta {
        name: "step",
        variant: E::VARIANT,
        summary: "marks when the queue is longer than K",
        source: "[Alizadeh10]",
        kind: Kind::Pipeline,
        hooks: E::HOOK,
        reads: Intrinsics::DEPTH.union(Intrinsics::SIZE),
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("threshold signals", Unit::Bytes)],
    };
    const DATA: RegisterScope = RegisterScope::Port;
    const PRESETS: &'static [Preset<StepSettings>] = PRESETS;
    type Settings = StepSettings;
    type Params = StepParams;

    fn params(settings: &StepSettings, unit: DepthUnit) -> Result<StepParams, ParamError> {
        StepParams::try_new(settings, unit)
    }

    fn effective(params: &StepParams, settings: &StepSettings, field: FieldId) -> Option<u32> {
        params.effective(settings, field)
    }
}

/// At arrival.
pub type StepEnqueueProgram = StepProgram<AtEnqueue>;
/// At departure: feedback is one queueing delay younger.
pub type StepDequeueProgram = StepProgram<AtDequeue>;

/// Marks the packet that arrives at a queue longer than K.
pub type StepEnqueue = Pass<StepEnqueueProgram>;
/// Marks the packet that leaves a queue longer than K.
pub type StepDequeue = Pass<StepDequeueProgram>;

impl<E: End> Stateless for StepProgram<E> {}
