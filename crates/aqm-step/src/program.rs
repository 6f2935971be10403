//! The step marker as a pipeline program, at either hook.

use crate::params::{PRESETS, StepParams, StepSettings};
use core::marker::PhantomData;
use freeboard_aqm_api::{
    Activity, FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Unit,
};
use freeboard_dataplane::clock::Timeless;
use freeboard_dataplane::{
    AtDequeue, AtEnqueue, Cond, End, Hw, Layout, Metadata, NoRegisters, Pass, Ports, Program,
};
use freeboard_units::DepthUnit;

/// Marks the packet at one end of a queue longer than K.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepProgram<E>(PhantomData<E>);

/// At arrival.
pub type StepEnqueueProgram = StepProgram<AtEnqueue>;
/// At departure: feedback is one queueing delay younger.
pub type StepDequeueProgram = StepProgram<AtDequeue>;

/// Marks the packet that arrives at a queue longer than K.
pub type StepEnqueue = Pass<StepEnqueueProgram>;
/// Marks the packet that leaves a queue longer than K.
pub type StepDequeue = Pass<StepDequeueProgram>;

impl<E: End> Layout for StepProgram<E> {
    type Clock = Timeless;
    type Pipe = NoRegisters;
    type Port = NoRegisters;
    type Queue = NoRegisters;
}

impl<E: End> Program for StepProgram<E> {
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
        triggers: &[("threshold marks", Unit::Bytes)],
    };
    const PRESETS: &'static [Preset<StepSettings>] = PRESETS;
    type Settings = StepSettings;
    type Params = StepParams;

    fn params(settings: &StepSettings, unit: DepthUnit) -> Result<StepParams, ParamError> {
        StepParams::try_new(settings, unit)
    }

    fn effective(params: &StepParams, settings: &StepSettings, field: FieldId) -> Option<u32> {
        params.effective(settings, field)
    }

    #[inline(always)]
    fn mark<H: Hw>(_: &mut H, params: &StepParams, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Cond<H> {
        // Two differences, not one of a sum: a queue near 2^32 - 1 plus its packet would wrap to a short one.
        let own = params.own_mask & m.size;
        let room = params.limit.saturating_sub(m.depth).saturating_sub(own);
        !room.nonzero()
    }

    fn watch(
        params: &StepParams,
        _: &NoRegisters,
        _: &NoRegisters,
        _: u32,
        (depth, size): (u32, u32),
        activity: &mut Activity,
    ) {
        let unit = params.unit.bytes();
        let depth = depth.saturating_add(params.own_mask.value() & size);
        let needed = params.limit.value().saturating_mul(unit);
        activity.watch(0, depth >= params.limit.value(), depth.saturating_mul(unit), needed);
    }
}
