//! CoDel in the arithmetic of Linux: 1.024 us ticks, 16-bit inverse root, one Newton step per count.

use crate::episode::{MEMORY_INTERVALS, Phase, guard};
use crate::params::{CodelSettings, EXACT};
use crate::rfc8289::META;
use freeboard_aqm_api::{
    Aqm, Decision, Departure, FieldId, Intrinsics, Meta, ParamError, Preset, Reason, Scope, Settings, State,
    Words,
};
use freeboard_fixmath::{codel_control_law, codel_newton_step};
use freeboard_units::{DepthUnit, NANOS_PER_TICK, SERIAL_HALF_RANGE, Tick32, ticks_from_nanos_floor};

/// CoDel as Linux computes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linux;

impl Aqm for Linux {
    #[inline(always)]
    fn on_dequeue(params: &LinuxParams, scope: Scope<'_, Self>, d: &Departure) -> Decision {
        let fired = scope.queue.leave(params, d);
        Decision::by(Reason::new(fired, d.sojourn, params.target.saturating_mul(NANOS_PER_TICK)))
    }

    const META: Meta = Meta {
        variant: "linux",
        summary: "CoDel in Linux's fixed point",
        source: "RFC 8289, Linux arithmetic",
        reads: META.reads.union(Intrinsics::NOW_HIGH),
        resolution_ns: NANOS_PER_TICK,
        longest_gap_ns: (SERIAL_HALF_RANGE as u64 / 2) * NANOS_PER_TICK as u64,
        ..META
    };
    const PRESETS: &'static [Preset<CodelSettings>] = EXACT;
    type Settings = CodelSettings;
    type Params = LinuxParams;
    type Pipe = ();
    type Port = ();
    type Queue = LinuxQueue;

    fn params(settings: &CodelSettings, unit: DepthUnit) -> Result<LinuxParams, ParamError> {
        settings.check()?;
        Ok(LinuxParams {
            target: ticks_from_nanos_floor(settings.target),
            interval: ticks_from_nanos_floor(settings.interval),
            guard: guard(settings.mtu, unit),
            ecn: settings.ecn != 0,
        })
    }

    fn effective(params: &LinuxParams, settings: &CodelSettings, field: FieldId) -> Option<u32> {
        match field {
            CodelSettings::target => Some(params.target.saturating_mul(NANOS_PER_TICK)),
            CodelSettings::interval => Some(params.interval.saturating_mul(NANOS_PER_TICK)),
            _ => settings.get(field),
        }
    }
}

/// Time of the departure and sojourn time in ticks. Linux subtracts two stamps that are ticks already, so the
/// enqueue stamp is rebuilt before it is truncated.
#[inline(always)]
fn ticks(d: &Departure) -> (Tick32, u32) {
    let departure = (u64::from(d.now_high) << 32) | u64::from(d.now.0);
    let arrival = departure.wrapping_sub(u64::from(d.sojourn));
    let now = Tick32((departure >> 10) as u32);
    (now, now.since(Tick32((arrival >> 10) as u32)))
}

impl LinuxQueue {
    /// Does the queue stand above target, and is a signal due?
    #[inline(always)]
    fn leave(&mut self, params: &LinuxParams, d: &Departure) -> bool {
        let (now, sojourn) = ticks(d);
        if sojourn < params.target || d.depth <= params.guard {
            // Most packets of a calm queue: nothing is in force.
            if self.phase.bits() == 0 {
                return false;
            }
            self.phase.remove(Phase::RUNNING);
        } else if !self.phase.contains(Phase::RUNNING) {
            self.phase.insert(Phase::RUNNING);
            self.first_above = now.plus(params.interval);
        } else if now.is_after(self.first_above) {
            // Asked of every packet, as in Linux: a run of half the clock's range (37 minutes) no longer stands.
            return self.is_due(params, now);
        }
        self.rest(params, now);
        false
    }

    /// A packet behind which the queue stands: is it signalled?
    #[inline(always)]
    fn is_due(&mut self, params: &LinuxParams, now: Tick32) -> bool {
        if !self.phase.contains(Phase::SIGNALLING) {
            self.forget_old(params, now);
            self.enter(params, now);
            return true;
        }
        // The packet behind the one that was dropped stands too: the schedule stays where it moved to.
        self.phase.remove(Phase::DROPPED);
        if !now.is_at_or_after(self.next) {
            return false;
        }
        self.count = self.count.saturating_add(1);
        self.inv_sqrt = codel_newton_step(self.inv_sqrt, self.count);
        self.next = self.next.plus(codel_control_law(params.interval, self.inv_sqrt));
        if !params.ecn {
            self.phase.insert(Phase::DROPPED);
        }
        true
    }

    /// A packet behind which the queue does not stand: no signal, and an episode ends.
    #[inline(always)]
    fn rest(&mut self, params: &LinuxParams, now: Tick32) {
        self.forget_old(params, now);
        if self.phase.contains(Phase::DROPPED) {
            // The schedule must not have moved on for the packet dropped last (RFC 8289 §5.5).
            let moved = codel_control_law(params.interval, self.inv_sqrt);
            self.next = Tick32(self.next.0.wrapping_sub(moved));
        }
        self.phase.end();
    }

    #[inline(always)]
    fn enter(&mut self, params: &LinuxParams, now: Tick32) {
        if let Some(count) = self.phase.enter(self.count, self.last_count) {
            // The register still holds the last episode's root, so one step from it does not collapse.
            self.count = count;
            self.inv_sqrt = codel_newton_step(self.inv_sqrt, self.count);
        } else {
            self.count = 1;
            self.inv_sqrt = INV_SQRT_ONE;
        }
        self.last_count = self.count;
        self.next = now.plus(codel_control_law(params.interval, self.inv_sqrt));
    }

    /// Drops the memory of an episode 16 intervals after its next signal was due.
    ///
    /// At every packet, not at the next entry as in Linux: there the age is asked for after any silence, and
    /// half a range of ticks (37 minutes) of calm traffic later an old episode reads as a recent one.
    #[inline(always)]
    fn forget_old(&mut self, params: &LinuxParams, now: Tick32) {
        if self.phase.contains(Phase::REMEMBERED) {
            // 16 times 120 ms are 2 million ticks.
            let memory = params.interval.wrapping_mul(MEMORY_INTERVALS).cast_signed();
            if now.signed_since(self.next) >= memory {
                self.phase.remove(Phase::REMEMBERED);
            }
        }
    }
}

/// 1/sqrt(1) in Q0.16: all ones, so the first interval is one tick short.
const INV_SQRT_ONE: u16 = u16::MAX;

/// State of one queue. Zero-filled is a fresh queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct LinuxQueue {
    /// End of the first interval of the run above target.
    pub first_above: Tick32,
    /// When the next signal is due.
    pub next: Tick32,
    /// Signals in this episode, saturating.
    pub count: u32,
    /// Count at the start of this or the latest episode.
    pub last_count: u32,
    /// 1/sqrt(count) in Q0.16.
    pub inv_sqrt: u16,
    /// Fields of the state that are in force.
    pub phase: Phase,
}

impl State for LinuxQueue {
    fn canonical(&self, words: &mut Words) {
        let episode = self.phase.has_episode();
        words.push(if self.phase.is_counting() { self.first_above.0 } else { 0 });
        for word in [self.next.0, self.count, self.last_count, u32::from(self.inv_sqrt)] {
            words.push(if episode { word } else { 0 });
        }
        words.push(self.phase.bits());
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for LinuxQueue {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "next {} count {} phase {}", self.next, self.count, self.phase.bits());
    }
}

/// Parameters in ticks and depth units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct LinuxParams {
    /// Sojourn time from which on a queue stands \[ticks\].
    pub target: u32,
    /// How long it may stand \[ticks\].
    pub interval: u32,
    /// Depth up to which nothing is signalled \[depth units\].
    pub guard: u32,
    /// Signals are marks.
    pub ecn: bool,
}
