//! Reciprocals, ratios and scaling against plain 128-bit division.

mod common;

use common::sweep;
use freeboard_fixmath::{
    ONE_Q16, ONE_Q20, ONE_Q24, Reciprocal, count_ratio_q20, mul_q16, mul_q20, mul_q20_up, mul_q24, ratio_q16,
    ratio_q20,
};
use quickcheck::QuickCheck;

fn cases() -> QuickCheck {
    QuickCheck::new().max_tests(500_000).tests(500_000)
}

/// Spreads bit lengths: uniform u32s hardly ever have fewer than 24 bits.
fn spread(n: u32, down: u8) -> u32 {
    n >> (down & 31)
}

fn floor_saturated(n: u128, d: u32) -> u32 {
    u32::try_from(n / u128::from(d.max(1))).unwrap_or(u32::MAX)
}

#[test]
fn every_divisor_divides_exactly_at_the_awkward_dividends() {
    sweep(|d| {
        let reciprocal = Reciprocal::new(d);
        let d1 = d.max(1);
        for n in [0, 1, d, d1 - 1, d.wrapping_mul(7).wrapping_sub(1), u32::MAX] {
            assert_eq!(reciprocal.divide(n), n / d1, "{n}/{d}");
        }
        // The largest dividend whose quotient still fits, and the first that does not.
        let top = (u64::from(d1) << 32) - 1;
        assert_eq!(reciprocal.divide_wide(top), u32::MAX, "d = {d}");
        assert_eq!(reciprocal.divide_wide(top - u64::from(d1)), u32::MAX - 1, "d = {d}");
        assert_eq!(reciprocal.divide_wide(u64::MAX), u32::MAX, "d = {d}");
    });
}

/// The estimate is one low for fewer than one dividend in 300; the second of each pair leaves exactly d.
#[test]
fn the_rare_last_correction_of_a_quotient_is_taken() {
    let pairs = [
        (2_274_159_116_u32, 9_767_439_016_065_118_328_u64, 589_802_688),
        (2_343_663_948, 10_065_960_000_448_503_995, 348_915_179),
        (2_226_706_498, 9_563_631_577_929_293_899, 135_430_483),
    ];
    for (d, n, less) in pairs {
        for n in [n, n - less, n - less - 1] {
            assert_eq!(u64::from(Reciprocal::new(d).divide_wide(n)), n / u64::from(d), "{n}/{d}");
        }
    }
}

#[test]
fn wide_quotients_are_exact_or_saturate() {
    let exact = |n: u64, down: u8, d: u32, less: u8| {
        let (n, d) = (n >> (down & 63), spread(d, less));
        Reciprocal::new(d).divide_wide(n) == floor_saturated(u128::from(n), d)
    };
    cases().quickcheck(exact as fn(u64, u8, u32, u8) -> bool);
}

#[test]
fn product_over_divisor_keeps_all_64_bits() {
    let exact = |a: u32, b: u32, d: u32, down: u8| {
        let d = spread(d, down);
        Reciprocal::new(d).mul_div(a, b) == floor_saturated(u128::from(a) * u128::from(b), d)
    };
    cases().quickcheck(exact as fn(u32, u32, u32, u8) -> bool);
}

#[test]
fn ratio_q20_is_the_floor_clamped_to_one() {
    let exact = |n: u32, d: u32, down: u8| {
        let d = spread(d, down);
        let floor = floor_saturated(u128::from(n) << 20, d).min(ONE_Q20);
        [ratio_q20(n, d), Reciprocal::new(d).ratio_q20(n)] == [floor; 2]
    };
    cases().quickcheck(exact as fn(u32, u32, u8) -> bool);
    let below_one = |n: u32, d: u32, down: u8| {
        let d = spread(d, down).max(1);
        let n = n % d;
        ratio_q20(n, d) == floor_saturated(u128::from(n) << 20, d)
    };
    cases().quickcheck(below_one as fn(u32, u32, u8) -> bool);
}

#[test]
fn count_ratio_q20_is_the_floor_below_2_to_the_27_and_one_below_it_at_most_elsewhere() {
    let bounded = |n: u32, d: u32, down: u8, is_below: bool| {
        let d = spread(d, down).max(1);
        let n = if is_below { n % d } else { n };
        let floor = floor_saturated(u128::from(n) << 20, d).min(ONE_Q20);
        let ratio = count_ratio_q20(n, d);
        if d < 1 << 27 { ratio == floor } else { (floor.saturating_sub(1)..=floor).contains(&ratio) }
    };
    cases().quickcheck(bounded as fn(u32, u32, u8, bool) -> bool);
    for d in [1, (1 << 22) - 1, 1 << 22, (1 << 27) - 1, 1 << 27, u32::MAX] {
        for n in [0, 1, d / 3, d / 2, d - 1, d] {
            assert!(bounded(n, d, 0, false), "{n}/{d}");
        }
    }
    // The unit is lost somewhere.
    assert_eq!((count_ratio_q20(1 << 27, 3 << 27), (1 << 20) / 3), (349_525, 349_525));
    assert_eq!(count_ratio_q20(1 << 27, 1 << 28), (1 << 19) - 1);
}

#[test]
fn ratio_q16_stays_within_its_bound() {
    let mut worst = (0.0_f64, 0.0_f64);
    for i in 0..4_000_000_u32 {
        let d = spread(i.wrapping_mul(0x9e37_79b9), (i & 31) as u8).max(1);
        let n = i.wrapping_mul(0x85eb_ca6b) % d;
        let error = f64::from(ratio_q16(n, d)) / 65_536.0 - f64::from(n) / f64::from(d);
        worst = (worst.0.min(error), worst.1.max(error));
    }
    assert!(worst.0 > -4.58e-5 && worst.1 < 3.06e-5, "{worst:?}");
    // The bound is not idle: the sweep comes near it on both sides.
    assert!(worst.0 < -4.0e-5 && worst.1 > 2.5e-5, "{worst:?}");
}

#[test]
fn ratio_q16_is_a_floor_for_16_bit_divisors() {
    for d in (1..65_536).step_by(7) {
        for n in (0..d).step_by((d / 50 + 1) as usize) {
            assert_eq!(ratio_q16(n, d), (n << 16) / d, "{n}/{d}");
        }
    }
}

#[test]
fn ratios_clamp_at_both_ends() {
    assert_eq!((ratio_q16(0, 0), ratio_q20(0, 0)), (0, 0));
    assert_eq!((ratio_q16(5, 0), ratio_q20(5, 0)), (ONE_Q16, ONE_Q20));
    assert_eq!((ratio_q16(9, 9), ratio_q20(9, 9)), (ONE_Q16, ONE_Q20));
    assert_eq!((ratio_q16(u32::MAX, 1), ratio_q20(u32::MAX, 1)), (ONE_Q16, ONE_Q20));
    assert_eq!((ratio_q16(1, u32::MAX), ratio_q20(1, u32::MAX)), (0, 0));
}

#[test]
fn scaling_is_the_floor_and_saturates() {
    let exact = |x: u32, f: u32, down: u8| {
        let f = spread(f, down);
        let product = u128::from(x) * u128::from(f);
        mul_q16(x, f) == floor_saturated(product >> 16, 1)
            && mul_q20(x, f) == floor_saturated(product >> 20, 1)
            && mul_q20_up(x, f) == floor_saturated(product.div_ceil(1 << 20), 1)
            && mul_q24(x, f) == floor_saturated(product >> 24, 1)
    };
    cases().quickcheck(exact as fn(u32, u32, u8) -> bool);
    let whole = [
        mul_q16(u32::MAX, ONE_Q16),
        mul_q20(u32::MAX, ONE_Q20),
        mul_q20_up(u32::MAX, ONE_Q20),
        mul_q24(u32::MAX, ONE_Q24),
    ];
    assert_eq!(whole, [u32::MAX; 4]);
    assert_eq!((mul_q16(u32::MAX, u32::MAX), mul_q20(1 << 20, 3)), (u32::MAX, 3));
}
