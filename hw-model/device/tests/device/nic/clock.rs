//! Clocks: what their readings and stamps keep to.

use freeboard_device::nic::{Clock, ClockError, Resync, Side, StampNoise, Wander};
use freeboard_units::Nanos32;
use proptest::prelude::*;

const SECOND: u64 = 1_000_000_000_000;
const NS: i64 = 1_000;

fn with(error: ClockError) -> Clock {
    Clock::new(error, StampNoise::NONE, 7)
}

fn resynced(slew_ps: u64) -> ClockError {
    let resync = Resync { period_ps: 2 * SECOND, residual_ps: 100_000, slew_ps };
    ClockError { offset_ps: 40_000_000, drift_ppb: 5_000, resync: Some(resync), ..ClockError::NONE }
}

/// Mean and standard deviation.
fn moments(values: &[f64]) -> (f64, f64) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let square = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
    (mean, (square / values.len() as f64).sqrt())
}

#[test]
fn a_perfect_clock_shows_true_time_and_wraps_like_any_stamp() {
    for now in [0, 1, 999, 1_000, 17 * SECOND + 123, (1 << 32) * 1_000 + 5_000] {
        assert_eq!(Clock::PERFECT.reading_ps(now), now.cast_signed());
        assert_eq!(Clock::PERFECT.stamp(now, Side::Receive), Nanos32((now / 1_000) as u32));
    }
}

#[test]
fn a_clock_that_is_behind_at_the_beginning_wraps_below_zero() {
    assert_eq!(with(ClockError::offset(-1)).stamp(0, Side::Transmit), Nanos32(u32::MAX));
    assert_eq!(with(ClockError::offset(-5 * NS)).stamp(7_000, Side::Transmit), Nanos32(2));
}

#[test]
fn drift_is_so_many_nanoseconds_a_second() {
    let clock = with(ClockError { drift_ppb: -30_000, ..ClockError::NONE });
    assert_eq!(clock.error_ps(SECOND), -30_000 * NS);
    assert_eq!(clock.error_ps(100 * SECOND), -3_000_000 * NS);
}

#[test]
fn a_step_takes_the_error_away_at_once_and_a_slew_in_its_time() {
    let period = 2 * SECOND;
    let (step, slew) = (with(resynced(0)), with(resynced(SECOND)));
    let free = 40_000_000 + 5_000 * NS * 2;
    assert_eq!(step.error_ps(period - 1), free - 1);
    assert!(step.error_ps(period).abs() <= 600_000, "six sigma of 100 ns");
    assert_eq!(slew.error_ps(period), free);
    assert_eq!(slew.error_ps(period + SECOND), step.error_ps(period + SECOND));
    // Half way, half of the difference is left.
    let left = slew.error_ps(period + SECOND / 2) - step.error_ps(period + SECOND / 2);
    assert!((left - (free - step.error_ps(period)) / 2).abs() <= 1, "{left}");
}

#[test]
fn a_second_correction_starts_from_what_the_first_left() {
    let (step, slew) = (with(resynced(0)), with(resynced(SECOND)));
    let second = 4 * SECOND;
    assert_eq!(slew.error_ps(second), step.error_ps(second - 1) + 1);
    assert_eq!(slew.error_ps(second + SECOND), step.error_ps(second + SECOND));
}

#[test]
fn residuals_have_the_spread_that_was_asked_for() {
    let clock = with(ClockError { drift_ppb: 0, ..resynced(0) });
    let left: Vec<f64> = (1..=4000).map(|number| clock.error_ps(number * 2 * SECOND) as f64).collect();
    let (mean, sigma) = moments(&left);
    // 4000 values: the mean has a standard deviation of 1.6 % of sigma, sigma one of 1.1 %; four of each.
    assert!(mean.abs() < 6_400.0 && (sigma / 100_000.0 - 1.0).abs() < 0.045, "{mean} {sigma}");
}

#[test]
fn noise_has_its_spread_and_a_batch_makes_stamps_early_on_leaving_and_late_on_arriving() {
    let noise = StampNoise { sigma_ps: 50_000, batch_ps: 1_000_000, granularity_ps: 0 };
    let clock = Clock::new(ClockError::NONE, noise, 9);
    for (side, middle) in [(Side::Transmit, -500_000.0), (Side::Receive, 500_000.0)] {
        let away: Vec<f64> = (0..5000u64)
            .map(|i| (clock.stamp_ps(i * 77_777, side) - (i * 77_777).cast_signed()) as f64)
            .collect();
        let (mean, sigma) = moments(&away);
        // Uniform over 1 us: 289 ns, with 50 ns of jitter 293 ns. 5000 values: 4.1 ns and 1 %; four of each.
        assert!((mean - middle).abs() < 17_000.0 && (sigma / 293_000.0 - 1.0).abs() < 0.04, "{mean} {sigma}");
    }
}

#[test]
fn the_difference_of_two_stamps_spreads_as_the_sources_of_the_constants_say() {
    let spread = |noise: StampNoise| {
        let (one, two) = (Clock::new(ClockError::NONE, noise, 21), Clock::new(ClockError::NONE, noise, 22));
        let delay = |i: u64| {
            let (sent, taken) = (i * 777_777, i * 777_777 + 20_000_000);
            let shown = two.stamp_ps(taken, Side::Receive) - one.stamp_ps(sent, Side::Transmit);
            shown - 20_000_000 - i64::from(noise.batch_ps)
        };
        let mut away: Vec<u64> = (0..10_000).map(|i| delay(i).unsigned_abs()).collect();
        away.sort_unstable();
        (away[5_000] / 1_000, away[9_900] / 1_000)
    };
    // In ns, by what follows from two normals and two uniforms; 10 000 pairs: the percentiles are within 4 %.
    let (median, most) = spread(StampNoise::HARDWARE);
    assert!((3..=5).contains(&median) && (13..=17).contains(&most), "{median} {most}");
    let (median, most) = spread(StampNoise::SOFTWARE);
    assert!((700..=800).contains(&median) && (2_570..=2_790).contains(&most), "{median} {most}");
}

#[test]
fn stamps_are_multiples_of_the_granularity_and_the_same_whenever_asked() {
    let clock = Clock::new(ClockError::offset(-333), StampNoise::HARDWARE, 3);
    for now in (0..100_000_000u64).step_by(12_345) {
        let stamp = clock.stamp_ps(now, Side::Receive);
        assert_eq!((stamp.rem_euclid(4_000), stamp), (0, clock.stamp_ps(now, Side::Receive)));
    }
    let jitter = |side| (0..100u64).map(|i| clock.stamp_ps(i * 1_000_000, side)).collect::<Vec<_>>();
    assert_ne!(jitter(Side::Transmit), jitter(Side::Receive), "the two sides are drawn apart");
}

#[test]
fn clocks_with_different_keys_err_apart() {
    let errors: Vec<i64> =
        (0..50).map(|key| Clock::new(resynced(0), StampNoise::NONE, key).error_ps(2 * SECOND)).collect();
    let mut distinct = errors.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), errors.len());
}

fn errors() -> impl Strategy<Value = ClockError> {
    let wander = proptest::option::of(
        (0u32..1_000_000, 1_000_000_000..SECOND)
            .prop_map(|(reach_ps, piece_ps)| Wander { reach_ps, piece_ps }),
    );
    // Corrections of up to 1 ms over at least 10 ms: the clock slows down by a tenth and never stands still.
    let resync = proptest::option::of(
        (SECOND / 10..4 * SECOND, 0u64..1_000_000).prop_map(|(period_ps, residual_ps)| Resync {
            period_ps,
            residual_ps,
            slew_ps: SECOND / 100,
        }),
    );
    (-1_000_000_000i64..1_000_000_000, -30_000i32..30_000, wander, resync).prop_map(
        |(offset_ps, drift_ppb, wander, resync)| ClockError { offset_ps, drift_ppb, wander, resync },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// One-way delays measured between two constant clocks are wrong by their offset, and their sum is right.
    #[test]
    fn the_delays_there_and_back_add_up_to_the_round_trip(
        a in -1_000_000_000i64..1_000_000_000,
        b in -1_000_000_000i64..1_000_000_000,
        sent in 0..SECOND,
        there in 0u64..100_000_000,
        back in 0u64..100_000_000,
    ) {
        let (a, b) = (with(ClockError::offset(a)), with(ClockError::offset(b)));
        let there_measured = b.stamp_ps(sent + there, Side::Receive) - a.stamp_ps(sent, Side::Transmit);
        let turned = sent + there;
        let back_measured = a.stamp_ps(turned + back, Side::Receive) - b.stamp_ps(turned, Side::Transmit);
        prop_assert_eq!(there_measured + back_measured, (there + back).cast_signed());
    }

    /// Slewed clocks go forward, whatever else is wrong with them.
    #[test]
    fn time_goes_forward_as_long_as_nobody_steps_the_clock(
        error in errors(), key in any::<u64>(), now in 0..20 * SECOND, later in 1_000u64..SECOND,
    ) {
        let clock = Clock::new(error, StampNoise::NONE, key);
        prop_assert!(clock.reading_ps(now) < clock.reading_ps(now + later));
    }

    /// The inverse finds the first picosecond of a reading.
    #[test]
    fn a_reading_leads_back_to_its_time(error in errors(), key in any::<u64>(), now in SECOND..20 * SECOND) {
        let clock = Clock::new(error, StampNoise::NONE, key);
        let reading = clock.reading_ps(now);
        let found = clock.when(reading);
        prop_assert!(clock.reading_ps(found) >= reading && clock.reading_ps(found - 1) < reading);
        // Several picoseconds can share a reading where the clock is slow: at most a handful.
        prop_assert!(found.abs_diff(now) <= 8, "{} {}", found, now);
    }

    /// A resynchronised clock stays within its residual and what drift and wander pile up over a period.
    #[test]
    fn between_corrections_the_error_is_bounded(error in errors(), key in any::<u64>(), into in 0..20 * SECOND) {
        let clock = Clock::new(error, StampNoise::NONE, key);
        let Some(resync) = error.resync else { return Ok(()) };
        // From the first complete correction on.
        let now = resync.period_ps + resync.slew_ps + into;
        let piled = i128::from(resync.period_ps) * i128::from(error.drift_ppb.unsigned_abs()) / 1_000_000_000;
        let wander = 2 * i128::from(error.wander.map_or(0, |wander| wander.reach_ps));
        let bound = 2 * (6 * i128::from(resync.residual_ps) + piled + wander) + 4;
        prop_assert!(i128::from(clock.error_ps(now).abs()) <= bound, "{} > {}", clock.error_ps(now), bound);
    }
}
