//! Edges of \[Kumar20\] algorithm 1, to the unit.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32};
use freeboard_cc_swift::{Swift, SwiftParams, SwiftSettings};

const MSS: u32 = 1_000;
const ONE: u32 = 1 << 16;
/// 25 us and three hops of 1.5 us: the target from 100 segments on.
const BASE: u32 = 29_500;

/// A fresh flow of `window` segments, Q16.
fn at_window(window: u32) -> (Swift, SwiftParams) {
    let params = Swift::params(&SwiftSettings::DEFAULT, Bytes(MSS)).unwrap();
    (Swift::default(), SwiftParams { initial_window: window, ..params })
}

fn acked(flow: &mut Swift, params: &SwiftParams, now: u32, rtt: u32, window_limited: bool) -> u32 {
    let ack = Ack { acked: Bytes(MSS), rtt, window_limited, ..Ack::default() };
    flow.on_event(params, &Event::Ack { now: Nanos32(now), ack });
    flow.window_q16()
}

fn lose(flow: &mut Swift, params: &SwiftParams, now: u32) -> u32 {
    flow.on_event(params, &Event::LossEpisode { now: Nanos32(now), loss: Loss::default() });
    flow.window_q16()
}

#[test]
fn a_delay_at_the_target_neither_adds_nor_cuts() {
    let window = 500 * ONE;
    let moved = |delay| {
        let (mut flow, params) = at_window(window);
        (0..10).for_each(|_| {
            acked(&mut flow, &params, 0, delay, true);
        });
        flow.window_q16().cmp(&window)
    };
    assert_eq!([moved(BASE - 1), moved(BASE)], [core::cmp::Ordering::Greater, core::cmp::Ordering::Equal]);
}

#[test]
fn from_one_segment_on_growth_is_per_window_and_needs_a_full_one() {
    // ai is a segment: below one segment all of it, from there on 1/window of it.
    for (window, limited, after) in [
        (ONE - 1, true, 2 * ONE - 1),
        (ONE - 1, false, 2 * ONE - 1),
        (ONE, false, ONE),
        (4 * ONE, true, 4 * ONE + ONE / 4),
        (4 * ONE, false, 4 * ONE),
    ] {
        let (mut flow, params) = at_window(window);
        let found = acked(&mut flow, &params, 0, 10_000, limited);
        // A unit is what the root is short of.
        assert!(found.abs_diff(after) <= 1, "{window} {limited}: {found}");
    }
    let (mut flow, params) = at_window(ONE);
    let found = acked(&mut flow, &params, 0, 10_000, true);
    assert!(found.abs_diff(2 * ONE) <= 2, "{found}");
}

#[test]
fn the_next_cut_is_allowed_exactly_a_round_trip_later() {
    for (age, cuts) in [(99_999, false), (100_000, true)] {
        let (mut flow, params) = at_window(400 * ONE);
        let start = u32::MAX - 50_000;
        let once = acked(&mut flow, &params, start, 100_000, true);
        assert_eq!(lose(&mut flow, &params, start.wrapping_add(age)) < once, cuts, "{age}");
    }
}

#[test]
fn a_silence_of_a_round_trip_allows_the_next_cut() {
    for (silence, cuts) in [(99_999, false), (100_000, true)] {
        let (mut flow, params) = at_window(400 * ONE);
        let once = acked(&mut flow, &params, 7, 100_000, true);
        // The owner's stamp is coarse: the silence counts, not the clock.
        flow.on_event(&params, &Event::Idle { now: Nanos32(8), silence });
        assert_eq!(lose(&mut flow, &params, 9) < once, cuts, "{silence}");
    }
}

#[test]
fn a_window_that_cannot_fall_counts_as_no_cut() {
    let (mut flow, params) = at_window(655);
    assert_eq!(lose(&mut flow, &params, 0), 655);
    let grown = acked(&mut flow, &params, 1, 10_000, true);
    assert!(grown > 655);
    assert!(lose(&mut flow, &params, 2) < grown, "nothing was cut a moment ago");
}

#[test]
fn the_round_trip_time_is_smoothed_by_an_eighth_and_bounded() {
    let (mut flow, params) = at_window(ONE);
    let mut measured = |rtt| {
        flow.on_event(&params, &Event::Rtt { now: Nanos32(0), rtt });
        flow.srtt()
    };
    assert_eq!([measured(0), measured(80_000), measured(0)], [0, 80_000, 80_000]);
    assert_eq!(measured(160_000), 90_000, "RFC 6298 §2");
    let (mut flow, params) = at_window(ONE);
    flow.on_event(&params, &Event::Rtt { now: Nanos32(0), rtt: u32::MAX });
    assert_eq!(flow.srtt(), 1 << 30);
}

#[test]
fn only_a_window_below_a_segment_with_a_known_round_trip_is_paced() {
    let rate = |window: u32, rtt: u32| {
        let (mut flow, params) = at_window(window);
        flow.on_event(&params, &Event::Rtt { now: Nanos32(0), rtt }).rate.to_bits()
    };
    let line = 1 << 20;
    assert_eq!([rate(ONE, 100_000), rate(ONE - 1, 0)], [line, line]);
    // 1000 B in 100 us of 12.5 B/ns: 1/1250 of the line.
    assert_eq!(rate(ONE - 1, 100_000), line / 1_250);
    // Half a segment in 4 ns would be ten times the line.
    assert_eq!(rate(ONE / 2, 4), line);
}

#[test]
fn the_row_of_timeouts_is_as_long_as_its_limit_says() {
    let (mut flow, params) = at_window(512 * ONE);
    let params = SwiftParams { retx_limit: 3, ..params };
    let mut windows = [0; 3];
    for (at, window) in (0u32..).zip(&mut windows) {
        flow.on_event(&params, &Event::Timeout { now: Nanos32(at), loss: Loss::default() });
        *window = flow.window_q16();
    }
    assert_eq!(windows, [256 * ONE, 128 * ONE, 655]);
    // A fast recovery ends the row as an acknowledgement does.
    let (mut flow, _) = at_window(512 * ONE);
    for at in 0..2u32 {
        flow.on_event(&params, &Event::Timeout { now: Nanos32(at), loss: Loss::default() });
    }
    lose(&mut flow, &params, 2);
    flow.on_event(&params, &Event::Timeout { now: Nanos32(3), loss: Loss::default() });
    assert_eq!(flow.window_q16(), 32 * ONE);
}
