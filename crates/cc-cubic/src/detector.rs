//! HyStart: rounds, ACK trains and the increase of delay, and what they say of slow start.

use crate::curve::TICK_SHIFT;
use crate::params::{CubicHystartSettings, HystartClock};
use freeboard_cc_api::{Nanos32, ParamError, Segment, Seq32, Words};
use freeboard_fixmath::{Reciprocal, mul_wide};

/// Samples of a round that are taken before its delay is judged (Linux `HYSTART_MIN_SAMPLES`).
const MIN_SAMPLES: u16 = 8;
/// Most that segmentation offload adds to a train \[ns\]: Linux `hystart_ack_delay`, 1 ms.
const OFFLOAD_NS_MAX: u32 = 1_000_000;
/// The silence that ends a round \[ns\]: with twice as much since the last acknowledgement stamps still compare serially.
pub(crate) const SILENCE_NS: u32 = 1 << 30;

/// HyStart's parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct HystartParams {
    /// Smallest window that is looked at \[B\].
    low_window: u32,
    /// Longest gap of a train \[ns\], in whole ticks of the clock.
    ack_delta: u32,
    /// Bounds of the eighth of the shortest round trip \[ns\].
    delay_min: u32,
    delay_max: u32,
    /// Twice the largest segment of the offload \[B\]; 0 for none.
    offload_twice: u32,
    /// The bits of a stamp that the clock shows.
    clock: u32,
    /// Halvings of a round trip that a train may last.
    train_shift: u32,
    /// Which of the two tests are made, and in which order rounds begin.
    tests: Tests,
}

bitflags::bitflags! {
    /// How HyStart judges.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Tests: u32 {
        /// By the length of ACK trains.
        const TRAIN = 1;
        /// By the increase of delay.
        const DELAY = 2;
        /// As Linux with a clock of milliseconds: a round ends after its last ACK was judged, and no sample after the
        /// eighth counts.
        const ROUND_LAST = 4;
    }

    /// State of a flow.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct Phase: u16 {
        /// A round has begun.
        const ROUND = 1;
        /// Slow start was ended; no more rounds until a timeout.
        const FOUND = 2;
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Tests {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}", self.bits());
    }
}

impl HystartParams {
    pub(crate) fn try_new(settings: &CubicHystartSettings, segment: Segment) -> Result<Self, ParamError> {
        let (delay_min, delay_max) = (settings.hystart_delay_min, settings.hystart_delay_max);
        if delay_max < delay_min {
            let field = CubicHystartSettings::hystart_delay_max;
            return Err(ParamError::new(field, delay_max, delay_min, 1_000_000_000));
        }
        let in_ms = settings.hystart_clock == HystartClock::Milliseconds;
        let shift = if in_ms { TICK_SHIFT } else { 0 };
        let half_tick = if in_ms { 1 << (TICK_SHIFT - 1) } else { 0 };
        let clock = u32::MAX << shift;
        let mut tests = Tests::empty();
        tests.set(Tests::TRAIN, settings.hystart_train != 0);
        tests.set(Tests::DELAY, settings.hystart_delay != 0);
        tests.set(Tests::ROUND_LAST, in_ms);
        Ok(Self {
            low_window: segment.times(settings.hystart_low_window),
            // To the nearest tick: two milliseconds are two ticks, as in Linux.
            ack_delta: settings.hystart_ack_delta.saturating_add(half_tick) & clock,
            delay_min,
            delay_max,
            offload_twice: settings.hystart_offload << 1,
            clock,
            train_shift: if settings.hystart_paced != 0 { 0 } else { 1 },
            tests,
        })
    }

    /// Longest gap of a train \[ns\], in whole ticks of the clock.
    #[must_use]
    pub const fn ack_delta(&self) -> u32 {
        self.ack_delta
    }

    /// How long a train may last \[ns\].
    #[inline]
    fn train(&self, min_rtt: u32, (cwnd, srtt): (u32, u32)) -> u32 {
        let offload = if self.offload_twice == 0 {
            0
        } else {
            // Four segments at two windows per round trip, the pace of slow start.
            Reciprocal::new(cwnd).divide_wide(mul_wide(self.offload_twice, srtt)).min(OFFLOAD_NS_MAX)
        };
        min_rtt.saturating_add(offload) >> self.train_shift
    }

    /// The round trip from which on delay has increased \[ns\].
    #[inline]
    fn delay(&self, min_rtt: u32) -> u32 {
        let eighth = (min_rtt >> 3).max(self.delay_min).min(self.delay_max);
        min_rtt.saturating_add(eighth)
    }
}

/// An acknowledgement in slow start, as HyStart sees it.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) now: Nanos32,
    pub(crate) una: Seq32,
    pub(crate) nxt: Seq32,
    /// Round-trip sample \[ns\], not 0.
    pub(crate) rtt: u32,
    /// Window \[B\] and smoothed round trip before this acknowledgement \[ns\].
    pub(crate) pace: (u32, u32),
}

/// HyStart of one flow, 28 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Hystart {
    /// Shortest round trip \[ns\]; 0 before the first sample.
    min_rtt: u32,
    /// Shortest of this round \[ns\], of `samples`.
    round_rtt: u32,
    /// The round ends when something beyond this is acknowledged.
    round_end: Seq32,
    /// What the clock showed last.
    seen: Nanos32,
    /// Since the round began, and since the last ACK of its train \[ns\], saturating.
    age: u32,
    gap: u32,
    samples: u16,
    phase: Phase,
}

const _: () = assert!(size_of::<Hystart>() == 28);

impl Hystart {
    /// Takes the time of an event into account; none if it is late.
    #[inline]
    pub(crate) fn count(&mut self, params: &HystartParams, now: Nanos32) {
        let now = Nanos32(now.0 & params.clock);
        let step = now.signed_since(self.seen);
        if step > 0 {
            self.age = self.age.saturating_add(step.cast_unsigned());
            self.gap = self.gap.saturating_add(step.cast_unsigned());
            self.seen = now;
        }
    }

    /// A silence so long that stamps say nothing of it ends the round.
    #[inline]
    pub(crate) fn pause(&mut self, params: &HystartParams, now: Nanos32, silence: u32) {
        self.count(params, now);
        if silence >= SILENCE_NS {
            self.phase.remove(Phase::ROUND);
        }
    }

    /// A sample of the round-trip time.
    #[inline]
    pub(crate) fn sample(&mut self, rtt: u32) {
        if self.min_rtt == 0 || rtt < self.min_rtt {
            self.min_rtt = rtt;
        }
    }

    /// Forgets the path, and a round begins.
    #[inline]
    pub(crate) fn restart(&mut self, params: &HystartParams, now: Nanos32, nxt: Seq32) {
        *self = Self::default();
        self.begin(params, now, nxt);
    }

    /// Whether slow start ends with this acknowledgement.
    #[inline]
    pub(crate) fn judge(&mut self, params: &HystartParams, look: &Look) -> bool {
        if self.phase.contains(Phase::FOUND) {
            return false;
        }
        if !params.tests.contains(Tests::ROUND_LAST) && self.is_over(look.una) {
            self.begin(params, look.now, look.nxt);
        }
        if look.pace.0 < params.low_window || !self.phase.contains(Phase::ROUND) {
            return false;
        }
        let train = params.tests.contains(Tests::TRAIN) && self.train(params, look);
        let delay = params.tests.contains(Tests::DELAY) && self.delay(params, look);
        if train || delay {
            self.phase = Phase::FOUND;
        }
        train || delay
    }

    /// With a clock of milliseconds: the round ends after its last acknowledgement was judged.
    #[inline]
    pub(crate) fn turn(&mut self, params: &HystartParams, now: Nanos32, una: Seq32, nxt: Seq32) {
        let ends = params.tests.contains(Tests::ROUND_LAST) && !self.phase.contains(Phase::FOUND);
        if ends && self.is_over(una) {
            self.begin(params, now, nxt);
        }
    }

    #[inline]
    fn is_over(&self, una: Seq32) -> bool {
        !self.phase.contains(Phase::ROUND) || una.is_after(self.round_end)
    }

    #[inline]
    fn begin(&mut self, params: &HystartParams, now: Nanos32, nxt: Seq32) {
        self.seen = Nanos32(now.0 & params.clock);
        (self.age, self.gap) = (0, 0);
        (self.round_end, self.round_rtt, self.samples) = (nxt, 0, 0);
        self.phase.insert(Phase::ROUND);
    }

    /// The train of this round's ACKs has lasted too long: what was sent together took that long at the bottleneck.
    #[inline]
    fn train(&mut self, params: &HystartParams, look: &Look) -> bool {
        if self.gap > params.ack_delta {
            return false;
        }
        self.gap = 0;
        self.age > params.train(self.min_rtt, look.pace)
    }

    /// Even the shortest of this round's first samples is longer than the path's shortest.
    #[inline]
    fn delay(&mut self, params: &HystartParams, look: &Look) -> bool {
        let full = self.samples >= MIN_SAMPLES;
        if !(full && params.tests.contains(Tests::ROUND_LAST))
            && (self.round_rtt == 0 || look.rtt < self.round_rtt)
        {
            self.round_rtt = look.rtt;
        }
        if !full {
            self.samples = self.samples.saturating_add(1);
        }
        full && self.round_rtt > params.delay(self.min_rtt)
    }

    /// Appends the state, inactive fields as 0.
    pub(crate) fn canonical(&self, words: &mut Words) {
        let round = self.phase.contains(Phase::ROUND);
        let only = |word: u32| if round { word } else { 0 };
        words.push(if self.phase.contains(Phase::FOUND) { 0 } else { self.min_rtt });
        let end = [self.round_rtt, self.round_end.0, self.seen.0, self.age, self.gap, self.samples.into()];
        for word in end {
            words.push(only(word));
        }
        words.push(self.phase.bits().into());
    }
}
