//! The compact layout: flag, count and next mark share one 64-bit register.
//!
//! ```text
//! instantaneous, room = ins_limit - sojourn:    room == 0 ----> mark
//! persistent, slack = pst_target - sojourn:
//!
//!   BELOW -- slack == 0: deadline = now + pst_interval --> RUNNING
//!     ^                                                     |   |
//!     +--- slack != 0 --------------------------------------+   | now > deadline: mark,
//!     |                                                         | count = FIRST_UPCOMING,
//!     |                                                         v next = now + pst_interval
//!     +--- slack != 0 -------------------------------------- MARKING --+
//!                                                               ^      | now > next: mark,
//!             next += pst_interval / sqrt(count), count += 1    +------+
//! ```

use crate::params::{EcnSharpSettings, PipelineParams};
use crate::presets::PIPELINE;
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NotEct, ParamError, Preset, State, Unit, Words,
};
use freeboard_dataplane::blocks::{FirstAbove, Marking};
use freeboard_dataplane::clock::{Clock, Emulated22x10, Sliced48};
use freeboard_dataplane::{
    Cond, Hw, Layout, Mark, Metadata, NoRegisters, Pass, Ports, Program, Reason, registers,
};
use freeboard_units::{DepthUnit, NANOS_PER_TICK, SERIAL_HALF_RANGE};

/// The program both compact variants run: Algorithm 1 in two register accesses.
#[inline(always)]
fn mark<H: Hw>(h: &mut H, params: &PipelineParams, ports: CompactPorts<'_, H>, m: &Metadata<H>) -> Mark<H> {
    let room = params.ins_limit.saturating_sub(m.sojourn).named("room");
    let slack = params.pst_target.saturating_sub(m.sojourn).named("slack");
    let standing = h.stateful(ports.first_above, &params.first_above, [slack.nonzero()], m.now, m.now);
    let standing = standing.named("standing").nonzero();
    let due = h.stateful(ports.marking, &params.marking, [standing], m.now, m.now).named("due").nonzero();
    reasons(params, (!room.nonzero(), due), m)
}

/// Both triggers of Algorithm 1 watch the sojourn time.
#[track_caller]
#[inline(always)]
pub(crate) fn reasons<H: Hw>(
    params: &PipelineParams,
    (burst, due): (Cond<H>, Cond<H>),
    m: &Metadata<H>,
) -> Mark<H> {
    let instantaneous = Reason::at(burst, m.sojourn, params.ins_limit);
    Mark::either(instantaneous, Reason::at(due, m.sojourn, params.pst_target))
}

registers! {
    /// Registers per queue of the compact layout.
    pub struct CompactQueue, CompactPorts {
        /// Deadline of the run above `pst_target`, and whether one runs.
        first_above: FirstAbove,
        /// `marking_next`, and the upcoming `marking_count`.
        marking: Marking,
    }
}

impl State for CompactQueue {
    fn canonical(&self, words: &mut Words) {
        FirstAbove::canonical(self.first_above, words);
        Marking::canonical(self.marking, words);
    }
}

/// A run above the target, or a silence, must stay below half the range of a tick \[ns\].
const LONGEST_RUN_NS: u64 = (SERIAL_HALF_RANGE as u64 - 1) * NANOS_PER_TICK as u64;

pub(crate) const fn meta(variant: &'static str, clock_reads: Intrinsics, clock_gap_ns: u64) -> Meta {
    Meta {
        name: "ecn-sharp",
        variant,
        summary: "marks bursts and standing queues by sojourn time",
        source: "[Zhang19]",
        kind: Kind::Pipeline,
        hooks: Hooks::DEQUEUE,
        reads: clock_reads.union(Intrinsics::SOJOURN),
        resolution_ns: NANOS_PER_TICK,
        longest_gap_ns: if clock_gap_ns < LONGEST_RUN_NS { clock_gap_ns } else { LONGEST_RUN_NS },
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("instantaneous signals", Unit::Nanos), ("persistent signals", Unit::Nanos)],
    }
}

macro_rules! compact_on {
    ($(#[$doc:meta])* $program:ident, $scheme:ident, $variant:literal, $clock:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $program;

        $(#[$doc])*
        pub type $scheme = Pass<$program>;

        impl Layout for $program {
            type Clock = $clock;
            type Pipe = NoRegisters;
            type Port = NoRegisters;
            type Queue = CompactQueue;
        }

        impl Program for $program {
            const META: Meta = meta($variant, <$clock>::READS, <$clock>::LONGEST_GAP_NS);
            const PRESETS: &'static [Preset<EcnSharpSettings>] = PIPELINE;
            type Settings = EcnSharpSettings;
            type Params = PipelineParams;

            fn params(settings: &EcnSharpSettings, _: DepthUnit) -> Result<PipelineParams, ParamError> {
                PipelineParams::try_new(settings)
            }

            fn effective(params: &PipelineParams, settings: &EcnSharpSettings, field: FieldId) -> Option<u32> {
                params.effective(settings, field)
            }

            #[inline(always)]
            fn mark<H: Hw>(h: &mut H, params: &PipelineParams, ports: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
                mark(h, params, ports.queue, m)
            }
        }
    };
}

compact_on!(
    /// ECN# in the compact layout on the emulated 22+10-bit clock.
    CompactProgram, Compact, "compact", Emulated22x10
);
compact_on!(
    /// ECN# in the compact layout on bits 41..10 of the 48-bit stamp: no clock registers.
    SlicedProgram, Sliced, "sliced", Sliced48
);
