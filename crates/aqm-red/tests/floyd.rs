//! RED against \[Floyd93\], its counter semantics and its average.

use freeboard_aqm_api::{Aqm, Arrival, Bytes, Departure, DepthUnit, Nanos32, Scope, Verdict};
use freeboard_aqm_red::{
    Counter, Exact, LowPassRed, LowPassSettings, MeasuredAt, RedQueue, RedSettings, Start,
};
use freeboard_fixmath::split_mix::SplitMix64;

fn arrive(
    settings: &RedSettings,
    queue: &mut RedQueue,
    now: u32,
    depth: u32,
    size: u32,
    random: u32,
) -> bool {
    let params = Exact::params(settings, DepthUnit::BYTE).unwrap();
    let a = Arrival { now: Nanos32(now), depth, size: Bytes(size), random, ..Arrival::default() };
    let scope = Scope { pipe: &mut (), port: &mut (), queue };
    Exact::on_enqueue(&params, scope, &a) == Verdict::Signal
}

fn leave_empty(settings: &RedSettings, queue: &mut RedQueue, now: u32) {
    let params = Exact::params(settings, DepthUnit::BYTE).unwrap();
    let d = Departure { now: Nanos32(now), ..Departure::default() };
    let scope = Scope { pipe: &mut (), port: &mut (), queue };
    assert_eq!(Exact::on_dequeue(&params, scope, &d), Verdict::Forward);
}

/// The queue stands in the middle of a ramp that ends at `p_max`, so p is half of it; returns how often each
/// gap between two marks came (index: gap), gaps above 63 in the last place.
fn gaps(settings: RedSettings, size: u32) -> [u32; 64] {
    let settings = RedSettings { kmin: 10_000, kmax: 30_000, weight: 0, ..settings };
    let (mut queue, mut random) = (RedQueue::default(), SplitMix64::new(7));
    let (mut found, mut gap, mut started) = ([0; 64], 0usize, false);
    for _ in 0..200_000 {
        gap += 1;
        if arrive(&settings, &mut queue, 0, 20_000, size, random.half()) {
            if started {
                found[gap.min(63)] += 1;
            }
            (gap, started) = (0, true);
        }
    }
    found
}

/// p_max a little above 0.2, so that p is just above 0.1 in the middle of the ramp.
const TENTH: RedSettings = RedSettings { p_max: 13_108, ..RedSettings::DEFAULT };

fn mean(gaps: &[u32; 64]) -> f64 {
    let (sum, count) =
        gaps.iter().zip(0u32..).fold((0, 0), |(sum, count), (n, gap)| (sum + n * gap, count + n));
    f64::from(sum) / f64::from(count)
}

/// Every gap of `range` comes equally often within 8 %, and none outside.
fn uniform(gaps: &[u32; 64], range: core::ops::RangeInclusive<usize>) {
    let total: u32 = gaps.iter().sum();
    let share = f64::from(total) / range.clone().count() as f64;
    for (gap, &count) in gaps.iter().enumerate() {
        if range.contains(&gap) {
            assert!((f64::from(count) / share - 1.0).abs() < 0.08, "gap {gap}: {count} of {share}");
        } else {
            assert_eq!(count, 0, "gap {gap}");
        }
    }
}

#[test]
fn floyds_counter_spreads_marks_over_one_to_nine_packets_at_a_tenth() {
    let gaps = gaps(TENTH, 1500);
    uniform(&gaps, 1..=9);
    assert!((mean(&gaps) - 5.0).abs() < 0.05, "{}", mean(&gaps));
}

#[test]
fn the_texts_counter_spreads_marks_over_one_to_ten_packets() {
    let gaps = gaps(RedSettings { counter: Counter::Text.setting(), ..TENTH }, 1500);
    uniform(&gaps, 1..=10);
    assert!((mean(&gaps) - 5.5).abs() < 0.05, "{}", mean(&gaps));
}

#[test]
fn the_wait_counter_keeps_ten_packets_apart() {
    let gaps = gaps(RedSettings { counter: Counter::Wait.setting(), ..TENTH }, 1500);
    assert_eq!(gaps[..10].iter().sum::<u32>(), 0);
    assert!((mean(&gaps) - 14.5).abs() < 0.2, "{}", mean(&gaps));
}

#[test]
fn without_a_counter_gaps_are_geometric() {
    let gaps = gaps(RedSettings { counter: Counter::None.setting(), ..TENTH }, 1500);
    assert!((mean(&gaps) - 10.0).abs() < 0.25, "{}", mean(&gaps));
    let ratio = f64::from(gaps[2]) / f64::from(gaps[1]);
    assert!((ratio - 0.9).abs() < 0.06, "{ratio}");
}

#[test]
fn byte_mode_marks_small_packets_less_often() {
    let settings = RedSettings { bytes: 1, counter: Counter::None.setting(), ..TENTH };
    let (small, large) = (gaps(settings, 500), gaps(settings, 1500));
    let (small, large): (u32, u32) = (small.iter().sum(), large.iter().sum());
    let ratio = f64::from(large) / f64::from(small);
    assert!((ratio - 3.0).abs() < 0.2, "{ratio}");
}

#[test]
fn byte_mode_counts_the_bytes_between_two_marks() {
    // A tenth per 1500 B: packets of 500 B are 30 apart at least, and at 57 p and what is spent reach 2.
    let settings = RedSettings { bytes: 1, counter: Counter::Wait.setting(), ..TENTH };
    let gaps = gaps(settings, 500);
    assert_eq!(gaps[..30].iter().chain(&gaps[58..]).sum::<u32>(), 0);
    // A 30th for each gap from 30 to 56, the rest at 57.
    assert!((mean(&gaps) - 44.4).abs() < 0.5, "{}", mean(&gaps));
}

#[test]
fn a_count_that_a_rising_probability_takes_past_one_is_certain() {
    let settings =
        RedSettings { kmin: 10_000, kmax: 30_000, weight: 0, p_max: 65_536, ..RedSettings::DEFAULT };
    let mut queue = RedQueue::default();
    // A tenth five times; then the fifth after the first at three tenths: 1.5 is spent, not 0.5.
    assert!((0..5).all(|_| !arrive(&settings, &mut queue, 0, 12_000, 1500, u32::MAX)));
    assert!(arrive(&settings, &mut queue, 0, 16_000, 1500, u32::MAX));
}

#[test]
fn the_average_follows_the_gain_and_reaches_a_constant_queue() {
    let settings = RedSettings { weight: 1, kmin: 1_000_000, kmax: 2_000_000, ..RedSettings::default() };
    let mut queue = RedQueue::default();
    let mut averages = Vec::new();
    for _ in 0..4 {
        arrive(&settings, &mut queue, 0, 16_000, 1500, 0);
        averages.push(queue.average() >> 16);
    }
    assert_eq!(averages, [8_000, 12_000, 14_000, 15_000]);
    for _ in 0..64 {
        arrive(&settings, &mut queue, 0, 16_000, 1500, 0);
    }
    assert_eq!(queue.average(), 16_000 << 16);
}

#[test]
fn an_average_fades_only_between_a_queue_that_ran_empty_and_packets_that_find_it_so() {
    let settings = RedSettings {
        weight: 2,
        kmin: 1_000_000,
        kmax: 2_000_000,
        packet_time: 1_000,
        ..RedSettings::default()
    };
    let after = |ran_empty: bool, depth: u32| {
        let mut queue = RedQueue::of(16_000 << 16);
        if ran_empty {
            leave_empty(&settings, &mut queue, 0);
        }
        arrive(&settings, &mut queue, 8_000, depth, 1500, 0);
        queue.average() >> 16
    };
    // One sample is a quarter of the way; eight packet times are (3/4)^8.
    assert_eq!([after(false, 0), after(true, 4_000), after(true, 0)], [12_000, 13_000, 1_201]);
}

#[test]
fn nothing_is_marked_below_kmin_and_everything_from_kmax_on() {
    let settings = RedSettings { weight: 0, ..RedSettings::default() };
    let mut queue = RedQueue::default();
    assert!((0..100).all(|_| !arrive(&settings, &mut queue, 0, 7_499, 1500, 0)));
    assert!((0..100).all(|_| arrive(&settings, &mut queue, 0, 22_500, 1500, u32::MAX)));
    let gentle = RedSettings { gentle: 1, ..settings };
    assert!(!arrive(&gentle, &mut RedQueue::default(), 0, 22_500, 1500, u32::MAX));
    assert!(arrive(&gentle, &mut RedQueue::default(), 0, 45_000, 1500, u32::MAX));
    // There not even the packet that arms the counter is spared.
    let armed = RedSettings { start: Start::Arm.setting(), ..gentle };
    assert!(!arrive(&armed, &mut RedQueue::default(), 0, 44_999, 1500, 0));
    assert!(arrive(&armed, &mut RedQueue::default(), 0, 45_000, 1500, u32::MAX));
}

#[test]
fn at_kmax_the_gentle_ramp_stands_at_p_max_to_the_bit() {
    let settings =
        RedSettings { weight: 0, gentle: 1, counter: Counter::None.setting(), ..RedSettings::default() };
    // The largest p_max below 1, in Q32, and 1.
    for (p_max, random, signalled) in
        [(65_535, 0xfffe_ffff, true), (65_535, 0xffff_0000, false), (65_536, u32::MAX, true)]
    {
        let settings = RedSettings { p_max, ..settings };
        assert_eq!(arrive(&settings, &mut RedQueue::default(), 0, 22_500, 1500, random), signalled);
    }
}

#[test]
fn the_gentle_ramp_goes_on_from_p_max_to_one() {
    let settings = RedSettings {
        weight: 0,
        gentle: 1,
        counter: Counter::None.setting(),
        p_max: 6_554,
        ..RedSettings::default()
    };
    // Three halves of kmax: p = 0.1 + 0.9 / 2.
    let (mut queue, mut random) = (RedQueue::default(), SplitMix64::new(3));
    let marks =
        (0..100_000).filter(|_| arrive(&settings, &mut queue, 0, 33_750, 1500, random.half())).count();
    assert!(marks.abs_diff(55_000) < 800, "{marks}");
}

#[test]
fn arming_spares_the_first_packet_and_the_guard_spares_a_short_queue() {
    let settings = RedSettings { weight: 0, p_max: 65_536, ..RedSettings::default() };
    assert!(arrive(&settings, &mut RedQueue::default(), 0, 22_000, 1500, 0));
    let arm = RedSettings { start: Start::Arm.setting(), ..settings };
    let mut queue = RedQueue::default();
    assert!(!arrive(&arm, &mut queue, 0, 22_000, 1500, 0));
    assert!(arrive(&arm, &mut queue, 0, 22_000, 1500, 0));
    let guard = RedSettings { guard: 30_000, ..settings };
    assert!(!arrive(&guard, &mut RedQueue::default(), 0, 30_000, 1500, 0));
    assert!(arrive(&guard, &mut RedQueue::default(), 0, 30_001, 1500, u32::MAX));
}

#[test]
fn the_dctcp_preset_is_a_step_at_k() {
    let settings = Exact::PRESETS.iter().find(|preset| preset.name == "dctcp").unwrap().settings;
    let (mut queue, mut random) = (RedQueue::default(), SplitMix64::new(11));
    for _ in 0..10_000 {
        let depth = random.half() % 200_000;
        assert_eq!(arrive(&settings, &mut queue, 0, depth, 1500, random.half()), depth >= 97_500);
    }
}

#[test]
fn the_pipelines_ramp_is_the_nearest_power_of_two() {
    let settings = LowPassSettings::default();
    let params = LowPassRed::params(&settings, DepthUnit::BYTE).unwrap();
    // 15 000 B at 1/50 are 2^19.5 B per unit of probability: 2^20 is nearer in ratio than 2^19.
    let p_max = LowPassRed::effective(&params, &settings, LowPassSettings::p_max);
    assert_eq!(p_max, Some((15_000 << 16) >> 20));
    assert_eq!(LowPassRed::effective(&params, &settings, LowPassSettings::tau), Some(1 << 19));
    for p_max in [700, 1_311, 6_554, 30_000, 65_536] {
        let settings = LowPassSettings { p_max, ..settings };
        let params = LowPassRed::params(&settings, DepthUnit::BYTE).unwrap();
        let used = LowPassRed::effective(&params, &settings, LowPassSettings::p_max).unwrap();
        let ratio = f64::from(used) / f64::from(p_max);
        assert!((0.707..1.415).contains(&ratio), "{p_max}: {ratio}");
    }
}

#[test]
fn the_pipeline_marks_a_standing_queue_as_often_as_its_own_ramp_says() {
    // At this range and p_max the ramp is a power of two: 16 384 B at 1/4.
    let settings = LowPassSettings { kmin: 10_000, kmax: 26_384, p_max: 16_384, tau: 1 };
    let params = LowPassRed::params(&settings, DepthUnit::BYTE).unwrap();
    let exact = RedSettings {
        kmin: 10_000,
        kmax: 26_384,
        p_max: 16_384,
        weight: 0,
        counter: Counter::None.setting(),
        ..RedSettings::default()
    };
    for depth in [10_000, 12_048, 18_192, 26_383, 26_384] {
        let (mut pipe, mut queue, mut random) = (Default::default(), Default::default(), SplitMix64::new(5));
        let (mut other, mut marks, mut exact_marks) = (RedQueue::default(), 0i32, 0i32);
        for index in 0..40_000u32 {
            let a =
                Arrival { now: Nanos32(index * 1_200), depth, random: random.half(), ..Arrival::default() };
            let scope =
                Scope { pipe: &mut pipe, port: &mut freeboard_dataplane::NoRegisters, queue: &mut queue };
            marks += i32::from(LowPassRed::on_enqueue(&params, scope, &a) == Verdict::Signal);
            exact_marks += i32::from(arrive(&exact, &mut other, 0, depth, 1500, random.half()));
        }
        assert!(marks.abs_diff(exact_marks) < 500, "{depth}: {marks}, {exact_marks}");
    }
}

#[test]
fn a_calm_stretch_forgets_what_the_text_s_counter_had_counted() {
    // p is a tenth; 6 packets counted would make it a quarter, 1 makes it a ninth.
    let settings =
        RedSettings { kmin: 10_000, kmax: 30_000, weight: 0, counter: Counter::Text.setting(), ..TENTH };
    let (fifth, never) = (u32::MAX / 5, u32::MAX);
    let mut queue = RedQueue::default();
    for _ in 0..5 {
        assert!(!arrive(&settings, &mut queue, 0, 20_000, 1500, never));
    }
    assert!(!arrive(&settings, &mut queue, 0, 0, 1500, never), "calm");
    assert!(!arrive(&settings, &mut queue, 0, 20_000, 1500, fifth), "the first above kmin: a tenth");
    assert!(!arrive(&settings, &mut queue, 0, 20_000, 1500, fifth), "the second: a ninth");
    for _ in 0..4 {
        assert!(!arrive(&settings, &mut queue, 0, 20_000, 1500, never));
    }
    assert!(arrive(&settings, &mut queue, 0, 20_000, 1500, fifth), "six counted: a quarter");
}

#[test]
fn at_departure_the_queue_that_is_left_behind_is_measured_and_arrivals_are_not() {
    let settings = RedSettings {
        kmin: 10_000,
        kmax: 10_000,
        weight: 0,
        at: MeasuredAt::Departure.setting(),
        ..RedSettings::DEFAULT
    };
    let params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
    let leave = |queue: &mut RedQueue, depth: u32, now: u32| {
        let d = Departure { now: Nanos32(now), depth, size: Bytes(1500), ..Departure::default() };
        Exact::on_dequeue(&params, Scope { pipe: &mut (), port: &mut (), queue }, &d) == Verdict::Signal
    };
    let mut queue = RedQueue::default();
    assert!(!arrive(&settings, &mut queue, 0, 50_000, 1500, 0));
    assert_eq!(queue, RedQueue::default());
    assert!(leave(&mut queue, 10_000, 1));
    assert!(!leave(&mut queue, 9_999, 2));
    // An average fades while the queue is empty, wherever it is measured.
    let settings = RedSettings { weight: 2, packet_time: 1_000, ..settings };
    let params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
    let after = |silence: u32| {
        let mut queue = RedQueue::of(16_000 << 16);
        for now in [0, silence] {
            let d = Departure { now: Nanos32(now), size: Bytes(1500), ..Departure::default() };
            let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
            Exact::on_dequeue(&params, scope, &d);
        }
        queue.average() >> 16
    };
    // Two samples of an empty queue: 16000 (3/4)^2, less 2^-16; eight packet times between them, (3/4)^8 of that.
    assert_eq!((after(0), after(8_000)), (8_999, 901));
}
