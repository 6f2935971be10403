//! interval/√count from a table against the exact quotient.

use freeboard_fixmath::split_mix::SplitMix64;
use freeboard_fixmath::{codel_interval, scaled_inv_sqrt};

const INTERVALS: [u32; 7] = [0, 1, 1_000, 240_000, 100_000_000, 120_000_000, u32::MAX];

#[test]
fn below_64_it_is_the_exact_schedule_bit_for_bit() {
    // A root that is one unit off shows in one of eight intervals or more often.
    let mut random = SplitMix64::new(3);
    for interval in INTERVALS.into_iter().chain((0..20_000).map(|_| random.half())) {
        for count in 0..64 {
            assert_eq!(
                codel_interval(interval, count),
                scaled_inv_sqrt(interval, count),
                "{interval}, {count}"
            );
        }
    }
}

#[test]
fn from_64_on_it_is_within_the_stated_error() {
    let steps = (0..4_000_000).map(|step| 200_000 + step * 1_023);
    for count in (64..200_000_u32).chain(steps).chain([(1 << 26) - 1, 1 << 26, u32::MAX - 1, u32::MAX]) {
        for interval in INTERVALS {
            let (found, real) =
                (codel_interval(interval, count), f64::from(interval) / f64::from(count).sqrt());
            let seen = format!("{interval}, {count}: {found}, {real}");
            let off = real / f64::from(1 << 29);
            assert!(f64::from(found) <= real + off && f64::from(found) > real - off - 1.0, "{seen}");
        }
    }
}
