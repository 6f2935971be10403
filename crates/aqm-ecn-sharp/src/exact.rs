//! ECN# in nanoseconds, without the pipeline's limits.

use crate::params::{Due, ExactSettings, Reschedule};
use crate::presets::EXACT;
use freeboard_aqm_api::{
    Aqm, Decision, Departure, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Reason,
    Scope, Settings, State, Unit, Words,
};
use freeboard_fixmath::scaled_inv_sqrt;
use freeboard_units::{DepthUnit, Nanos32};

/// ECN# with exact interval/sqrt(count) in ns and both published reschedulings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

impl Aqm for Exact {
    #[inline(always)]
    fn on_dequeue(params: &ExactParams, scope: Scope<'_, Self>, d: &Departure) -> Decision {
        let burst = d.sojourn > params.0.ins_target;
        // Both parts always run: the persistent state moves on even where the burst already marks.
        let standing = scope.queue.track(&params.0, d);
        let persistent = scope.queue.schedule(&params.0, d.now, standing);
        Decision::either(
            Reason::new(burst, d.sojourn, params.0.ins_target.saturating_add(1)),
            Reason::new(persistent, d.sojourn, params.0.pst_target),
        )
    }

    const META: Meta = Meta {
        name: "ecn-sharp",
        variant: "exact",
        summary: "marks bursts and standing queues by sojourn time",
        source: "[Zhang19]",
        kind: Kind::Exact,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::NOW.union(Intrinsics::SOJOURN).union(Intrinsics::DEPTH),
        resolution_ns: NANOSECOND,
        longest_gap_ns: LAG_MAX_NS as u64 - 1,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("instantaneous signals", Unit::Nanos), ("persistent signals", Unit::Nanos)],
    };
    const PRESETS: &'static [Preset<ExactSettings>] = EXACT;
    type Settings = ExactSettings;
    type Params = ExactParams;
    type Pipe = ();
    type Port = ();
    type Queue = ExactQueue;

    fn params(settings: &ExactSettings, _: DepthUnit) -> Result<ExactParams, ParamError> {
        settings.check()?;
        Ok(ExactParams(*settings))
    }
}

impl ExactQueue {
    /// Algorithm 1, detection: has the sojourn time stayed at or above `pst_target` for `pst_interval`?
    #[inline]
    fn track(&mut self, settings: &ExactSettings, d: &Departure) -> bool {
        let forget = settings.idle_reset != 0 && d.depth == 0;
        if d.sojourn < settings.pst_target || forget {
            self.phase.remove(Phase::RUNNING | Phase::STANDING);
            return false;
        }
        if !self.phase.contains(Phase::RUNNING) {
            self.deadline = d.now.plus(settings.pst_interval);
            self.phase.insert(Phase::RUNNING);
            return false;
        }
        if d.now.is_after(self.deadline) {
            self.phase.insert(Phase::STANDING);
        }
        self.phase.contains(Phase::STANDING)
    }

    /// Algorithm 1, marking: at intervals of `pst_interval`/sqrt(count) while the queue stands.
    #[inline]
    fn schedule(&mut self, settings: &ExactSettings, now: Nanos32, standing: bool) -> bool {
        if !standing {
            self.phase.remove(Phase::MARKING);
            return false;
        }
        if !self.phase.contains(Phase::MARKING) {
            self.phase.insert(Phase::MARKING);
            self.count = 1;
            self.next = now.plus(settings.pst_interval);
            return true;
        }
        let due =
            if settings.due == Due::After { now.is_after(self.next) } else { now.is_at_or_after(self.next) };
        if due {
            self.count = self.count.saturating_add(1);
            let from = if settings.reschedule == Reschedule::Schedule { self.lagging(now) } else { now };
            self.next = from.plus(scaled_inv_sqrt(settings.pst_interval, self.count));
        }
        due
    }

    /// The time that was due, at most [`LAG_MAX_NS`] ago.
    #[inline]
    fn lagging(&self, now: Nanos32) -> Nanos32 {
        if now.since(self.next) > LAG_MAX_NS { Nanos32(now.0.wrapping_sub(LAG_MAX_NS)) } else { self.next }
    }
}

bitflags::bitflags! {
    /// State of a queue in Algorithm 1.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Phase: u32 {
        /// Sojourn times are at or above `pst_target`; `deadline` counts.
        const RUNNING = 1;
        /// They have been for longer than `pst_interval`; `deadline` no longer matters, however long it lasts.
        const STANDING = 2;
        /// A marking episode is under way; `next` and `count` count.
        const MARKING = 4;
    }
}

/// State of one queue. Zero-filled is a fresh queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct ExactQueue {
    /// End of the first `pst_interval` of the run above `pst_target`.
    pub deadline: Nanos32,
    /// `marking_next`: when the next persistent mark is due.
    pub next: Nanos32,
    /// `marking_count`: persistent marks of this episode, saturating.
    pub count: u32,
    /// Fields of the state that are in force.
    pub phase: Phase,
}

impl State for ExactQueue {
    fn canonical(&self, words: &mut Words) {
        let counting = self.phase.contains(Phase::RUNNING) && !self.phase.contains(Phase::STANDING);
        let marking = self.phase.contains(Phase::MARKING);
        words.push(if counting { self.deadline.0 } else { 0 });
        words.push(if marking { self.next.0 } else { 0 });
        words.push(if marking { self.count } else { 0 });
        words.push(self.phase.bits());
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for ExactQueue {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(
            f,
            "deadline {} next {} count {} phase {}",
            self.deadline,
            self.next,
            self.count,
            self.phase.bits()
        );
    }
}

/// Parameters of the exact variant: its settings, checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct ExactParams(ExactSettings);

/// The farthest a schedule may lag behind the clock \[ns\]: a quarter of the range, so that lag and the
/// longest gap together stay within serial comparison. Chosen by us.
const LAG_MAX_NS: u32 = 1 << 30;
