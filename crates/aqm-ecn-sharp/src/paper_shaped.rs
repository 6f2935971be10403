//! The paper-shaped layout: one register per variable of Algorithm 1.

use crate::compact::{meta, reasons};
use crate::params::{EcnSharpSettings, PipelineParams};
use crate::presets::PIPELINE;
use crate::tables::{MarkingNext, MarkingState};
use freeboard_aqm_api::{FieldId, Meta, ParamError, Preset, State, Words};
use freeboard_dataplane::blocks::FirstAbove;
use freeboard_dataplane::clock::{Clock, Emulated22x10};
use freeboard_dataplane::{Hw, Layout, Mark, Metadata, NoRegisters, Pair, Pass, Ports, Program, registers};
use freeboard_units::DepthUnit;

/// ECN# in the layout of the paper's prototype.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaperShapedProgram;

impl Program for PaperShapedProgram {
    #[inline(always)]
    fn mark<H: Hw>(
        h: &mut H,
        params: &PipelineParams,
        ports: Ports<'_, Self, H>,
        m: &Metadata<H>,
    ) -> Mark<H> {
        let queue = ports.queue;
        let room = params.ins_limit.saturating_sub(m.sojourn).named("room");
        let slack = params.pst_target.saturating_sub(m.sojourn).named("slack");
        let held = h.stateful(queue.first_above, &params.first_above, [slack.nonzero()], m.now, m.now);
        let held = held.named("held");
        let marking = h
            .stateful(queue.marking_state, &freeboard_dataplane::Rows([]), [], held, held)
            .named("was_marking");
        let key = [held.nonzero(), marking.nonzero()];
        let due = h.stateful(queue.marking_next, &params.marking, key, m.now, m.now).named("due");
        reasons(params, (!room.nonzero(), due.nonzero()), m)
    }

    const META: Meta = meta("paper-shaped", Emulated22x10::READS, Emulated22x10::LONGEST_GAP_NS);
    const PRESETS: &'static [Preset<EcnSharpSettings>] = PIPELINE;
    type Settings = EcnSharpSettings;
    type Params = PipelineParams;

    fn params(settings: &EcnSharpSettings, _: DepthUnit) -> Result<PipelineParams, ParamError> {
        PipelineParams::try_new(settings)
    }

    fn effective(params: &PipelineParams, settings: &EcnSharpSettings, field: FieldId) -> Option<u32> {
        params.effective(settings, field)
    }
}

registers! {
    /// Registers per queue of the paper-shaped layout.
    pub struct PaperQueue, PaperPorts {
        /// Deadline of the run above `pst_target`, and whether one runs.
        first_above: FirstAbove,
        /// 1 while a marking episode is under way.
        marking_state: MarkingState,
        /// `marking_next`, and the upcoming `marking_count`.
        marking_next: MarkingNext,
    }
}

impl State for PaperQueue {
    fn canonical(&self, words: &mut Words) {
        FirstAbove::canonical(self.first_above, words);
        words.push(self.marking_state);
        let next = if self.marking_state == 0 { Pair::default() } else { self.marking_next };
        words.push(next.lo);
        words.push(next.hi);
    }
}

/// ECN# in the layout of the paper's prototype.
pub type PaperShaped = Pass<PaperShapedProgram>;

impl Layout for PaperShapedProgram {
    type Clock = Emulated22x10;
    type Pipe = NoRegisters;
    type Port = NoRegisters;
    type Queue = PaperQueue;
}
