//! Moving averages reach a constant target, in a bounded number of steps, without overshoot.

use freeboard_fixmath::{EwmaQ20, Gain, ONE_Q16, ONE_Q20, blend_q16, blend_q32, toward, toward_signed};
use quickcheck::QuickCheck;

fn gains() -> impl Iterator<Item = Gain> {
    (0..=Gain::SHIFT_MAX).filter_map(Gain::from_shift)
}

/// Steps until `x` equals `y`, asserting on the way that none overshoots and none stands still.
fn steps_to_reach(mut x: u32, y: u32, gain: Gain) -> u32 {
    let mut steps = 0;
    while x != y {
        let next = toward(x, y, gain);
        assert!(next.abs_diff(y) < x.abs_diff(y), "{x} -> {next}, target {y}, {gain:?}");
        assert_eq!(next > y, next != y && x > y, "overshoot {x} -> {next}, target {y}");
        x = next;
        steps += 1;
    }
    steps
}

#[test]
fn every_distance_is_closed_within_the_stated_steps() {
    for gain in gains().filter(|g| g.shift() <= 10) {
        for gap in (0..32).map(|b| (1_u32 << b) - 1).chain((0..32).map(|b| 1 << b)).chain([u32::MAX]) {
            let bound = gain.steps_max(gap);
            assert!(steps_to_reach(gap, 0, gain) <= bound, "{gap} {gain:?}");
            assert!(steps_to_reach(0, gap, gain) <= bound, "{gap} {gain:?}");
        }
    }
}

#[test]
fn the_slowest_gain_arrives_too() {
    let gain = Gain::from_shift(15).expect("15 is the largest shift");
    assert_eq!(gain, Gain::SMALLEST);
    assert!(steps_to_reach(u32::MAX, 0, gain) <= gain.steps_max(u32::MAX));
}

#[test]
fn alpha_reaches_zero_and_one_from_anywhere() {
    let arrives = |from: u32, shift: u32| {
        let gain = Gain::from_shift(shift % 11).expect("in range");
        [0, ONE_Q20].into_iter().all(|target| {
            let mut alpha = EwmaQ20::from_bits(from);
            for _ in 0..gain.steps_max(ONE_Q20) {
                alpha.update(target, gain);
            }
            alpha.to_bits() == target
        })
    };
    QuickCheck::new().max_tests(300).tests(300).quickcheck(arrives as fn(u32, u32) -> bool);
}

#[test]
fn dctcp_gain_leaves_no_residue_after_272_samples() {
    let gain = Gain::from_shift(4).expect("in range");
    assert_eq!(gain.steps_max(ONE_Q20), 288);
    assert_eq!(gain.steps_max(ONE_Q20 - 1), 272);
    let mut alpha = EwmaQ20::ONE;
    (0..288).for_each(|_| alpha.update(0, gain));
    assert_eq!(alpha, EwmaQ20::ZERO);
}

#[test]
fn shift_zero_follows_at_once_and_too_large_shifts_are_refused() {
    let gain = Gain::from_shift(0).expect("in range");
    assert_eq!(toward(7, 4_000_000_000, gain), 4_000_000_000);
    assert_eq!([16, 31, 32, u32::MAX].map(Gain::from_shift), [None; 4]);
}

#[test]
fn signed_steps_cross_the_whole_range() {
    let gain = Gain::from_shift(3).expect("in range");
    for (from, to) in [(i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (-5, 5), (0, -1)] {
        let (mut x, mut steps) = (from, 0);
        while x != to {
            let next = toward_signed(x, to, gain);
            assert!(next.abs_diff(to) < x.abs_diff(to));
            (x, steps) = (next, steps + 1);
        }
        assert!(steps <= gain.steps_max(from.abs_diff(to)));
    }
}

#[test]
fn blend_matches_exact_arithmetic_and_never_sticks() {
    let exact = |x: u32, y: u32, w: u32| {
        let w = w % (ONE_Q16 + 1);
        let step = (i128::from(x.abs_diff(y)) * i128::from(w)) >> 16;
        let step = if step == 0 && x != y && w != 0 { 1 } else { step };
        let want = i128::from(x) + if y >= x { step } else { -step };
        i128::from(blend_q16(x, y, w)) == want
    };
    QuickCheck::new().max_tests(500_000).tests(500_000).quickcheck(exact as fn(u32, u32, u32) -> bool);
    assert_eq!(blend_q16(10, 90, u32::MAX), 90);
    assert_eq!(blend_q16(10, 90, 0), 10);
    assert_eq!(blend_q16(0, 1, 1), 1);
}

#[test]
fn a_fine_blend_matches_exact_arithmetic_and_never_sticks() {
    let exact = |x: u32, y: u32, w: u32| {
        let step = (i128::from(x.abs_diff(y)) * i128::from(w)) >> 32;
        let step = if step == 0 && x != y && w != 0 { 1 } else { step };
        let want =
            if w == u32::MAX { i128::from(y) } else { i128::from(x) + if y >= x { step } else { -step } };
        i128::from(blend_q32(x, y, w)) == want
    };
    QuickCheck::new().max_tests(500_000).tests(500_000).quickcheck(exact as fn(u32, u32, u32) -> bool);
    assert_eq!(blend_q32(10, 90, u32::MAX), 90);
    assert_eq!(blend_q32(10, 90, 0), 10);
    assert_eq!(blend_q32(0, 1, 1), 1);
}

#[test]
fn samples_above_one_read_as_one() {
    let mut average = EwmaQ20::from_bits(u32::MAX);
    assert_eq!(average, EwmaQ20::ONE);
    average.update(u32::MAX, Gain::from_shift(1).expect("in range"));
    assert_eq!(average, EwmaQ20::ONE);
}
