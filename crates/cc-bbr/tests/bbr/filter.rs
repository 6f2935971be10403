//! The three entries of the filter over eight rounds, worked out from Linux's `win_minmax.c` by hand.

use freeboard_cc_bbr::MaxFilter;

const LENGTH: u32 = 8;

/// Best, second and third as (round, value), after these updates.
fn after(updates: &[(u32, u32)]) -> [(u32, u32); 3] {
    let mut filter = MaxFilter::default();
    updates.iter().for_each(|&(round, value)| filter.update(round, value, LENGTH));
    let [a, b, c, d, e, f] = filter.words();
    [(a, b), (c, d), (e, f)]
}

/// Falling values: a second best after a quarter of the window, a third after half of it.
const FALLING: [(u32, u32); 4] = [(0, 100), (2, 90), (3, 80), (5, 60)];

#[test]
fn a_second_best_is_kept_after_a_quarter_of_the_window_and_a_third_after_half() {
    assert_eq!(after(&FALLING[..2]), [(0, 100); 3], "no later than a quarter");
    assert_eq!(after(&FALLING[..3]), [(0, 100), (3, 80), (3, 80)]);
    assert_eq!(after(&[(0, 100), (3, 80), (4, 70)]), [(0, 100), (3, 80), (3, 80)], "no later than half");
    assert_eq!(after(&FALLING), [(0, 100), (3, 80), (5, 60)]);
}

#[test]
fn a_value_as_large_takes_the_place_of_what_is_older() {
    let with = |new: (u32, u32)| after(&[&FALLING[..], &[new]].concat());
    assert_eq!(with((6, 100)), [(6, 100); 3]);
    assert_eq!(with((6, 99)), [(0, 100), (6, 99), (6, 99)]);
    assert_eq!(with((6, 80)), [(0, 100), (6, 80), (6, 80)]);
    assert_eq!(with((6, 60)), [(0, 100), (3, 80), (6, 60)]);
    assert_eq!(with((6, 59)), [(0, 100), (3, 80), (5, 60)]);
}

#[test]
fn the_best_leaves_after_the_window_and_what_has_left_with_it() {
    let with = |round: u32| after(&[&FALLING[..], &[(round, 1)]].concat());
    assert_eq!(with(8), [(0, 100), (3, 80), (5, 60)]);
    assert_eq!(with(9), [(3, 80), (5, 60), (9, 1)]);
    assert_eq!(with(11), [(3, 80), (5, 60), (11, 1)]);
    assert_eq!(with(12), [(5, 60), (12, 1), (12, 1)]);
    assert_eq!(with(13), [(5, 60), (13, 1), (13, 1)]);
    assert_eq!(with(14), [(14, 1); 3], "nothing is left of the window");
}
