//! CEDM with both its tests.

use crate::ring::Ring;
use crate::settings::{CedmParams, CedmSettings, PRESETS};
use freeboard_aqm_api::{
    Aqm, Arrival, Decision, Departure, FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct,
    ParamError, Preset, Reason, Scope, State, Unit, Words,
};
use freeboard_fixmath::Growth;
use freeboard_units::{DepthUnit, Nanos32};

/// CEDM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

impl Aqm for Exact {
    #[inline(always)]
    fn on_enqueue(params: &CedmParams, scope: Scope<'_, Self>, a: &Arrival) -> Decision {
        let markable = a.size.0 > params.small;
        let full = a.depth >= params.k2;
        let grows = scope.queue.growth.average >= 0;
        scope.queue.tentative.push(markable && grows && !full && a.depth >= params.k1);
        Decision::by(Reason::new(markable && full, a.depth, params.k2).counted_in(params.unit))
    }

    #[inline(always)]
    fn on_dequeue(params: &CedmParams, scope: Scope<'_, Self>, d: &Departure) -> Decision {
        let CedmQueue { growth, tentative } = scope.queue;
        growth.expire(d.now.0);
        if d.size.0 >= params.full {
            growth.sample(d.now.0, d.depth, params.gain);
        }
        let confirmed = tentative.pop() && d.depth >= params.k1 && growth.average >= 0;
        if d.depth == 0 {
            growth.clear();
            tentative.clear();
        }
        let full = d.depth >= params.k2 && d.size.0 > params.small;
        Decision::either(
            Reason::new(full, d.depth, params.k2).counted_in(params.unit),
            Reason::new(confirmed && !full, d.depth, params.k1).counted_in(params.unit),
        )
    }

    /// A queue that is held back keeps the marks of the packets in it; one that is empty has none.
    #[inline]
    fn on_idle(_: &CedmParams, scope: Scope<'_, Self>, _: Nanos32) {
        scope.queue.growth.clear();
    }

    const META: Meta = Meta {
        name: "cedm",
        variant: "exact",
        summary: "marks where the queue is long and growing, at both ends",
        source: "[Shan17]",
        kind: Kind::Exact,
        hooks: Hooks::ENQUEUE.union(Hooks::DEQUEUE),
        reads: Intrinsics::NOW.union(Intrinsics::DEPTH).union(Intrinsics::SIZE),
        resolution_ns: NANOSECOND,
        longest_gap_ns: Growth::OLD as u64 - 1,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("upper threshold signals", Unit::Bytes), ("growth signals", Unit::Bytes)],
    };
    const PRESETS: &'static [Preset<CedmSettings>] = PRESETS;
    type Settings = CedmSettings;
    type Params = CedmParams;
    type Pipe = ();
    type Port = ();
    type Queue = CedmQueue;

    fn params(settings: &CedmSettings, unit: DepthUnit) -> Result<CedmParams, ParamError> {
        CedmParams::try_new(settings, unit)
    }

    fn effective(params: &CedmParams, settings: &CedmSettings, field: FieldId) -> Option<u32> {
        params.effective(settings, field)
    }
}

/// State of one queue. Zero-filled is a fresh queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct CedmQueue {
    /// Growth of the queue \[2^-16 depth units per ns\].
    pub growth: Growth,
    /// Which of its packets found it long and growing.
    pub tentative: Ring,
}

impl State for CedmQueue {
    fn canonical(&self, words: &mut Words) {
        let Growth { average, length, stamp, started } = self.growth;
        for word in [average.cast_unsigned(), length, stamp, started] {
            words.push(word);
        }
        self.tentative.canonical(words);
    }
}
