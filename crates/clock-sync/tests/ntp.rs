//! The NTP-like estimator.

use freeboard_clock_sync::Stamped;
use freeboard_clock_sync::ntp::{Exchange, ahead_ns};

/// An exchange with a server that is 500 ns ahead, with these delays \[ns\].
fn exchange(at: i64, there: i64, back: i64) -> Exchange {
    let ps = |ns: i64| ns * 1_000;
    let turned = at + there + 100;
    Exchange {
        request: Stamped { sent: ps(at), received: ps(at + there + 500) },
        answer: Stamped { sent: ps(turned + 500), received: ps(turned + back) },
    }
}

#[test]
fn equal_ways_give_the_offset_and_unequal_ones_half_of_the_difference() {
    assert_eq!(ahead_ns(&[exchange(0, 6_000, 6_000)]), Some(500.0));
    assert_eq!(ahead_ns(&[exchange(0, 26_000, 6_000)]), Some(10_500.0));
    assert_eq!(exchange(0, 26_000, 6_000).round_trip_ns(), 32_000.0);
}

#[test]
fn the_shortest_round_trip_of_the_last_eight_decides() {
    let mut all = vec![exchange(0, 6_000, 6_000)];
    for index in 1..=7 {
        all.push(exchange(index * 1_000_000, 50_000, 6_000));
    }
    assert_eq!(ahead_ns(&all), Some(500.0));
    all.push(exchange(9_000_000, 30_000, 6_000));
    assert_eq!(ahead_ns(&all), Some(12_500.0), "the first is forgotten");
    assert_eq!(ahead_ns(&[]), None);
}
