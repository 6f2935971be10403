//! E-ECN as published, in exact arithmetic.

use crate::params::{ExactParams, ExactSettings, TIME_MAX};
use crate::presets::EXACT;
use freeboard_aqm_api::{
    Aqm, Arrival, Decision, FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset,
    Reason, Scope, State, Unit, Words,
};
use freeboard_units::{DepthUnit, Nanos32, SERIAL_HALF_RANGE};

/// E-ECN with an exact growth rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

impl Aqm for Exact {
    #[inline(always)]
    fn on_enqueue(params: &ExactParams, scope: Scope<'_, Self>, a: &Arrival) -> Decision {
        let queue = scope.queue;
        queue.track(params, a.now, a.depth);
        let (marked, full) = (queue.predicts(params, a.depth), a.depth >= params.limit);
        Decision::either(
            Reason::new(marked && !full, a.depth, params.limit).counted_in(params.unit),
            Reason::new(marked && full, a.depth, params.limit).counted_in(params.unit),
        )
    }

    const META: Meta = Meta {
        name: "e-ecn",
        variant: "exact",
        summary: "marks when the predicted queue length reaches K",
        source: "[Wang22]",
        kind: Kind::Exact,
        hooks: Hooks::ENQUEUE,
        reads: Intrinsics::NOW.union(Intrinsics::DEPTH),
        resolution_ns: NANOSECOND,
        longest_gap_ns: (SERIAL_HALF_RANGE - TIME_MAX) as u64 - 1,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("early signals", Unit::Bytes), ("threshold signals", Unit::Bytes)],
    };
    const PRESETS: &'static [Preset<ExactSettings>] = EXACT;
    type Settings = ExactSettings;
    type Params = ExactParams;
    type Pipe = ();
    type Port = ();
    type Queue = ExactQueue;

    fn params(settings: &ExactSettings, unit: DepthUnit) -> Result<ExactParams, ParamError> {
        ExactParams::try_new(settings, unit)
    }

    fn effective(params: &ExactParams, settings: &ExactSettings, field: FieldId) -> Option<u32> {
        params.effective(settings, field)
    }
}

impl ExactQueue {
    /// \[Wang22\] lines 5 to 8: at most once per T_i, the growth since the last update.
    #[inline]
    fn track(&mut self, params: &ExactParams, now: Nanos32, depth: u32) {
        let elapsed = now.since(self.t_last);
        if !self.phase.contains(Phase::STARTED) {
            self.phase.insert(Phase::STARTED);
        } else if now.is_at_or_after(self.t_last) && elapsed >= params.t_i {
            self.change = depth.abs_diff(self.q_last);
            self.phase.set(Phase::FALLING, depth < self.q_last);
            self.over = if params.over_window { params.t_i } else { elapsed };
        } else {
            return;
        }
        (self.t_last, self.q_last) = (now, depth);
    }

    /// Does Q + rate T_a reach K? Both sides times the time the change took, so that nothing is divided.
    #[inline]
    fn predicts(&self, params: &ExactParams, depth: u32) -> bool {
        let falling = self.phase.contains(Phase::FALLING);
        let ahead = freeboard_fixmath::mul_wide(self.change, params.t_a);
        if self.over == 0 || ahead == 0 || (falling && params.clamp) {
            return if params.above { depth > params.limit } else { depth >= params.limit };
        }
        // The distance to K that the change must bridge, or must not eat up.
        let distance = freeboard_fixmath::mul_wide(depth.abs_diff(params.limit), self.over);
        match (falling, depth >= params.limit) {
            (false, true) => true,
            (true, false) => false,
            (false, false) => ahead > distance || (ahead == distance && !params.above),
            (true, true) => ahead < distance || (ahead == distance && !params.above),
        }
    }
}

bitflags::bitflags! {
    /// Fields of a queue's state that are in force.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Phase: u32 {
        /// A packet was seen; `t_last` and `q_last` count.
        const STARTED = 1;
        /// The queue shrank over the last window: `change` is a fall.
        const FALLING = 2;
    }
}

/// State of one queue. Zero-filled is a fresh queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct ExactQueue {
    /// Time of the last update.
    pub t_last: Nanos32,
    /// Queue length at the last update.
    pub q_last: u32,
    /// Change of the length over the last window, as a magnitude.
    pub change: u32,
    /// Time that change took \[ns\]; 0 while there is no rate.
    pub over: u32,
    /// Sign and start.
    pub phase: Phase,
}

impl State for ExactQueue {
    fn canonical(&self, words: &mut Words) {
        for word in [self.t_last.0, self.q_last, self.change, self.over] {
            words.push(word);
        }
        words.push(self.phase.bits());
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for ExactQueue {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "change {} over {} phase {}", self.change, self.over, self.phase.bits());
    }
}
