//! RED as published: an average per packet, a counter, idle time.

use crate::average::{idled, sampled};
use crate::counter::Zone;
use crate::params::{RedParams, RedSettings};
use crate::presets::EXACT;
use freeboard_aqm_api::{
    Aqm, Arrival, Decision, Departure, FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct,
    ParamError, Preset, Reason, Scope, State, Unit, Words,
};
use freeboard_units::{DepthUnit, Nanos32, SERIAL_HALF_RANGE};

bitflags::bitflags! {
    /// What of a queue's state is in force.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Phase: u32 {
        /// The queue was empty at the last event; `idle_since` counts.
        const IDLE = 1;
        /// The average was at or above kmin at the last packet; `count` counts.
        const ABOVE = 2;
    }
}

/// State of one queue. Zero-filled is a fresh queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct RedQueue {
    /// Average length in depth units, Q32.16: its low word. Two words, for 32-bit cores.
    pub average_low: u32,
    /// Its high word.
    pub average_high: u32,
    /// When the queue ran empty, or the last packet found it so.
    pub idle_since: Nanos32,
    /// Packets, or bytes, since the last signal; saturating.
    pub count: u32,
    /// What of the above is in force.
    pub phase: Phase,
}

impl State for RedQueue {
    fn canonical(&self, words: &mut Words) {
        words.push(self.average_low);
        words.push(self.average_high);
        words.push(if self.phase.contains(Phase::IDLE) { self.idle_since.0 } else { 0 });
        words.push(if self.phase.contains(Phase::ABOVE) { self.count } else { 0 });
        words.push(self.phase.bits());
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for RedQueue {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "average {} count {} phase {}", self.average() >> 16, self.count, self.phase.bits());
    }
}

/// RED with an exact average and an exact counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

impl Aqm for Exact {
    const META: Meta = Meta {
        name: "red",
        variant: "exact",
        summary: "marks at random by the average queue length",
        source: "[Floyd93]",
        kind: Kind::Exact,
        hooks: Hooks::ENQUEUE.union(Hooks::DEQUEUE),
        reads: Intrinsics::NOW.union(Intrinsics::DEPTH).union(Intrinsics::SIZE).union(Intrinsics::RANDOM),
        resolution_ns: NANOSECOND,
        longest_gap_ns: SERIAL_HALF_RANGE as u64 - 1,
        control_period_ns: 0,
        not_ect: NotEct::Drop,
        drops: Hooks::empty(),
        triggers: &[("early marks", Unit::Bytes), ("forced marks", Unit::Bytes)],
    };
    const PRESETS: &'static [Preset<RedSettings>] = EXACT;
    type Settings = RedSettings;
    type Params = RedParams;
    type Pipe = ();
    type Port = ();
    type Queue = RedQueue;

    fn params(settings: &RedSettings, unit: DepthUnit) -> Result<RedParams, ParamError> {
        RedParams::try_new(settings, unit)
    }

    fn effective(params: &RedParams, settings: &RedSettings, field: FieldId) -> Option<u32> {
        params.effective(settings, field)
    }

    #[inline(always)]
    fn on_enqueue(params: &RedParams, scope: Scope<'_, Self>, a: &Arrival) -> Decision {
        if params.at_departure {
            return Decision::FORWARD;
        }
        let fired = scope.queue.take(params, &Seen::arriving(a));
        scope.queue.decision(params, fired)
    }

    #[inline(always)]
    fn on_dequeue(params: &RedParams, scope: Scope<'_, Self>, d: &Departure) -> Decision {
        let decision = if params.at_departure {
            let fired = scope.queue.take_leaving(params, d);
            scope.queue.decision(params, fired)
        } else {
            Decision::FORWARD
        };
        if d.depth == 0 {
            scope.queue.idle_since = d.now;
            scope.queue.phase.insert(Phase::IDLE);
        }
        decision
    }
}

/// A packet and the queue that is measured with it.
#[derive(Clone, Copy, Debug)]
struct Seen {
    now: Nanos32,
    depth: u32,
    size: u32,
    random: u32,
}

impl Seen {
    #[inline]
    const fn arriving(a: &Arrival) -> Self {
        Self { now: a.now, depth: a.depth, size: a.size.0, random: a.random }
    }

    #[inline]
    const fn leaving(d: &Departure) -> Self {
        Self { now: d.now, depth: d.depth, size: d.size.0, random: d.random }
    }
}

impl RedQueue {
    /// A queue that was this long on average \[Q32.16\].
    #[must_use]
    pub const fn of(average: u64) -> Self {
        let (low, high) = ((average & 0xffff_ffff) as u32, (average >> 32) as u32);
        let idle_since = Nanos32(0);
        Self { average_low: low, average_high: high, idle_since, count: 0, phase: Phase::empty() }
    }

    /// Average length in depth units, Q32.16.
    #[inline(always)]
    #[must_use]
    pub const fn average(&self) -> u64 {
        (self.average_high as u64) << 32 | self.average_low as u64
    }

    /// The average in whole depth units.
    #[inline(always)]
    const fn length(&self) -> u32 {
        (self.average() >> 16) as u32
    }

    /// A packet where the queue is measured: whether it is signalled early, and whether by force.
    #[inline(always)]
    fn take(&mut self, params: &RedParams, seen: &Seen) -> (bool, bool) {
        self.track(params, seen);
        self.judge(params, seen)
    }

    /// The same for one that leaves; apart, so that arrivals do not pay for it.
    #[inline(never)]
    fn take_leaving(&mut self, params: &RedParams, d: &Departure) -> (bool, bool) {
        self.take(params, &Seen::leaving(d))
    }

    /// What was fired, with the average that it was for.
    #[inline(always)]
    const fn decision(&self, params: &RedParams, (early, forced): (bool, bool)) -> Decision {
        Decision::either(
            Reason::new(early, self.length(), params.kmin).counted_in(params.unit),
            Reason::new(forced, self.length(), params.kmax).counted_in(params.unit),
        )
    }

    /// The average: a decay over the time the queue was empty, then a sample.
    ///
    /// The sample after the decay is ns-2's: with whole packet times only, a queue that is empty for less than
    /// one again and again would never be forgotten.
    ///
    /// A packet that finds the queue empty may be dropped, here or behind, and then no departure says that the queue is
    /// empty still. The idle time ends with the first packet that finds another one queued.
    #[inline(always)]
    fn track(&mut self, params: &RedParams, a: &Seen) {
        let idle = self.phase.contains(Phase::IDLE) && a.depth == 0;
        let decayed = if idle {
            let silent = if a.now.is_after(self.idle_since) { a.now.since(self.idle_since) } else { 0 };
            self.idle_since = a.now;
            idled(self.average(), params.packet_time.divide(silent), params.weight)
        } else {
            self.average()
        };
        let average = sampled(decayed, a.depth, params.weight);
        (self.average_low, self.average_high) = ((average & 0xffff_ffff) as u32, (average >> 32) as u32);
        self.phase.set(Phase::IDLE, idle);
    }

    /// The decision, and the counter after it.
    #[inline(always)]
    fn judge(&mut self, params: &RedParams, a: &Seen) -> (bool, bool) {
        let first = !self.phase.contains(Phase::ABOVE);
        let (early, forced, count) = match params.zone(self.length(), a.depth) {
            Zone::Calm => {
                self.phase.remove(Phase::ABOVE);
                return (false, false);
            }
            Zone::Ramp(p) => {
                let (early, count) = params.draw(p, first, self.count, a.size, a.random);
                (early, false, count)
            }
            Zone::Full => (false, true, 0),
        };
        self.phase.insert(Phase::ABOVE);
        self.count = if early || forced { 0 } else { count };
        (early, forced)
    }
}
