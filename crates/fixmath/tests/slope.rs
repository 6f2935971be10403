//! Changes over time at the edges of their cuts, and samples at the edges of serial order.

use freeboard_fixmath::{Gain, Growth, slope_q16};

const ONE: i32 = 1 << 16;
/// Half of the range of a clock: the youngest sample that reads as late.
const HALF: u32 = 1 << 31;
const QUARTER: u32 = 1 << 30;

/// A growth whose only sample was taken at `stamp`.
fn sampled_once(stamp: u32) -> Growth {
    let mut growth = Growth::default();
    growth.sample(stamp, 1_000, Gain::SMALLEST);
    growth
}

#[test]
fn a_slope_is_exact_below_two_to_the_16_and_within_its_bound_beyond() {
    for elapsed in
        [65_535_u32, 65_536, 65_537, 131_071, 100_001, (1 << 23) - 1, 1 << 23, (1 << 24) - 1, u32::MAX]
    {
        for change in [1_u32, 99, 65_535, 65_536, 1 << 23, 1_234_567_891, u32::MAX] {
            let exact = (i128::from(change) << 16) / i128::from(elapsed);
            let exact = exact.min(i128::from(i32::MAX));
            // 2^-7 of it, and 2^-7 per unit of time.
            let bound = if elapsed < 1 << 16 { 0 } else { (exact >> 7) + 513 };
            for (from, to, sign) in [(0, change, 1), (change, 0, -1)] {
                let found = i128::from(slope_q16(from, to, elapsed)) * sign;
                assert!((found - exact).abs() <= bound, "{from} to {to} in {elapsed}: {found}, not {exact}");
            }
        }
    }
}

#[test]
fn a_slope_saturates_from_two_to_the_15_on_and_no_time_reads_as_one_unit() {
    assert_eq!(slope_q16(0, 32_767, 1), 32_767 * ONE);
    assert_eq!([slope_q16(0, 32_768, 1), slope_q16(32_768, 0, 1)], [i32::MAX, -i32::MAX]);
    assert_eq!([slope_q16(0, 5, 0), slope_q16(5, 0, 0), slope_q16(5, 5, 0)], [5 * ONE, -5 * ONE, 0]);
}

#[test]
fn the_first_sample_is_no_growth_and_the_second_is() {
    let mut growth = sampled_once(7);
    assert_eq!(growth, Growth { average: 0, length: 1_000, stamp: 7, started: 1 });
    growth.sample(9, 1_006, Gain::from_shift(0).unwrap());
    assert_eq!(growth, Growth { average: 3 * ONE, length: 1_006, stamp: 9, started: 1 });
}

#[test]
fn a_sample_is_taken_if_it_is_younger_by_less_than_half_the_clock() {
    for (age, taken) in [(0, false), (1, true), (HALF - 1, true), (HALF, false), (u32::MAX, false)] {
        for stamp in [0, u32::MAX - 9] {
            let mut growth = sampled_once(stamp);
            growth.sample(stamp.wrapping_add(age), 2_000, Gain::SMALLEST);
            assert_eq!(growth.length == 2_000, taken, "{age} after {stamp}");
        }
    }
}

#[test]
fn a_sample_is_forgotten_at_a_quarter_of_the_clock() {
    for (age, forgotten) in [
        (0, false),
        (QUARTER - 1, false),
        (QUARTER, true),
        (HALF - 1, true),
        (HALF, false),
        (u32::MAX, false),
    ] {
        for stamp in [0, u32::MAX - 9] {
            let (mut growth, before) = (sampled_once(stamp), sampled_once(stamp));
            growth.expire(stamp.wrapping_add(age));
            let expected = if forgotten { Growth::default() } else { before };
            assert_eq!(growth, expected, "{age} after {stamp}");
        }
    }
}
