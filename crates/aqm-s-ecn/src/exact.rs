//! The reconstruction.

use crate::settings::{PRESETS, SEcnParams, SEcnSettings};
use freeboard_aqm_api::{
    Aqm, Decision, Departure, FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset,
    Reason, Scope, State, Unit, Words,
};
use freeboard_fixmath::{Growth, coin};
use freeboard_units::DepthUnit;

/// S-ECN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

impl Aqm for Exact {
    #[inline(always)]
    fn on_dequeue(params: &SEcnParams, scope: Scope<'_, Self>, d: &Departure) -> Decision {
        let growth = &mut scope.queue.growth;
        growth.expire(d.now.0);
        if d.size.0 >= params.full {
            growth.sample(d.now.0, d.depth, params.gain);
        }
        if d.depth == 0 {
            growth.clear();
        }
        let probability = params.probability(growth);
        Decision::by(Reason::new(coin(d.random, probability), probability >> 16, 1))
    }

    const META: Meta = Meta {
        name: "s-ecn",
        variant: "exact",
        summary: "marks at random by the queue's growth (a reconstruction)",
        source: "[Shan18], reconstructed",
        kind: Kind::Exact,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::NOW.union(Intrinsics::DEPTH).union(Intrinsics::SIZE).union(Intrinsics::RANDOM),
        resolution_ns: NANOSECOND,
        longest_gap_ns: Growth::OLD as u64 - 1,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("growth signals", Unit::FractionQ16)],
    };
    const PRESETS: &'static [Preset<SEcnSettings>] = PRESETS;
    type Settings = SEcnSettings;
    type Params = SEcnParams;
    type Pipe = ();
    type Port = ();
    type Queue = SEcnQueue;

    fn params(settings: &SEcnSettings, unit: DepthUnit) -> Result<SEcnParams, ParamError> {
        SEcnParams::try_new(settings, unit)
    }

    fn effective(_: &SEcnParams, settings: &SEcnSettings, field: FieldId) -> Option<u32> {
        SEcnParams::effective(settings, field)
    }
}

impl SEcnParams {
    /// Growth over link rate, Q32: one link rate is certainty, and it saturates there.
    #[inline]
    fn probability(&self, growth: &Growth) -> u32 {
        self.rate.mul_div(growth.average.max(0).cast_unsigned(), u32::MAX)
    }
}

/// State of one queue. Zero-filled is a fresh queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct SEcnQueue {
    /// Growth of the queue \[2^-16 depth units per ns\].
    pub growth: Growth,
}

impl State for SEcnQueue {
    fn canonical(&self, words: &mut Words) {
        let Growth { average, length, stamp, started } = self.growth;
        for word in [average.cast_unsigned(), length, stamp, started] {
            words.push(word);
        }
    }
}
