//! The decay of the average over idle time against \[Floyd93\] §4 in real numbers.

use freeboard_aqm_api::{Aqm, Arrival, Bytes, Departure, DepthUnit, Nanos32, Scope};
use freeboard_aqm_red::{Exact, RedQueue, RedSettings};

/// Thresholds that no average here reaches.
const CALM: RedSettings = RedSettings { kmin: 1 << 30, kmax: 1 << 30, ..RedSettings::DEFAULT };

/// The part of `average` that is left, in units, when the queue was empty for `silent` ns and a packet comes.
fn idled(settings: &RedSettings, average: u64, silent: u32) -> f64 {
    let params = Exact::params(settings, DepthUnit::BYTE).unwrap();
    let (mut queue, start) = (RedQueue::of(average), Nanos32(0u32.wrapping_sub(5_000)));
    let d = Departure { now: start, ..Departure::default() };
    Exact::on_dequeue(&params, Scope { pipe: &mut (), port: &mut (), queue: &mut queue }, &d);
    let a = Arrival { now: start.plus(silent), size: Bytes(1500), ..Arrival::default() };
    Exact::on_enqueue(&params, Scope { pipe: &mut (), port: &mut (), queue: &mut queue }, &a);
    queue.average() as f64 / 65_536.0
}

/// Idle times from 0 on, each about 3 % above the one before.
fn silences() -> impl Iterator<Item = u32> {
    core::iter::successors(Some(0u32), |silent| Some(silent + silent / 32 + 1)).take_while(|it| *it < 1 << 31)
}

/// (1 - 2^-w)^(t / packet_time + 1) of it: 2^-10 of the average above at most, 2^-15 of it and 2^-14 of a unit below.
#[test]
fn an_idle_queue_forgets_within_the_stated_error() {
    let (mut most, mut least) = (0.0_f64, 0.0_f64);
    for weight in 0..=10 {
        for packet_time in [1, 7, 64, 120, 1_200, 8_000, 123_456, 1_000_000] {
            let settings = RedSettings { weight, packet_time, ..CALM };
            let gain = 1.0 - f64::from(weight).exp2().recip();
            for silent in silences() {
                let real = gain.powf(f64::from(silent) / f64::from(packet_time) + 1.0);
                for average in [1_u64, 65_535, 70_000, 12_345 << 16 | 4_321, (1 << 46) + 99] {
                    let units = average as f64 / 65_536.0;
                    let off = idled(&settings, average, silent) - units * real;
                    let seen = format!("w {weight}, {packet_time} ns, {silent} ns of {units}: {off}");
                    assert!(off <= units / 1_024.0, "{seen}");
                    assert!(off >= -(units / 32_768.0 + 1.0 / 16_384.0), "{seen}");
                    most = most.max(off / units);
                    if units > 1e6 {
                        least = least.min(off / units);
                    }
                }
            }
        }
    }
    // The bounds are not far from what they bound.
    assert!(most > 0.7 / 1_024.0 && least < -0.4 / 32_768.0, "{most}, {least}");
}

/// However short the idle times are, an average is forgotten.
#[test]
fn packets_that_find_an_empty_queue_again_and_again_wear_the_average_down() {
    let params = Exact::params(&RedSettings { weight: 10, ..CALM }, DepthUnit::BYTE).unwrap();
    let mut queue = RedQueue::of(1 << 32);
    for now in 0..40_000 {
        let d = Departure { now: Nanos32(now), ..Departure::default() };
        Exact::on_dequeue(&params, Scope { pipe: &mut (), port: &mut (), queue: &mut queue }, &d);
        let before = queue.average();
        let a = Arrival { now: Nanos32(now), ..Arrival::default() };
        Exact::on_enqueue(&params, Scope { pipe: &mut (), port: &mut (), queue: &mut queue }, &a);
        assert!(queue.average() < before || before == 0);
    }
    assert_eq!(queue.average(), 0);
}

#[test]
fn a_stamp_from_before_the_queue_ran_empty_is_one_sample() {
    let params = Exact::params(&RedSettings { weight: 2, ..CALM }, DepthUnit::BYTE).unwrap();
    let mut queue = RedQueue { idle: 1, idle_since: Nanos32(5), ..RedQueue::of(16_000 << 16) };
    let a = Arrival { now: Nanos32(4), ..Arrival::default() };
    Exact::on_enqueue(&params, Scope { pipe: &mut (), port: &mut (), queue: &mut queue }, &a);
    assert_eq!((queue.average(), queue.idle_since, queue.idle), (12_000 << 16, Nanos32(4), 1));
}

/// Gaps of 2^16 units and more take another path: against 64 bits.
#[test]
fn a_sample_is_a_step_of_its_gain_over_any_distance() {
    for weight in 0..=10 {
        let params = Exact::params(&RedSettings { weight, ..CALM }, DepthUnit::BYTE).unwrap();
        for depth in [1, 2, 65_534, 65_535, 65_536, 65_537, 131_072, 1 << 24, 0xfff_ffff, u32::MAX] {
            for average in
                [0, 1, 65_535, 65_536, 65_537, 1 << 32, (1 << 32) + 1, (1 << 47) + 12_345, (1 << 48) - 1]
            {
                let target = u64::from(depth) << 16;
                let gap = target.abs_diff(average);
                let step = (gap >> weight).max(gap.min(1));
                let real = if target > average { average + step } else { average - step };
                let mut queue = RedQueue::of(average);
                let a = Arrival { depth, ..Arrival::default() };
                Exact::on_enqueue(&params, Scope { pipe: &mut (), port: &mut (), queue: &mut queue }, &a);
                assert_eq!(queue.average(), real, "{average} to {depth}, w {weight}");
            }
        }
    }
}
