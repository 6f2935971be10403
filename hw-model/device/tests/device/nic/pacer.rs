//! The pacer is never early, exact on average, and gives no credit.

use freeboard_device::nic::{Pacer, release};
use freeboard_units::{Bytes, LineFraction};
use proptest::prelude::*;

/// Picoseconds per byte at 10 Gbit/s.
const TEN_GIG: u32 = 800;

#[test]
fn line_rate_is_back_to_back() {
    let mut pacer = Pacer::default();
    for packet in 0..1000u64 {
        assert_eq!(pacer.next_tx(), packet * 1_200_000);
        pacer.on_sent(pacer.next_tx(), Bytes(1500), TEN_GIG, LineFraction::LINE);
    }
}

#[test]
fn the_average_rate_is_exact_at_a_fraction_that_does_not_divide() {
    let (rate, packets) = (333_333u32, 1_000_000u64);
    let mut pacer = Pacer::default();
    for _ in 0..packets {
        pacer.on_sent(pacer.next_tx(), Bytes(1048), 80, LineFraction::from_bits(rate));
    }
    let exact = u128::from(packets) * 1048 * 80 * (1 << 20);
    assert_eq!(u128::from(pacer.next_tx()), exact.div_ceil(u128::from(rate)));
}

#[test]
fn a_pause_gives_no_credit() {
    let mut pacer = Pacer::default();
    let half = LineFraction::from_bits(1 << 19);
    pacer.on_sent(0, Bytes(1500), TEN_GIG, half);
    assert_eq!(pacer.next_tx(), 2_400_000);
    pacer.on_sent(1_000_000_000, Bytes(1500), TEN_GIG, half);
    assert_eq!(pacer.next_tx(), 1_002_400_000);
}

#[test]
fn a_hold_below_wins_when_it_is_later() {
    assert_eq!(release(5, 7), 7);
    assert_eq!(release(9, 7), 9);
}

#[test]
fn the_slowest_rate_still_ends() {
    let mut pacer = Pacer::default();
    pacer.on_sent(0, Bytes(9000), 8000, LineFraction::MIN);
    assert_eq!(pacer.next_tx(), (9000 * 8000) << 20);
}

/// Sends three packets of which the first two leave a third of a picosecond behind their whole one, and returns when the third
/// may leave.
fn third(hold: u64, late: u64, slack: u64) -> u64 {
    let mut pacer = Pacer::default();
    let three = LineFraction::from_bits(3);
    // 2^20 / 3 is 349 525 and a third.
    pacer.on_sent(0, Bytes(1), 1, three);
    assert_eq!(pacer.next_tx(), 349_526);
    pacer.on_released(349_526 + late, hold, slack, Bytes(1), 1, three);
    pacer.next_tx()
}

#[test]
fn as_late_as_the_slack_is_on_time_and_one_more_is_not() {
    // Twice 349 525 and a third, rounded up.
    assert_eq!(third(0, 0, 0), 699_051);
    assert_eq!(third(0, 100, 100), 699_051);
    // From 349 526 + 101 on.
    assert_eq!(third(0, 101, 100), 699_153);
}

#[test]
fn a_hold_until_the_deadline_costs_nothing_and_one_beyond_begins_there() {
    assert_eq!(third(349_526, 0, 0), 699_051);
    assert_eq!(third(349_527, 1, 0), 699_053);
}

proptest! {
    /// The exact sum in units of 2^-40 ps, rounded down; each change of the rate may add a unit of 1/rate.
    #[test]
    fn packets_on_time_keep_the_exact_schedule_through_changes_of_the_rate(
        steps in proptest::collection::vec((1u32..10_000, 1u32..1 << 20), 2..20),
    ) {
        let mut pacer = Pacer::default();
        let (mut exact, mut more) = (0u128, 0u128);
        for (size, rate) in steps {
            pacer.on_sent(pacer.next_tx(), Bytes(size), TEN_GIG, LineFraction::from_bits(rate));
            exact += ((u128::from(size) * 800) << 60) / u128::from(rate);
            // What dividing took off the sum, and a unit of the rate.
            more += 1 + (1u128 << 40).div_ceil(u128::from(rate));
            let shown = u128::from(pacer.next_tx()) << 40;
            prop_assert!(shown >= exact, "{shown} is before {exact}");
            prop_assert!(shown < exact + more + (1 << 40), "{shown} is after {exact} and {more}");
        }
    }

    #[test]
    fn no_packet_is_early_at_any_mix_of_rates(
        steps in proptest::collection::vec((1u32..10_000, 1u32..=1 << 20, 0u64..10_000_000), 1..100),
    ) {
        let mut pacer = Pacer::default();
        let mut sent_at = 0u64;
        for (size, rate, delay) in steps {
            let now = pacer.next_tx().max(sent_at) + delay;
            pacer.on_sent(now, Bytes(size), TEN_GIG, LineFraction::from_bits(rate));
            let gap = pacer.next_tx() - now;
            // An exact start may lie up to one picosecond before the whole one it was rounded up to.
            let exact = (u128::from(size) * 800) << 20;
            prop_assert!(u128::from(gap + 1) * u128::from(rate) >= exact);
            prop_assert!(u128::from(gap) * u128::from(rate) < exact + 2 * u128::from(rate));
            sent_at = now;
        }
    }
}
