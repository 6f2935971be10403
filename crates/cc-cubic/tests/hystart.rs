//! The windows at which HyStart ends slow start, worked out from Linux's `tcp_cubic` by hand or in floating point.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, Seq32, Words};
use freeboard_cc_cubic::{CubicHystart, CubicHystartParams, CubicHystartSettings, HystartClock};

const MSS: u32 = 1_460;
const US: u64 = 1_000;
const MS: u64 = 1_000_000;
/// A tick of the clock of milliseconds.
const TICK: u64 = 1 << 20;

/// One test alone, without what offload adds.
fn only(train: u32, delay: u32, clock: HystartClock) -> CubicHystartSettings {
    CubicHystartSettings {
        hystart_train: train,
        hystart_delay: delay,
        hystart_clock: clock.setting(),
        hystart_offload: 0,
        ..CubicHystartSettings::DEFAULT
    }
}

/// A flow in slow start whose rounds are simulated: in each the segments of the last are acknowledged one by one.
struct Rounds {
    flow: CubicHystart,
    params: CubicHystartParams,
    /// When the round's first acknowledgement arrives \[ns\].
    at: u64,
    una: u32,
}

impl Rounds {
    fn new(settings: &CubicHystartSettings, at: u64) -> Self {
        let params = CubicHystart::params(settings, Bytes(MSS)).unwrap();
        Self { flow: CubicHystart::default(), params, at, una: 0 }
    }

    fn segments(&self) -> u32 {
        self.flow.control(&self.params).window.0 / MSS
    }

    fn has_ended(&self) -> bool {
        self.flow.slow_start_threshold() != Bytes(u32::MAX)
    }

    /// Acknowledges a window, `spacing` apart, with round trips that `rtt` gives by index; the next round begins `turn`
    /// after this one. Stops at the acknowledgement that ends slow start, with its index and the threshold in segments.
    fn round(&mut self, spacing: u64, turn: u64, rtt: impl Fn(u32) -> u64) -> Option<(u32, u32)> {
        let window = self.segments();
        let nxt = Seq32(self.una.wrapping_add(window * MSS));
        for index in 0..window {
            self.acknowledge(u64::from(index) * spacing, nxt, rtt(index));
            if self.has_ended() {
                return Some((index, self.flow.slow_start_threshold().0 / MSS));
            }
        }
        self.at += turn;
        None
    }

    /// The same to the end of the round, all at once.
    fn all(&mut self, rtt: impl Fn(u32) -> u64) {
        let window = self.segments();
        let nxt = Seq32(self.una.wrapping_add(window * MSS));
        (0..window).for_each(|index| self.acknowledge(0, nxt, rtt(index)));
    }

    /// What is sent in answer to the round's first acknowledgement is not part of it.
    fn acknowledge(&mut self, after: u64, nxt: Seq32, rtt: u64) {
        self.una = self.una.wrapping_add(MSS);
        let now = Nanos32((self.at + after) as u32);
        let (acked, una, rtt) = (Bytes(MSS), Seq32(self.una), rtt as u32);
        let ack = Ack { acked, una, nxt, rtt, window_limited: true, ..Ack::default() };
        self.flow.on_event(&self.params, &Event::Ack { now, ack });
    }

    /// Rounds of `rtt` until slow start ends: which it was, and what [`Self::round`] says.
    fn run(&mut self, spacing: u64, rtt: u64) -> (u32, u32, u32) {
        let mut rounds = (0..12).filter_map(|round| {
            self.round(spacing, rtt, |_| rtt).map(|(index, window)| (round, index, window))
        });
        rounds.next().expect("slow start ends")
    }
}

#[test]
fn a_tick_of_the_millisecond_clock_in_a_round_ends_slow_start_at_once() {
    // 10 Gbit/s, 100 us: rounds begin with 10, 20, 40, 80, 160 segments. 450 us after the first the clock turns, 50 us into
    // the fifth round, between its acknowledgements 41 (49.2 us) and 42.
    let settings = only(1, 0, HystartClock::Milliseconds);
    let mut flow = Rounds::new(&settings, 7 * TICK - 450 * US);
    assert_eq!(flow.run(1_200, 100 * US), (4, 42, 160 + 42));
    // Below 16 segments nothing is looked at: the clock turns after 3 us, and the seventh acknowledgement is the first that is.
    let mut flow = Rounds::new(&settings, 7 * TICK - 3 * US);
    assert_eq!(flow.run(1_200, 100 * US), (0, 6, 16));
}

#[test]
fn with_milliseconds_the_first_acknowledgement_of_a_round_ends_slow_start_for_the_round_before() {
    // The clock turns in the pause between the fourth round, whose last acknowledgement arrives 94.8 us into it, and the fifth.
    let at = 7 * TICK - 397 * US;
    let settings = only(1, 0, HystartClock::Milliseconds);
    assert_eq!(Rounds::new(&settings, at).run(1_200, 100 * US), (4, 0, 160));
    // With microseconds that acknowledgement begins a train of its own.
    let settings = only(1, 0, HystartClock::Microseconds);
    let (round, index, _) = Rounds::new(&settings, at).run(1_200, 100 * US);
    assert!(round == 3 && index > 0);
}

#[test]
fn a_train_of_more_than_half_a_round_trip_ends_slow_start() {
    // 41 gaps of 1.2 us are 49.2 us, 42 are 50.4: rounds of 10, 20 and 40 are too short.
    let settings = only(1, 0, HystartClock::Microseconds);
    assert_eq!(Rounds::new(&settings, 5 * MS).run(1_200, 100 * US), (3, 42, 80 + 42));
}

#[test]
fn offload_and_pacing_lengthen_what_a_train_may_last() {
    for (paced, parts) in [(0, 2.0), (1, 1.0)] {
        let offload = CubicHystartSettings {
            hystart_offload: 65_536,
            hystart_paced: paced,
            ..only(1, 0, HystartClock::Microseconds)
        };
        let found = Rounds::new(&offload, 5 * MS).run(1_200, 100 * US);
        // Four segments of 64 KiB at twice the window per round trip, 1 ms at most.
        let expected = (0..12).find_map(|round: u32| {
            let first = 10u32 << round;
            let ends = |index: &u32| {
                let window = f64::from((first + index) * MSS);
                let extra = (4.0 * 65_536.0 * 100e-6 / (2.0 * window)).min(1e-3);
                f64::from(*index) * 1.2e-6 > (100e-6 + extra) / parts
            };
            (0..first).find(ends).map(|index| (round, index, first + index))
        });
        assert_eq!(Some(found), expected, "paced {paced}");
    }
}

#[test]
fn a_gap_of_more_than_two_milliseconds_ends_a_train() {
    // Round trips of 40 ms. Without a gap the train is 20 ms long after 20 acknowledgements and more.
    let settings = only(1, 0, HystartClock::Microseconds);
    assert_eq!(Rounds::new(&settings, 0).run(MS, 40 * MS), (2, 21, 40 + 21));
    let mut flow = Rounds::new(&settings, 0);
    for _ in 0..3 {
        assert_eq!(flow.round(2 * MS + 1, 400 * MS, |_| 40 * MS), None);
    }
    // Two milliseconds of the coarse clock are two of its ticks.
    let settings = only(1, 0, HystartClock::Milliseconds);
    assert_eq!(Rounds::new(&settings, 0).run(2 * TICK, 40 * TICK).0, 1);
    let mut flow = Rounds::new(&settings, 0);
    for _ in 0..3 {
        assert_eq!(flow.round(3 * TICK, 400 * TICK, |_| 40 * TICK), None);
    }
}

#[test]
fn delay_ends_slow_start_at_the_ninth_sample_beyond_a_clamped_eighth() {
    for clock in [HystartClock::Milliseconds, HystartClock::Microseconds] {
        // Eighths of 0.6, 8 and 25 ms count as 4, 8 and 16.
        for (base, limit) in [(5 * MS, 9 * MS), (64 * MS, 72 * MS), (200 * MS, 216 * MS)] {
            let mut flow = Rounds::new(&only(0, 1, clock), 0);
            assert_eq!(flow.round(100 * US, base, |_| base), None);
            assert_eq!(flow.round(100 * US, base, |_| limit), None, "{clock:?} {base}");
            // With milliseconds the first acknowledgement is a sample of the round before.
            let first = u32::from(clock == HystartClock::Milliseconds);
            assert_eq!(flow.round(100 * US, base, |_| limit + 1), Some((8 + first, 40 + 8 + first)));
        }
    }
}

#[test]
fn samples_after_the_eighth_count_with_microseconds_only() {
    let ends = |clock| {
        let mut flow = Rounds::new(&only(0, 1, clock), 0);
        (0..2).for_each(|_| assert_eq!(flow.round(100 * US, 5 * MS, |_| 5 * MS), None));
        // Nine long ones, so that eight of them are of this round, then short ones.
        flow.round(100 * US, 5 * MS, |index| if index < 9 { 20 * MS } else { 5 * MS })
    };
    assert_eq!(ends(HystartClock::Milliseconds), Some((9, 49)));
    assert_eq!(ends(HystartClock::Microseconds), Some((8, 48)));
    let mut flow = Rounds::new(&only(0, 1, HystartClock::Microseconds), 0);
    (0..2).for_each(|_| assert_eq!(flow.round(100 * US, 5 * MS, |_| 5 * MS), None));
    assert_eq!(flow.round(100 * US, 5 * MS, |index| if index < 8 { 20 * MS } else { 5 * MS }), None);
}

#[test]
fn both_tests_off_leave_slow_start_alone() {
    for clock in [HystartClock::Milliseconds, HystartClock::Microseconds] {
        let mut flow = Rounds::new(&only(0, 0, clock), 0);
        (0..7).for_each(|round| assert_eq!(flow.round(300, 100 * US, |_| 100 * US + 50 * MS * round), None));
        assert_eq!(flow.segments(), 1_280);
    }
}

#[test]
fn a_timeout_forgets_the_path_and_slow_start_may_end_again_before_the_threshold() {
    let settings = only(0, 1, HystartClock::Microseconds);
    let mut flow = Rounds::new(&settings, 0);
    (0..3).for_each(|_| assert_eq!(flow.round(100 * US, 5 * MS, |_| 5 * MS), None));
    assert_eq!(flow.round(100 * US, 5 * MS, |_| 20 * MS), Some((8, 88)));
    let (una, in_flight) = (Seq32(flow.una), Bytes(80 * MSS));
    let loss = Loss { in_flight, una, nxt: una.plus(in_flight.0) };
    let now = Nanos32(flow.at as u32);
    flow.flow.on_event(&flow.params, &Event::Timeout { now, loss });
    assert_eq!(flow.segments(), 1);
    // 0.7 of 80 segments, short of a byte. All of them are acknowledged, then rounds of 1, 2, 4, 8 and 16 begin.
    assert_eq!(flow.flow.slow_start_threshold().0 / MSS, 55);
    flow.una = flow.una.wrapping_add(in_flight.0);
    for window in [1, 2, 4, 8] {
        assert_eq!(flow.segments(), window);
        flow.all(|_| 20 * MS);
    }
    // The shortest round trip is 20 ms now.
    flow.all(|_| 24 * MS);
    assert_eq!(flow.flow.slow_start_threshold().0 / MSS, 55);
    flow.all(|_| 24 * MS + 1);
    assert_eq!(flow.flow.slow_start_threshold().0 / MSS, 32 + 8);
}

#[test]
fn the_shortest_round_trip_is_that_of_the_path_whenever_it_comes() {
    let mut flow = Rounds::new(&only(0, 1, HystartClock::Microseconds), 0);
    assert_eq!(flow.round(100 * US, 30 * MS, |index| if index == 5 { 5 * MS } else { 30 * MS }), None);
    assert_eq!(flow.round(100 * US, 30 * MS, |_| 9 * MS), None);
    assert_eq!(flow.round(100 * US, 30 * MS, |_| 9 * MS + 1), Some((8, 48)));
}

/// Its stamps say nothing then, or that the train has gaps: the round would never end slow start.
#[test]
fn a_silence_of_the_longest_gap_ends_the_round() {
    let longest = CubicHystart::META.longest_gap_ns;
    for (silence, found) in [(longest - 1, false), (longest, true), (3_000_000_000, true)] {
        let mut flow = Rounds::new(&only(1, 0, HystartClock::Microseconds), 5 * MS);
        (0..3).for_each(|_| assert_eq!(flow.round(0, 100 * US, |_| 100 * US), None));
        let nxt = Seq32(flow.una.wrapping_add(80 * MSS));
        flow.acknowledge(0, nxt, 100 * US);
        let now = Nanos32((flow.at + silence) as u32);
        flow.flow.on_event(&flow.params, &Event::Idle { now, silence: silence as u32 });
        for index in 0..79 {
            flow.acknowledge(silence + index * 1_200, nxt, 100 * US);
        }
        assert_eq!(flow.has_ended(), found, "{silence}");
    }
}

#[test]
fn with_microseconds_a_round_begins_with_a_sample() {
    let settings = only(1, 0, HystartClock::Microseconds);
    let mut flow = Rounds::new(&settings, 5 * MS);
    (0..3).for_each(|_| assert_eq!(flow.round(1_200, 100 * US, |_| 100 * US), None));
    // A gap later than in the test of trains above.
    assert_eq!(
        flow.round(1_200, 100 * US, |index| if index == 0 { 0 } else { 100 * US }),
        Some((43, 80 + 43))
    );
}

/// As Linux, which looks for the end of a round where it grows the window.
#[test]
fn with_milliseconds_a_round_ends_with_an_acknowledgement_that_grows_the_window() {
    let mut flow = Rounds::new(&only(0, 1, HystartClock::Milliseconds), 0);
    assert_eq!(flow.round(100 * US, 5 * MS, |_| 5 * MS), None);
    let nxt = Seq32(flow.una.wrapping_add(20 * MSS));
    (0..8)
        .for_each(|index| flow.acknowledge(index * 100 * US, nxt, if index == 0 { 5 * MS } else { 20 * MS }));
    // The eighth sample of the round, and the first of what the application limited.
    let (una, now) = (nxt.plus(MSS), Nanos32((flow.at + MS) as u32));
    let ack = Ack { acked: Bytes(13 * MSS), una, nxt: una.plus(20 * MSS), rtt: 20_000_000, ..Ack::default() };
    flow.flow.on_event(&flow.params, &Event::Ack { now, ack });
    assert!(!flow.has_ended());
    flow.una = una.0;
    flow.acknowledge(MS, una.plus(20 * MSS), 20 * MS);
    assert!(flow.has_ended(), "the ninth");
}

#[test]
fn what_was_found_holds_over_a_loss_and_a_silence() {
    let settings = CubicHystartSettings { idle_restart: MS as u32, ..only(1, 0, HystartClock::Microseconds) };
    let mut flow = Rounds::new(&settings, 5 * MS);
    assert_eq!(flow.run(1_200, 100 * US), (3, 42, 80 + 42));
    let (una, in_flight) = (Seq32(flow.una), Bytes(122 * MSS));
    let loss = Loss { in_flight, una, nxt: una.plus(in_flight.0) };
    flow.flow.on_event(&flow.params, &Event::LossEpisode { now: Nanos32(flow.at as u32), loss });
    flow.una = flow.una.wrapping_add(in_flight.0);
    flow.at += 10 * MS;
    let now = Nanos32(flow.at as u32);
    flow.flow.on_event(&flow.params, &Event::Idle { now, silence: 10 * MS as u32 });
    // Slow start again, in trains that last more than half a round trip, up to 0.7 of 122 segments.
    for window in [10, 20, 40, 80] {
        assert_eq!(flow.segments(), window);
        let nxt = Seq32(flow.una.wrapping_add(window * MSS));
        (0..window).for_each(|index| flow.acknowledge(u64::from(index) * 5_000, nxt, 100 * US));
        assert_eq!(flow.flow.slow_start_threshold().0 / MSS, 85);
        flow.at += 500 * US;
    }
}

/// As Linux leaves out the samples of an epoch: also where a silence has made the window small again.
#[test]
fn in_congestion_avoidance_no_train_moves_the_threshold() {
    let settings = CubicHystartSettings {
        initial_window: 20,
        threshold: 25,
        idle_restart: MS as u32,
        ..only(1, 0, HystartClock::Microseconds)
    };
    let mut flow = Rounds::new(&settings, 5 * MS);
    let train = |flow: &mut Rounds, at: u64| {
        for index in 0..6 {
            flow.una = flow.una.wrapping_add(2 * MSS);
            let (acked, una, nxt) = (Bytes(2 * MSS), Seq32(flow.una), Seq32(flow.una.wrapping_add(20 * MSS)));
            let ack = Ack { acked, una, nxt, rtt: 100_000, window_limited: true, ..Ack::default() };
            // The fourth is 60 us after the first; the third has taken the window from 24 to 26 segments.
            flow.flow
                .on_event(&flow.params, &Event::Ack { now: Nanos32((at + index * 20 * US) as u32), ack });
            assert_eq!(flow.flow.slow_start_threshold(), Bytes(25 * MSS), "{index}");
        }
    };
    train(&mut flow, 5 * MS);
    let now = Nanos32(20 * MS as u32);
    flow.flow.on_event(&flow.params, &Event::Idle { now, silence: 15 * MS as u32 });
    assert_eq!(flow.segments(), 20);
    // Beyond the round of the first train.
    flow.una = flow.una.wrapping_add(20 * MSS);
    train(&mut flow, 21 * MS);
}

#[test]
fn the_bounds_of_the_eighth_may_meet_and_not_cross() {
    let params = |hystart_delay_min, hystart_delay_max| {
        let settings =
            CubicHystartSettings { hystart_delay_min, hystart_delay_max, ..CubicHystartSettings::DEFAULT };
        CubicHystart::params(&settings, Bytes(MSS)).map_err(|error| (error.field, error.value, error.min))
    };
    assert!(params(4_000, 4_000).is_ok() && params(4_000, 4_001).is_ok());
    let field = CubicHystartSettings::hystart_delay_max;
    assert_eq!(params(4_000, 3_999).unwrap_err(), (field, 3_999, 4_000));
    assert_eq!(params(4_000, 0).unwrap_err(), (field, 0, 4_000));
}

#[test]
fn a_gap_is_told_in_whole_ticks_of_the_clock() {
    let effective = |gap: u64, clock| {
        let settings = CubicHystartSettings { hystart_ack_delta: gap as u32, ..only(1, 0, clock) };
        let params = CubicHystart::params(&settings, Bytes(MSS)).unwrap();
        CubicHystart::effective(&params, &settings, CubicHystartSettings::hystart_ack_delta).map(u64::from)
    };
    assert_eq!(effective(2 * MS + 7, HystartClock::Microseconds), Some(2 * MS + 7));
    // To the nearest of 1.048576 ms.
    for (gap, ticks) in [(0, 0), (524_287, 0), (524_288, 1), (2 * MS, 2), (2_621_439, 2), (2_621_440, 3)] {
        assert_eq!(effective(gap, HystartClock::Milliseconds), Some(ticks * TICK), "{gap}");
    }
}

/// Linux has no limit of bytes per ACK, and an offload in the train's length since its clock is in microseconds.
#[test]
fn presets_of_linux_differ_by_clock_and_offload() {
    let found = |name: &str| {
        let preset = CubicHystart::PRESETS.iter().find(|preset| preset.name == name).unwrap();
        let s = preset.settings;
        (s.beta / 64, s.c / 64, s.slow_start_limit, s.hystart_clock, s.hystart_offload)
    };
    assert_eq!(found("linux-us"), (717, 410, 1_024, HystartClock::Microseconds.setting(), 65_536));
    assert_eq!(found("linux-ms"), (717, 410, 1_024, HystartClock::Milliseconds.setting(), 0));
}

#[test]
fn once_found_nothing_of_the_search_shows() {
    let words = |flow: &CubicHystart| {
        let mut words = Words::new();
        flow.canonical(&mut words);
        words.as_slice()[14..].to_vec()
    };
    let mut flow = Rounds::new(&only(1, 0, HystartClock::Microseconds), 5 * MS);
    flow.acknowledge(7, Seq32(10 * MSS), 100 * US);
    // Shortest of all and of the round, its end, the clock, age, gap, samples, and that a round has begun.
    let at = (5 * MS + 7) as u32;
    assert_eq!(words(&flow.flow), [100_000, 0, 10 * MSS, at, 0, 0, 0, 1]);
    flow.run(1_200, 100 * US);
    assert_eq!(words(&flow.flow), [0, 0, 0, 0, 0, 0, 0, 2]);
}

#[test]
fn it_is_described_as_hystart_with_a_clock_of_ticks() {
    let meta = CubicHystart::META;
    assert_eq!((meta.name, meta.variant, meta.source), ("cubic", "hystart", "RFC 9438; Linux tcp_cubic"));
    assert!(meta.summary.contains("ACK trains and delay"), "{}", meta.summary);
    assert_eq!(u64::from(meta.resolution_ns), TICK);
}

#[test]
fn a_flow_has_84_bytes() {
    assert_eq!(size_of::<CubicHystart>(), 84);
}
