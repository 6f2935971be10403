//! CoDel as RFC 8289 §5 has it, in nanoseconds, with an exact inverse square root.

use crate::episode::{MEMORY_INTERVALS, Phase, Run, Step, guard};
use crate::params::{CodelSettings, EXACT};
use freeboard_aqm_api::{
    Aqm, Decision, Departure, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Reason,
    Scope, Settings, State, Unit, Words,
};
use freeboard_fixmath::scaled_inv_sqrt;
use freeboard_units::{DepthUnit, Nanos32};

/// The farthest a schedule may lag behind the clock \[ns\]: a quarter of the range, so that lag and the
/// longest gap together stay within serial comparison. Chosen by us.
const LAG_MAX_NS: u32 = 1 << 30;

/// The farthest a stamp may lie before an earlier one \[ns\], 1 ms: several parsers feed one queue. Chosen by us.
const LATE_MAX_NS: u32 = 1 << 20;

/// State of one queue. Zero-filled is a fresh queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct RfcQueue {
    /// End of the first interval of the run above target (`first_above_time_`).
    pub first_above: Nanos32,
    /// When the next signal is due (`drop_next_`).
    pub next: Nanos32,
    /// Signals in this episode (`count_`), saturating.
    pub count: u32,
    /// Count at the start of this or the latest episode (`lastcount_`).
    pub last_count: u32,
    /// What of the above is in force.
    pub phase: Phase,
}

impl State for RfcQueue {
    fn canonical(&self, words: &mut Words) {
        let episode = self.phase.has_episode();
        words.push(if self.phase.is_counting() { self.first_above.0 } else { 0 });
        for word in [self.next.0, self.count, self.last_count] {
            words.push(if episode { word } else { 0 });
        }
        words.push(self.phase.bits());
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for RfcQueue {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "next {} count {} phase {}", self.next, self.count, self.phase.bits());
    }
}

/// Parameters: the settings, checked, and the backlog guard in depth units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct RfcParams {
    settings: CodelSettings,
    guard: u32,
}

/// CoDel after RFC 8289.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rfc8289;

/// Of this variant; another one says where it differs.
pub(crate) const META: Meta = Meta {
    name: "codel",
    variant: "rfc8289",
    summary: "signals a standing queue at intervals that shrink with the root of their count",
    source: "RFC 8289",
    kind: Kind::Exact,
    hooks: Hooks::DEQUEUE,
    reads: Intrinsics::NOW.union(Intrinsics::SOJOURN).union(Intrinsics::DEPTH),
    resolution_ns: NANOSECOND,
    longest_gap_ns: LAG_MAX_NS as u64 - 1,
    control_period_ns: 0,
    not_ect: NotEct::Drop,
    drops: Hooks::empty(),
    triggers: &[("signals", Unit::Nanos)],
};

impl Aqm for Rfc8289 {
    const META: Meta = META;
    const PRESETS: &'static [Preset<CodelSettings>] = EXACT;
    type Settings = CodelSettings;
    type Params = RfcParams;
    type Pipe = ();
    type Port = ();
    type Queue = RfcQueue;

    fn params(settings: &CodelSettings, unit: DepthUnit) -> Result<RfcParams, ParamError> {
        settings.check()?;
        Ok(RfcParams { settings: *settings, guard: guard(settings.mtu, unit) })
    }

    #[inline(always)]
    fn on_dequeue(params: &RfcParams, scope: Scope<'_, Self>, d: &Departure) -> Decision {
        let standing = scope.queue.track(params, d);
        let fired = scope.queue.signal(&params.settings, d.now, standing);
        Decision::by(Reason::new(fired, d.sojourn, params.settings.target))
    }
}

impl RfcQueue {
    /// RFC 8289 §5.6, `dodequeue`: has the queue stood above target for an interval?
    #[inline]
    fn track(&mut self, params: &RfcParams, d: &Departure) -> bool {
        let above = d.sojourn >= params.settings.target && d.depth > params.guard;
        match self.phase.track(above) {
            Run::Below => return false,
            Run::Starts => self.first_above = d.now.plus(params.settings.interval),
            Run::Goes if d.now.is_at_or_after(self.first_above) => self.phase.insert(Phase::STANDING),
            Run::Goes => {}
        }
        self.phase.contains(Phase::STANDING)
    }

    /// RFC 8289 §5.5, `deque`: is a signal due?
    #[inline]
    fn signal(&mut self, settings: &CodelSettings, now: Nanos32, standing: bool) -> bool {
        self.forget_old(settings, now);
        if self.phase.takes_back(standing) {
            self.next = Nanos32(self.next.0.wrapping_sub(scaled_inv_sqrt(settings.interval, self.count)));
        }
        let step = self.phase.step(standing, now.is_at_or_after(self.next));
        match step {
            Step::Rests => {}
            Step::Enters => self.enter(settings, now),
            Step::Repeats => {
                self.count = self.count.saturating_add(1);
                self.next = self.lagging(now).plus(scaled_inv_sqrt(settings.interval, self.count));
                self.phase.set(Phase::DROPPED, settings.ecn == 0);
            }
        }
        step != Step::Rests
    }

    /// Starts an episode; soon after the last one it resumes at the rate that controlled the queue then.
    #[inline]
    fn enter(&mut self, settings: &CodelSettings, now: Nanos32) {
        self.count = self.phase.enter(self.count, self.last_count).unwrap_or(1);
        self.last_count = self.count;
        self.next = now.plus(scaled_inv_sqrt(settings.interval, self.count));
    }

    /// Drops the memory of an episode 16 intervals after its next signal was due.
    ///
    /// Measured from one interval before that time, and as far as a stamp may be late before it: never in the
    /// future, so that the age is an unsigned difference, right for 2.2 s of silence beyond the 17 intervals
    /// (2.04 s at most).
    #[inline]
    fn forget_old(&mut self, settings: &CodelSettings, now: Nanos32) {
        let before = settings.interval.saturating_add(LATE_MAX_NS);
        let from = Nanos32(self.next.0.wrapping_sub(before));
        let memory = settings.interval.saturating_mul(MEMORY_INTERVALS).saturating_add(before);
        if self.phase.contains(Phase::REMEMBERED) && now.since(from) >= memory {
            self.phase.remove(Phase::REMEMBERED);
        }
    }

    /// The time that was due, at most [`LAG_MAX_NS`] ago.
    #[inline]
    fn lagging(&self, now: Nanos32) -> Nanos32 {
        if now.since(self.next) > LAG_MAX_NS { Nanos32(now.0.wrapping_sub(LAG_MAX_NS)) } else { self.next }
    }
}
