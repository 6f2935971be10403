//! Probabilities and ramps at their ends.

use freeboard_fixmath::{coin, ramp_bits, spread_coin};

const HALF: u32 = 1 << 31;

/// r is nearest in ratio where 2^(2r - 1) <= units^2 < 2^(2r + 1).
#[test]
fn a_ramp_of_a_power_of_two_is_the_nearest_in_ratio() {
    for range in (0..32).flat_map(|bit| [(1_u32 << bit) - 1, 1 << bit, (1 << bit) + (1 << bit) / 3]) {
        for p_max in [0_u32, 1, 2, 3, 655, 6_554, 46_340, 46_341, 65_535, 65_536] {
            let units = ((u128::from(range) << 16) / u128::from(p_max.max(1))).min(u128::from(u32::MAX));
            let (square, bits) = (units * units, ramp_bits(range, p_max));
            assert!(square < 1 << (2 * bits + 1), "{range} {p_max}: {bits}");
            assert!(bits == 0 || square >= 1 << (2 * bits - 1), "{range} {p_max}: {bits}");
        }
    }
}

#[test]
fn a_coin_is_true_for_as_many_words_as_its_probability_says() {
    assert_eq!([coin(HALF - 1, HALF), coin(HALF, HALF), coin(0, 0)], [true, false, false]);
    assert!(coin(u32::MAX, u32::MAX), "certain");
}

#[test]
fn what_was_spent_makes_the_next_coin_likelier_until_it_is_certain() {
    // p / (1 - spent): an eighth of a quarter is a half, a quarter of a quarter is certain.
    let (eighth, quarter, spent) = (1 << 29, 1 << 30, 3 << 30);
    assert_eq!([spread_coin(HALF - 1, eighth, spent), spread_coin(HALF, eighth, spent)], [true, false]);
    assert!(spread_coin(u32::MAX, quarter, spent));
    assert!(!spread_coin(u32::MAX, quarter - 1, spent));
    assert!(spread_coin(u32::MAX, u32::MAX, 0) && spread_coin(u32::MAX, 0, u32::MAX));
}
