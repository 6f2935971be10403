//! HyStart as Linux's `tcp_cubic` has it, with stamps that never wrap.

use crate::following::exceeds;
use crate::{Flight, Values};

/// A tick that stands for a millisecond \[ns\].
const TICK: u64 = 1 << 20;
/// HYSTART_MIN_SAMPLES.
const SAMPLES: usize = 8;
/// The longest silence after which a round goes on \[ns\], as the algorithm documents.
const SILENCE: u64 = 1 << 30;

/// Settings and state of one flow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hystart {
    set: Setting,
    delay_min: Option<u64>,
    round: Option<Round>,
    found: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Setting {
    train: bool,
    delay: bool,
    /// The clock of kernels before 5.6.
    milliseconds: bool,
    low_window: u64,
    /// Nanoseconds, as are the bounds of the eighth.
    ack_delta: u64,
    eighth: (u64, u64),
    paced: bool,
    gso_max: u64,
}

/// One round, by the clock's ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Round {
    start: u64,
    last_ack: u64,
    end_seq: u64,
    /// The shortest sample and how many there were.
    curr_rtt: Option<u64>,
    samples: usize,
}

impl Hystart {
    pub(super) fn new(values: &Values, mss: u64) -> Option<Self> {
        let on = |name| values.get(name).map(|value| value == 1);
        let set = Setting {
            train: on("hystart_train")?,
            delay: on("hystart_delay")?,
            milliseconds: values.get("hystart_clock")? == 0,
            low_window: values.get("hystart_low_window")? * mss,
            ack_delta: values.get("hystart_ack_delta")?,
            eighth: (values.get("hystart_delay_min")?, values.get("hystart_delay_max")?),
            paced: on("hystart_paced")?,
            gso_max: values.get("hystart_offload")?,
        };
        Some(Self { set, delay_min: None, round: None, found: false })
    }

    /// What the clock shows, in its ticks.
    fn clock(&self, now: u64) -> u64 {
        if self.set.milliseconds { now / TICK } else { now }
    }

    fn tick(&self) -> u64 {
        if self.set.milliseconds { TICK } else { 1 }
    }

    fn begin(&mut self, now: u64, end_seq: u64) {
        let start = self.clock(now);
        self.round = Some(Round { start, last_ack: start, end_seq, curr_rtt: None, samples: 0 });
    }

    fn is_over(&self, una: u64) -> bool {
        self.round.is_none_or(|round| una > round.end_seq)
    }

    pub(super) fn sample(&mut self, rtt: u64) {
        self.delay_min = Some(self.delay_min.map_or(rtt, |least| least.min(rtt)));
    }

    /// An acknowledgement with a sample, in slow start.
    pub(super) fn acked(
        &mut self,
        now: u64,
        ack: &Flight,
        rtt: u64,
        (window, srtt): (u64, Option<(f64, f64)>),
    ) -> &'static [bool] {
        if self.found {
            return &[false];
        }
        if !self.set.milliseconds && self.is_over(ack.una) {
            self.begin(now, ack.nxt);
        }
        let (set, clock, tick) = (self.set, self.clock(now), self.tick());
        let (Some(round), Some(delay_min)) = (&mut self.round, self.delay_min) else { return &[false] };
        if window < set.low_window {
            return &[false];
        }
        let delay = set.delay && round.longer(rtt, delay_min, &set);
        let spacing = (set.ack_delta as f64 / tick as f64 + 0.5) as u64;
        if !set.train || clock - round.last_ack > spacing {
            return if delay { &[true] } else { &[false] };
        }
        round.last_ack = clock;
        let train = ((clock - round.start) * tick) as f64;
        // hystart_ack_delay: four segments at the pace of slow start, twice the window in a round trip.
        let share = 2.0 * set.gso_max as f64 / window as f64;
        let (srtt, error_bound) =
            srtt.map_or((0.0, 0.0), |(srtt, error_bound)| (srtt * 1e9, error_bound * 1e9));
        let halves = if set.paced { 1.0 } else { 2.0 };
        let allowed = (delay_min as f64 + (share * srtt).min(1e6)) / halves;
        if set.gso_max == 0 {
            // Whole nanoseconds on both sides.
            return if delay || train > allowed.floor() { &[true] } else { &[false] };
        }
        let trains = exceeds(train, allowed, (share * error_bound).min(1e6) + 2.0);
        if delay { &[true] } else { trains }
    }

    /// After the test, where the window grows.
    pub(super) fn turned(&mut self, now: u64, ack: &Flight) {
        if self.set.milliseconds && !self.found && self.is_over(ack.una) {
            self.begin(now, ack.nxt);
        }
    }

    pub(super) fn found(mut self) -> Self {
        (self.found, self.round) = (true, None);
        self
    }

    /// bictcp_reset and bictcp_hystart_reset, on the way into Loss.
    pub(super) fn restarted(mut self, now: u64, snd_nxt: u64) -> Self {
        (self.delay_min, self.found) = (None, false);
        self.begin(now, snd_nxt);
        self
    }

    pub(super) fn silent(mut self, silence: u64) -> Self {
        self.round = self.round.filter(|_| silence < SILENCE);
        self
    }
}

impl Round {
    /// The delay test, which looks at eight samples at least: kernels with a clock of milliseconds keep the shortest of
    /// the first eight, later ones the shortest of all.
    fn longer(&mut self, rtt: u64, delay_min: u64, set: &Setting) -> bool {
        let enough = self.samples >= SAMPLES;
        if !(enough && set.milliseconds) {
            self.curr_rtt = Some(self.curr_rtt.map_or(rtt, |least| least.min(rtt)));
        }
        if !enough {
            self.samples += 1;
            return false;
        }
        let eighth = (delay_min / 8).clamp(set.eighth.0, set.eighth.1);
        self.curr_rtt.is_some_and(|shortest| shortest > delay_min + eighth)
    }
}
