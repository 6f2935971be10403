//! CoDel as RFC 8289 §5 has it, in nanoseconds, with an exact inverse square root.

use crate::episode::{MEMORY_INTERVALS, Phase, guard};
use crate::params::{CodelSettings, EXACT};
use freeboard_aqm_api::{
    Aqm, Decision, Departure, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Reason,
    Scope, Settings, State, Unit, Words,
};
use freeboard_fixmath::{CODEL_NEAR, codel_interval};
use freeboard_units::{DepthUnit, Nanos32};

/// CoDel after RFC 8289.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rfc8289;

impl Aqm for Rfc8289 {
    #[inline(always)]
    fn on_dequeue(params: &RfcParams, scope: Scope<'_, Self>, d: &Departure) -> Decision {
        let fired = scope.queue.leave(params, d);
        Decision::by(Reason::new(fired != 0, d.sojourn, params.settings.target))
    }

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
}

impl RfcQueue {
    /// RFC 8289 §5.5 and §5.6: has the queue stood above target for an interval, and is a signal due? 1 or 0.
    // A word, so that a hook can end with a call and needs no stack of its own.
    #[inline(always)]
    fn leave(&mut self, params: &RfcParams, d: &Departure) -> u32 {
        let settings = &params.settings;
        if d.sojourn < settings.target || d.depth <= params.guard {
            // Most packets of a calm queue: nothing is in force.
            if self.phase.bits() == 0 {
                return 0;
            }
            self.phase.remove(Phase::RUNNING | Phase::STANDING);
        } else if self.stands(settings, d.now) {
            return self.signal(settings, d.now);
        }
        self.rest(settings, d.now)
    }

    /// A packet above target: has the run lasted for an interval?
    #[inline(always)]
    fn stands(&mut self, settings: &CodelSettings, now: Nanos32) -> bool {
        if self.phase.contains(Phase::STANDING) {
            return true;
        }
        if !self.phase.contains(Phase::RUNNING) {
            self.phase.insert(Phase::RUNNING);
            self.first_above = now.plus(settings.interval);
            return false;
        }
        let stands = now.is_at_or_after(self.first_above);
        if stands {
            self.phase.insert(Phase::STANDING);
        }
        stands
    }

    /// A packet behind which the queue stands: is it signalled?
    #[inline(always)]
    fn signal(&mut self, settings: &CodelSettings, now: Nanos32) -> u32 {
        let from = if self.phase.contains(Phase::SIGNALLING) {
            // The packet behind the one that was dropped stands too: the schedule stays where it moved to.
            self.phase.remove(Phase::DROPPED);
            if !now.is_at_or_after(self.next) {
                return 0;
            }
            if settings.ecn == 0 {
                self.phase.insert(Phase::DROPPED);
            }
            self.count = self.count.saturating_add(1);
            self.lagging(now)
        } else {
            // Soon after the last episode, this one resumes at the rate that controlled the queue then.
            self.forget_old(settings, now);
            self.count = self.phase.enter(self.count, self.last_count).unwrap_or(1);
            self.last_count = self.count;
            now
        };
        if self.count >= CODEL_NEAR {
            return self.reschedule(settings.interval, from, false);
        }
        self.next = from.plus(codel_interval(settings.interval, self.count));
        1
    }

    /// The end of [`Self::signal`] for large counts, or of [`Self::rest`]: moves the schedule on from a time, or back.
    #[cold]
    #[inline(never)]
    fn reschedule(&mut self, interval: u32, from: Nanos32, back: bool) -> u32 {
        let interval = codel_interval(interval, self.count);
        self.next = if back { Nanos32(from.0.wrapping_sub(interval)) } else { from.plus(interval) };
        u32::from(!back)
    }

    /// A packet behind which the queue does not stand: no signal, and an episode ends.
    #[inline(always)]
    fn rest(&mut self, settings: &CodelSettings, now: Nanos32) -> u32 {
        self.forget_old(settings, now);
        let dropped = self.phase.contains(Phase::DROPPED);
        self.phase.end();
        // The schedule must not have moved on for the packet dropped last (RFC 8289 §5.5).
        if dropped { self.reschedule(settings.interval, self.next, true) } else { 0 }
    }

    /// Drops the memory of an episode 16 intervals after its next signal was due.
    ///
    /// Measured from one interval before that time, and as far as a stamp may be late before it: never in the
    /// future, so that the age is an unsigned difference, right for 2.2 s of silence beyond the 17 intervals
    /// (2.04 s at most).
    #[inline(always)]
    fn forget_old(&mut self, settings: &CodelSettings, now: Nanos32) {
        if self.phase.contains(Phase::REMEMBERED) {
            // An interval is 120 ms at most: 17 and the lateness are below 2^31.
            let before = settings.interval.wrapping_add(LATE_MAX_NS);
            let from = Nanos32(self.next.0.wrapping_sub(before));
            let memory = settings.interval.wrapping_mul(MEMORY_INTERVALS).wrapping_add(before);
            if now.since(from) >= memory {
                self.phase.remove(Phase::REMEMBERED);
            }
        }
    }

    /// The time that was due, at most [`LAG_MAX_NS`] ago.
    #[inline(always)]
    fn lagging(&self, now: Nanos32) -> Nanos32 {
        if now.since(self.next) > LAG_MAX_NS { Nanos32(now.0.wrapping_sub(LAG_MAX_NS)) } else { self.next }
    }
}

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
    /// Fields of the state that are in force.
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
