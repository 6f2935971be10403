//! Square and cube roots against exact products.

mod common;

use common::sweep;
use freeboard_fixmath::{cbrt, cbrt64, isqrt, isqrt64};
use quickcheck::QuickCheck;

fn is_square_root(n: u64, root: u32) -> bool {
    let r = u128::from(root);
    r * r <= u128::from(n) && u128::from(n) < (r + 1) * (r + 1)
}

fn is_cube_root(n: u64, root: u32) -> bool {
    let r = u128::from(root);
    r * r * r <= u128::from(n) && u128::from(n) < (r + 1) * (r + 1) * (r + 1)
}

/// A u64 whose bit length is uniform: plain random ones hardly ever have fewer than 56.
fn spread(n: u64, down: u8) -> u64 {
    n >> (down & 63)
}

#[test]
fn square_root_is_exact() {
    sweep(|n| assert!(is_square_root(u64::from(n), isqrt(n)), "n = {n}: {}", isqrt(n)));
}

#[test]
fn wide_square_root_is_exact_on_every_bit_length() {
    let exact = |n: u64, down: u8| is_square_root(spread(n, down), isqrt64(spread(n, down)));
    QuickCheck::new().max_tests(2_000_000).tests(2_000_000).quickcheck(exact as fn(u64, u8) -> bool);
    sweep(|n| {
        let square = u64::from(n) * u64::from(n);
        assert_eq!(isqrt64(square), n);
        assert!(is_square_root(square.wrapping_sub(1), isqrt64(square.wrapping_sub(1))), "{n}² - 1");
        assert!(is_square_root(u64::from(n), isqrt64(u64::from(n))), "n = {n}");
    });
    assert_eq!(isqrt64(u64::MAX), u32::MAX);
}

#[test]
fn cube_root_is_exact() {
    sweep(|n| assert!(is_cube_root(u64::from(n), cbrt(n)), "n = {n}: {}", cbrt(n)));
    assert_eq!(cbrt(u32::MAX), 1625);
}

#[test]
fn wide_cube_root_is_exact_on_every_bit_length() {
    let exact = |n: u64, down: u8| is_cube_root(spread(n, down), cbrt64(spread(n, down)));
    QuickCheck::new().max_tests(2_000_000).tests(2_000_000).quickcheck(exact as fn(u64, u8) -> bool);
    assert_eq!(cbrt64(u64::MAX), 2_642_245);
}

#[test]
fn wide_cube_root_is_exact_beside_every_cube() {
    for root in 1..=2_642_245_u64 {
        let cube = root * root * root;
        assert_eq!(u64::from(cbrt64(cube)), root);
        assert_eq!(u64::from(cbrt64(cube - 1)), root - 1);
    }
}
