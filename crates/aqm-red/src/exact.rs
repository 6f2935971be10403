//! RED as published: an average per packet, a counter, idle time.

use crate::average::Average;
use crate::params::RedParams;
use crate::presets::EXACT;
use crate::settings::RedSettings;
use freeboard_aqm_api::{
    Aqm, Arrival, Decision, Departure, FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct,
    ParamError, Preset, Reason, Scope, State, Unit, Words,
};
use freeboard_units::{DepthUnit, Nanos32, SERIAL_HALF_RANGE};

/// RED with an exact average and an exact counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

impl Aqm for Exact {
    #[inline(always)]
    fn on_enqueue(params: &RedParams, scope: Scope<'_, Self>, a: &Arrival) -> Decision {
        if params.at_arrival == 0 {
            return Decision::FORWARD;
        }
        let fired = scope.queue.take(a.now, params, a.depth, a.size.0, a.random);
        scope.queue.decision(params, fired)
    }

    #[inline(always)]
    fn on_dequeue(params: &RedParams, scope: Scope<'_, Self>, d: &Departure) -> Decision {
        if params.at_arrival == 0 {
            let fired = scope.queue.take_leaving(d.now, params, d.depth, d.size.0, d.random);
            return scope.queue.decision(params, fired);
        }
        scope.queue.leave(d.now, d.depth);
        Decision::FORWARD
    }

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
        triggers: &[("early signals", Unit::Bytes), ("forced signals", Unit::Bytes)],
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
}

impl RedQueue {
    /// A packet where the queue is measured, of `depth` units: 1 where it is signalled, else 0. Both hooks share the code.
    // A word, so that the hook can end with the call.
    #[inline(never)]
    fn take(&mut self, now: Nanos32, params: &RedParams, depth: u32, size: u32, random: u32) -> u32 {
        self.track(params, now, depth);
        if self.length < params.kmin || depth < params.unguarded {
            self.above = 0;
            return 0;
        }
        let p = if self.length < params.kmax {
            params.ramp.of(self.length.wrapping_sub(params.kmin))
        } else if self.length < params.full {
            params.p_max.wrapping_add(params.gentle_ramp.of(self.length.wrapping_sub(params.kmax)))
        } else {
            self.above = 1;
            return self.signal(params);
        };
        if params.spacing.packets == 0 {
            return self.take_bytes(params, p, size, random);
        }
        if self.above == 0 {
            return self.begin(params, p, random);
        }
        let number = self.count.wrapping_add(params.spacing.step);
        if params.spacing.draws(p, number, random) {
            return self.signal(params);
        }
        self.count = number;
        0
    }

    /// The end of [`Self::take`] for the first packet above kmin.
    #[inline(always)]
    const fn begin(&mut self, params: &RedParams, p: u32, random: u32) -> u32 {
        self.above = 1;
        if params.arm {
            self.count = params.spacing.armed();
            return 0;
        }
        if params.spacing.draws_first(p, random) {
            return self.signal(params);
        }
        self.count = 0;
        0
    }

    #[inline(always)]
    const fn signal(&mut self, params: &RedParams) -> u32 {
        self.count = params.spacing.restart;
        1
    }

    /// The end of [`Self::take`] where bytes are counted.
    #[cold]
    #[inline(never)]
    fn take_bytes(&mut self, params: &RedParams, p: u32, size: u32, random: u32) -> u32 {
        let first = core::mem::replace(&mut self.above, 1) == 0;
        if first && params.arm {
            self.count = size;
            return 0;
        }
        let count = if first { None } else { Some(self.count) };
        let (fired, count) = params.spacing.draw_bytes(p, count, size, random);
        self.count = if fired { 0 } else { count };
        u32::from(fired)
    }

    /// [`Self::take`] of a packet that leaves.
    #[cold]
    #[inline(never)]
    fn take_leaving(&mut self, now: Nanos32, params: &RedParams, depth: u32, size: u32, random: u32) -> u32 {
        let fired = self.take(now, params, depth, size, random);
        self.leave(now, depth);
        fired
    }

    /// A packet leaves this behind.
    #[inline(always)]
    const fn leave(&mut self, now: Nanos32, depth: u32) {
        if depth == 0 {
            self.idle_since = now;
            self.idle = 1;
        }
    }

    /// The decision, with the average that it was for: from `full` on by force.
    #[inline(always)]
    const fn decision(&self, params: &RedParams, fired: u32) -> Decision {
        let (fired, forced) = (fired != 0, self.length >= params.full);
        Decision::either(
            Reason::new(fired & !forced, self.length, params.kmin).counted_in(params.unit),
            Reason::new(fired & forced, self.length, params.kmax).counted_in(params.unit),
        )
    }

    /// The average: a decay over the time the queue was empty, and a sample.
    ///
    /// The sample with the decay is ns-2's.
    ///
    /// A packet that finds the queue empty may be dropped, here or behind, and then no departure says that the queue is
    /// empty still. The idle time ends with the first packet that finds another one queued.
    #[inline(always)]
    fn track(&mut self, params: &RedParams, now: Nanos32, depth: u32) {
        let average = Average { whole: self.length, fraction: self.fraction };
        let average = if depth == 0 {
            self.track_empty(params, now, average)
        } else {
            self.idle = 0;
            average.sampled(depth, params.weight)
        };
        (self.length, self.fraction) = (average.whole, average.fraction);
    }

    /// The average behind a packet that finds the queue empty.
    #[inline(always)]
    fn track_empty(&mut self, params: &RedParams, now: Nanos32, average: Average) -> Average {
        if self.idle == 0 {
            return average.sampled(0, params.weight);
        }
        let silent = now.since(self.idle_since);
        self.idle_since = now;
        if silent < params.decay.cutoff {
            params.decay.idled(average, silent, params.weight)
        } else if silent.cast_signed() >= 0 {
            Average::NONE
        } else {
            // A stamp from before the queue ran empty.
            average.sampled(0, params.weight)
        }
    }

    /// A queue that was this long on average \[Q32.16\].
    #[must_use]
    pub const fn of(average: u64) -> Self {
        let (length, fraction) = ((average >> 16 & 0xffff_ffff) as u32, (average & 0xffff) as u16);
        Self { length, idle_since: Nanos32(0), count: 0, fraction, idle: 0, above: 0 }
    }

    /// Average length in depth units, Q32.16.
    #[inline]
    #[must_use]
    pub const fn average(&self) -> u64 {
        (self.length as u64) << 16 | self.fraction as u64
    }
}

/// State of one queue. Zero-filled is a fresh queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct RedQueue {
    /// Average length in whole depth units.
    pub length: u32,
    /// When the queue ran empty, or the last packet found it so.
    pub idle_since: Nanos32,
    /// Number of the last packet since the last signal, or its bytes: what the next one adds its own to.
    pub count: u32,
    /// The average beyond `length`, in 2^-16 of a unit.
    pub fraction: u16,
    /// Not 0: the queue was empty at the last event; `idle_since` counts.
    pub idle: u8,
    /// Not 0: the average was at or above kmin at the last packet; `count` counts.
    pub above: u8,
}

impl State for RedQueue {
    fn canonical(&self, words: &mut Words) {
        let [idle, above] = [self.idle, self.above].map(|flag| u32::from(flag != 0));
        words.push(self.length << 16 | u32::from(self.fraction));
        words.push(self.length >> 16);
        words.push(if idle != 0 { self.idle_since.0 } else { 0 });
        words.push(if above != 0 { self.count } else { 0 });
        words.push(above << 1 | idle);
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for RedQueue {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(
            f,
            "average {} count {} idle {} above {}",
            self.length,
            self.count,
            self.idle,
            self.above
        );
    }
}
