//! 1/√n against exact 128-bit arithmetic.

mod common;

use common::sweep;
use freeboard_fixmath::{inv_sqrt, scaled_inv_sqrt};
use quickcheck::{QuickCheck, TestResult};

fn cases(n: u64) -> QuickCheck {
    QuickCheck::new().max_tests(n).tests(n)
}

/// ⌊√n⌋ by bisection, from nothing but multiplication.
fn root(n: u128) -> u128 {
    let (mut low, mut high) = (0_u128, 1 << 64);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle * middle <= n { low = middle } else { high = middle }
    }
    low
}

#[test]
fn inverse_root_is_the_largest_value_below_the_quotient() {
    sweep(|n| {
        let (r, exact) = (u128::from(inv_sqrt(n)), u128::from(n.max(1)));
        assert!(r * r * exact < 1 << 64, "n = {n}");
        assert!((r + 1) * (r + 1) * exact >= 1 << 64, "n = {n}");
    });
}

#[test]
fn ends_of_the_range_are_as_documented() {
    assert_eq!(inv_sqrt(0), u32::MAX);
    assert_eq!(inv_sqrt(1), u32::MAX);
    assert_eq!(inv_sqrt(4), (1 << 31) - 1);
    assert_eq!(inv_sqrt(u32::MAX), 1 << 16);
}

#[test]
fn inverse_root_never_increases() {
    let mut last = u32::MAX;
    sweep_ascending(|n| {
        let r = inv_sqrt(n);
        assert!(r <= last, "n = {n}");
        last = r;
    });
}

fn sweep_ascending(check: impl FnMut(u32)) {
    (0..1 << 20).chain((1 << 20..=u32::MAX).step_by(4099)).for_each(check);
}

/// ⌊e⌋ ≤ result ≤ ⌊e + interval/2^32⌋, which is result² · count ≤ (e·√count + ..)² in integers:
/// result·√count < interval·(1 + √count/2^32).
fn within_bound(interval: u32, count: u32) -> bool {
    let result = u128::from(scaled_inv_sqrt(interval, count));
    let (i, c) = (u128::from(interval), u128::from(count.max(1)));
    let floor = root(i * i / c);
    // 2^32·e rounded up, plus interval: the bound in units of 2^-32.
    let above = root(((i * i) << 64) / c) + 1 + i;
    floor <= result && result <= above >> 32
}

#[test]
fn interval_over_root_stays_within_one_unit_everywhere() {
    cases(300_000).quickcheck(within_bound as fn(u32, u32) -> bool);
    for count in 1..4000 {
        for interval in [0, 1, 195, 234, 97_656, 240_000, 200_000_000, 1 << 28, u32::MAX] {
            assert!(within_bound(interval, count), "{interval}/√{count}");
        }
    }
}

#[test]
fn interval_over_root_is_exact_for_square_counts_to_256() {
    let exact = |interval: u32, r: u8| {
        let (interval, r) = (interval & ((1 << 28) - 1), u32::from(r & 15) + 1);
        scaled_inv_sqrt(interval, r * r) == interval / r
    };
    cases(200_000).quickcheck(exact as fn(u32, u8) -> bool);
}

#[test]
fn powers_of_four_divide_exactly_at_any_interval() {
    let exact = |interval: u32, k: u8| {
        let k = u32::from(k & 15);
        scaled_inv_sqrt(interval, 1 << (2 * k)) == interval >> k
    };
    cases(100_000).quickcheck(exact as fn(u32, u8) -> bool);
}

#[test]
fn a_jump_of_the_count_does_not_collapse_the_schedule() {
    // The one-step register reads 0 here; the full-range root keeps the period.
    assert_eq!(scaled_inv_sqrt(240_000, 5), 107_331);
    assert_eq!(scaled_inv_sqrt(240_000, 1000), 7_589);
}

#[test]
fn longer_intervals_never_give_shorter_periods() {
    let monotone = |a: u32, b: u32, count: u32| {
        TestResult::from_bool(
            scaled_inv_sqrt(a.min(b), count) <= scaled_inv_sqrt(a.max(b), count)
                && scaled_inv_sqrt(a, count) >= scaled_inv_sqrt(a, count.saturating_add(b >> 16)),
        )
    };
    cases(100_000).quickcheck(monotone as fn(u32, u32, u32) -> TestResult);
}
