//! The window against RFC 5681 and RFC 6582, rule by rule, and over random events.

use freeboard_cc_api::reno::Restart;
use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, Prior, Seq32};
use freeboard_cc_newreno::{NewReno, NewRenoSettings, RenoParams};
use freeboard_fixmath::split_mix::SplitMix64;
use freeboard_replay::FlowEvents;

const MSS: u32 = 1_000;

fn params() -> RenoParams {
    NewReno::params(&NewRenoSettings { initial_window: 20, ..NewRenoSettings::DEFAULT }, Bytes(MSS)).unwrap()
}

/// An ACK of `acked` bytes up to `una`, with a window of data behind it.
fn ack(acked: u32, una: u32, nxt: u32) -> Event<'static> {
    let (acked, una, nxt) = (Bytes(acked), Seq32(una), Seq32(nxt));
    Event::Ack { now: Nanos32(0), ack: Ack { acked, una, nxt, window_limited: true, ..Ack::default() } }
}

fn loss(in_flight: u32, una: u32) -> Loss {
    Loss { in_flight: Bytes(in_flight), una: Seq32(una), nxt: Seq32(una.wrapping_add(in_flight)) }
}

fn window(flow: &mut NewReno, event: &Event<'_>) -> u32 {
    flow.on_event(&params(), event).window.0
}

/// A flow in congestion avoidance with a window of ten segments, nothing reduced any more.
fn avoiding() -> NewReno {
    let mut flow = NewReno::default();
    window(&mut flow, &Event::LossEpisode { now: Nanos32(0), loss: loss(20 * MSS, 0) });
    flow
}

#[test]
fn slow_start_adds_at_most_one_segment_per_ack() {
    let mut flow = NewReno::default();
    assert_eq!(window(&mut flow, &ack(400, 400, 9_000)), 20_400);
    assert_eq!(window(&mut flow, &ack(5_000, 5_400, 19_000)), 21_400);
}

#[test]
fn avoidance_adds_one_segment_per_window_of_acknowledged_bytes() {
    let mut flow = avoiding();
    let mut una = 20 * MSS;
    // Ten segments, then eleven, then twelve: 33 ACKs of one segment add three.
    for _ in 0..33 {
        una += MSS;
        window(&mut flow, &ack(MSS, una, una + 10 * MSS));
    }
    assert_eq!(flow.control(&params()).window.0, 13 * MSS);
}

#[test]
fn a_loss_halves_the_flight_not_the_window() {
    let mut flow = NewReno::default();
    let event = Event::LossEpisode { now: Nanos32(0), loss: loss(8 * MSS, 0) };
    assert_eq!(window(&mut flow, &event), 4 * MSS);
    assert_eq!(flow.ssthresh(), Some(4 * MSS));
    let tiny = Event::LossEpisode { now: Nanos32(0), loss: loss(MSS, 8 * MSS) };
    assert_eq!(window(&mut flow, &tiny), 2 * MSS, "RFC 5681 eq. 4: not below two segments");
}

/// A host that paces windows sends twice as fast below it.
#[test]
fn the_threshold_of_slow_start_is_what_the_last_cut_left() {
    let mut flow = NewReno::default();
    assert_eq!(flow.slow_start_threshold(), Bytes(u32::MAX), "RFC 5681 §3.1: arbitrarily high at first");
    window(&mut flow, &Event::LossEpisode { now: Nanos32(0), loss: loss(8 * MSS, 0) });
    assert_eq!(flow.slow_start_threshold(), Bytes(4 * MSS));
}

#[test]
fn losses_of_one_window_cut_once_and_the_next_window_cuts_again() {
    let mut flow = avoiding();
    for una in [0, MSS, 19 * MSS] {
        let again = Event::LossEpisode { now: Nanos32(0), loss: loss(20 * MSS, una) };
        assert_eq!(window(&mut flow, &again), 10 * MSS);
    }
    let next = Event::LossEpisode { now: Nanos32(0), loss: loss(10 * MSS, 20 * MSS) };
    assert_eq!(window(&mut flow, &next), 5 * MSS);
}

#[test]
fn nothing_grows_during_a_reduction_or_without_a_limiting_window() {
    let mut flow = avoiding();
    for una in 1..20 {
        assert_eq!(window(&mut flow, &ack(MSS, una * MSS, 30 * MSS)), 10 * MSS);
    }
    let mut idle = NewReno::default();
    for una in 0..50 {
        let seen = Ack { acked: Bytes(MSS), una: Seq32(una * MSS), ..Ack::default() };
        assert_eq!(window(&mut idle, &Event::Ack { now: Nanos32(0), ack: seen }), 20 * MSS);
    }
}

#[test]
fn a_repeated_timeout_keeps_the_first_threshold() {
    let mut flow = NewReno::default();
    let timeout = |in_flight| Event::Timeout { now: Nanos32(0), loss: loss(in_flight, 0) };
    assert_eq!(window(&mut flow, &timeout(20 * MSS)), MSS);
    assert_eq!(flow.ssthresh(), Some(10 * MSS));
    assert_eq!(window(&mut flow, &timeout(4 * MSS)), MSS);
    assert_eq!(flow.ssthresh(), Some(10 * MSS), "same segment: RFC 5681 eq. 4 applies once");
    window(&mut flow, &ack(MSS, MSS, 20 * MSS));
    window(&mut flow, &timeout(4 * MSS));
    assert_eq!(flow.ssthresh(), Some(2 * MSS));
}

/// RFC 2861 §3.1 as Linux has it, by hand: 64 segments, a timeout of 1 ms, a restart from 20 segments.
#[test]
fn a_silence_halves_the_window_per_timeout_and_keeps_three_quarters_as_the_threshold() {
    const MS: u32 = 1_000_000;
    // Silence, window behind it. The threshold was 10 segments; three quarters of 64 are 48.
    for (silence, left) in [(MS, 64), (MS + 1, 32), (2 * MS, 32), (2 * MS + 1, 20), (u32::MAX, 20)] {
        for (restart, threshold) in [(Restart::Halve, 48), (Restart::Initial, 10)] {
            let settings = NewRenoSettings {
                initial_window: 20,
                idle_restart: MS,
                restart: restart.setting(),
                ..NewRenoSettings::DEFAULT
            };
            let (params, mut flow) = (NewReno::params(&settings, Bytes(MSS)).unwrap(), avoiding());
            // Behind the cut, as when recovery found that nothing was lost.
            window(&mut flow, &ack(0, 20 * MSS, 30 * MSS));
            let prior = Prior { window: Bytes(64 * MSS), threshold: Bytes(10 * MSS) };
            window(&mut flow, &Event::Undo { now: Nanos32(0), prior });
            let control = flow.on_event(&params, &Event::Idle { now: Nanos32(0), silence });
            let (left, threshold) = match (restart, silence > MS) {
                (_, false) => (64, 10),
                (Restart::Halve, true) => (left, threshold),
                (Restart::Initial, true) => (20, threshold),
            };
            assert_eq!(control.window, Bytes(left * MSS), "{restart:?} {silence}");
            assert_eq!(flow.slow_start_threshold(), Bytes(threshold * MSS), "{restart:?} {silence}");
        }
    }
}

/// Linux's loop, which takes a timeout off the silence and halves while something is left.
#[test]
fn every_silence_leaves_what_linux_leaves() {
    let mut draws = SplitMix64::new(7);
    for _ in 0..20_000 {
        let draw = [(); 4].map(|()| draws.half());
        let (patience, silence, segments) =
            (1 + draw[0] % 2_000_000_000, draw[1] >> (draw[2] % 24), draw[3] % 900_000);
        let settings = NewRenoSettings { idle_restart: patience, ..NewRenoSettings::DEFAULT };
        let (params, mut flow) = (NewReno::params(&settings, Bytes(MSS)).unwrap(), NewReno::default());
        let before = (10 + segments) * MSS;
        let prior = Prior { window: Bytes(before), threshold: Bytes(u32::MAX) };
        window(&mut flow, &Event::Undo { now: Nanos32(0), prior });
        let (mut left, mut linux) = (i64::from(silence), before);
        if left > i64::from(patience) {
            loop {
                left -= i64::from(patience);
                if left <= 0 || linux <= 10 * MSS {
                    break;
                }
                linux >>= 1;
            }
            linux = linux.max(10 * MSS);
        }
        let control = flow.on_event(&params, &Event::Idle { now: Nanos32(0), silence });
        assert_eq!(control.window, Bytes(linux), "{patience} {silence} {before}");
        assert_eq!(flow.ssthresh(), None, "no threshold before the first cut");
    }
}

#[test]
fn sequence_numbers_wrap_inside_a_reduction() {
    let mut flow = NewReno::default();
    let before = u32::MAX - 3 * MSS;
    window(&mut flow, &Event::LossEpisode { now: Nanos32(0), loss: loss(20 * MSS, before) });
    assert_eq!(window(&mut flow, &ack(MSS, before.wrapping_add(10 * MSS), 0)), 10 * MSS);
    for segment in 0..10 {
        let una = before.wrapping_add((20 + segment) * MSS);
        window(&mut flow, &ack(MSS, una, una.wrapping_add(10 * MSS)));
    }
    assert_eq!(flow.control(&params()).window.0, 11 * MSS);
}

#[test]
fn random_events_never_break_the_invariants() {
    for seed in 0..8 {
        let (mut events, mut flow) = (FlowEvents::new(seed), NewReno::default());
        let mut last = flow.control(&params()).window.0;
        for _ in 0..50_000 {
            let event = events.step();
            let next = window(&mut flow, &event);
            assert!((MSS..=1 << 30).contains(&next));
            match event {
                Event::LossEpisode { .. } | Event::Timeout { .. } => assert!(next <= last.max(2 * MSS)),
                Event::Ack { .. } | Event::Int { .. } => assert!(next >= last && next - last <= MSS),
                Event::Undo { .. } => assert!(next >= last),
                _ => assert_eq!(next, last),
            }
            last = next;
        }
    }
}
