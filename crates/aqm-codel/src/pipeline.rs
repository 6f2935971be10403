//! CoDel as one pass of a pipeline: a standing-queue timer and a marking schedule.

use crate::episode::guard;
use crate::params::{PIPELINE, PipelineSettings};
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NotEct, ParamError, Preset, Settings, State, Unit, Words,
};
use freeboard_dataplane::blocks::{FirstAbove, Marking};
use freeboard_dataplane::clock::{Clock, Emulated22x10};
use freeboard_dataplane::{
    Data, Hw, Layout, Mark, MathFill, MathUnit, Metadata, NoRegisters, Pass, Ports, Program, Reason, Rows,
    RowsMath, registers,
};
use freeboard_units::{DepthUnit, NANOS_PER_TICK, ticks_from_nanos_floor};

/// CoDel as a pipeline program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PipelineProgram;

impl Program for PipelineProgram {
    #[inline(always)]
    fn mark<H: Hw>(
        h: &mut H,
        params: &PipelineParams,
        ports: Ports<'_, Self, H>,
        m: &Metadata<H>,
    ) -> Mark<H> {
        let slack = params.target.saturating_sub(m.sojourn).named("slack");
        let spare = params.guard.saturating_sub(m.depth).named("spare");
        let broken = slack.nonzero() | spare.nonzero();
        let queue = ports.queue;
        let standing = h.stateful(queue.first_above, &params.first_above, [broken], m.now, m.now);
        let standing = standing.named("standing").nonzero();
        let due = h.stateful(queue.marking, &params.marking, [standing], m.now, m.now).named("due").nonzero();
        Mark::by(Reason::at(due, m.sojourn, params.target))
    }

    const META: Meta = Meta {
        name: "codel",
        variant: "pipeline",
        summary: "CoDel in one pass: math unit, no memory of the previous episode",
        source: "RFC 8289, as decomposed for match-action switches",
        kind: Kind::Pipeline,
        hooks: Hooks::DEQUEUE,
        reads: Emulated22x10::READS.union(Intrinsics::SOJOURN).union(Intrinsics::DEPTH),
        resolution_ns: NANOS_PER_TICK,
        longest_gap_ns: Emulated22x10::LONGEST_GAP_NS,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("signals", Unit::Nanos)],
    };
    const PRESETS: &'static [Preset<PipelineSettings>] = PIPELINE;
    type Settings = PipelineSettings;
    type Params = PipelineParams;

    fn params(settings: &PipelineSettings, unit: DepthUnit) -> Result<PipelineParams, ParamError> {
        settings.check()?;
        let interval = ticks_from_nanos_floor(settings.interval);
        Ok(PipelineParams {
            target: Data::new(settings.target),
            guard: Data::new(guard(settings.mtu, unit).saturating_add(1)),
            first_above: Rows([Data::new(interval)]),
            marking: RowsMath {
                rows: [Data::new(interval)],
                math: MathUnit::reciprocal_sqrt(interval, MathFill::LowerEdge),
            },
        })
    }

    fn effective(params: &PipelineParams, settings: &PipelineSettings, field: FieldId) -> Option<u32> {
        if field == PipelineSettings::interval {
            let Rows([interval]) = params.first_above;
            return Some(interval.value().saturating_mul(NANOS_PER_TICK));
        }
        settings.get(field)
    }
}

registers! {
    /// Registers per queue.
    pub struct PipelineQueue, PipelinePorts {
        /// Deadline of the run above target, and whether one runs.
        first_above: FirstAbove,
        /// Time of the next signal, and the upcoming count.
        marking: Marking,
    }
}

impl State for PipelineQueue {
    fn canonical(&self, words: &mut Words) {
        FirstAbove::canonical(self.first_above, words);
        Marking::canonical(self.marking, words);
    }
}

/// Action data of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct PipelineParams {
    /// `target` \[ns\].
    pub target: Data,
    /// `mtu` + 1 in depth units: something of it is left where the backlog is one packet or less.
    pub guard: Data,
    /// Row 0: `interval` \[ticks\].
    pub first_above: Rows<1>,
    /// Row 0: `interval` \[ticks\]; math unit: `interval`/sqrt(count).
    pub marking: RowsMath<1>,
}

/// CoDel in one pass.
pub type Pipeline = Pass<PipelineProgram>;

impl Layout for PipelineProgram {
    type Clock = Emulated22x10;
    type Pipe = NoRegisters;
    type Port = NoRegisters;
    type Queue = PipelineQueue;
}
