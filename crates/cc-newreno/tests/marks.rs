//! One cut per window of marks (RFC 3168 §6.1.2), and the sawtooth that follows from it.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, Seq32};
use freeboard_cc_newreno::{EcnStar, EcnStarSettings, RenoParams};
use freeboard_replay::FlowEvents;

const MSS: u32 = 1_000;

fn params() -> RenoParams {
    EcnStar::params(&EcnStarSettings::DEFAULT, Bytes(MSS)).unwrap()
}

fn ack(marked: bool, una: u32, nxt: u32) -> Event<'static> {
    let marked = Bytes(if marked { MSS } else { 0 });
    let (una, nxt) = (Seq32(una), Seq32(nxt));
    let ack = Ack { acked: Bytes(MSS), marked, una, nxt, window_limited: true, ..Ack::default() };
    Event::Ack { now: Nanos32(0), ack }
}

fn window(flow: &mut EcnStar, event: &Event<'_>) -> u32 {
    flow.on_event(&params(), event).window.0
}

#[test]
fn a_window_full_of_marks_cuts_once() {
    let mut flow = EcnStar::default();
    // The ACK of all eleven segments is about the last of them, which was sent before the cut.
    for segment in 1..=11 {
        assert_eq!(window(&mut flow, &ack(true, segment * MSS, 11 * MSS)), 5 * MSS);
    }
    assert_eq!(window(&mut flow, &ack(true, 12 * MSS, 16 * MSS)), 2 * MSS + MSS / 2);
}

/// RFC 8511 §3.1: 0.8 of the window for a mark, a half for a loss.
#[test]
fn a_mark_may_cut_less_than_a_loss() {
    let milder = EcnStar::PRESETS.iter().find(|preset| preset.name == "rfc8511").unwrap();
    let params = EcnStar::params(&milder.settings, Bytes(MSS)).unwrap();
    let mut flow = EcnStar::default();
    assert_eq!(flow.on_event(&params, &ack(true, MSS, 10 * MSS)).window.0, 8 * MSS);
    assert_eq!(flow.ssthresh(), Some(8 * MSS));
    let mut flow = EcnStar::default();
    let loss = Loss { in_flight: Bytes(10 * MSS), una: Seq32(0), nxt: Seq32(10 * MSS) };
    assert_eq!(flow.on_event(&params, &Event::LossEpisode { now: Nanos32(0), loss }).window.0, 5 * MSS);
}

#[test]
fn no_ack_of_a_reduced_window_grows() {
    let mut flow = EcnStar::default();
    window(&mut flow, &ack(true, MSS, 10 * MSS));
    for segment in 2..10 {
        assert_eq!(window(&mut flow, &ack(false, segment * MSS, 20 * MSS)), 5 * MSS);
    }
}

#[test]
fn a_loss_within_a_window_cut_for_marks_does_not_cut_again() {
    let mut flow = EcnStar::default();
    window(&mut flow, &ack(true, MSS, 10 * MSS));
    let loss = Loss { in_flight: Bytes(9 * MSS), una: Seq32(5 * MSS), nxt: Seq32(14 * MSS) };
    assert_eq!(window(&mut flow, &Event::LossEpisode { now: Nanos32(0), loss }), 5 * MSS);
}

#[test]
fn marks_never_take_the_window_below_the_floor_nor_raise_it() {
    let mut flow = EcnStar::default();
    let mut una = 0;
    for _ in 0..20 {
        una += 10 * MSS;
        window(&mut flow, &ack(true, una, una + 5 * MSS));
    }
    assert_eq!(flow.control(&params()).window.0, 2 * MSS);
    let loss = Loss { in_flight: Bytes(2 * MSS), una: Seq32(una), nxt: Seq32(una + 5 * MSS) };
    window(&mut flow, &Event::Timeout { now: Nanos32(0), loss });
    assert_eq!(window(&mut flow, &ack(true, una + 6 * MSS, una + 9 * MSS)), MSS);
}

/// One window per round, marked when it exceeds `threshold`: the sawtooth swings from half to all of it.
#[test]
fn the_sawtooth_swings_between_half_and_the_whole_of_the_threshold() {
    let (mut flow, threshold) = (EcnStar::default(), 100 * MSS);
    let (mut una, mut low, mut high, mut cuts) = (0u32, u32::MAX, 0, 0);
    for round in 0..2_000 {
        let cwnd = flow.control(&params()).window.0;
        let nxt = una + cwnd / MSS * MSS;
        let marked = cwnd > threshold;
        while una < nxt {
            una += MSS;
            let next = window(&mut flow, &ack(marked, una, nxt.max(una) + cwnd / MSS * MSS));
            if round > 300 {
                (low, high) = (low.min(next), high.max(next));
                cuts += u32::from(next < cwnd && una + cwnd / MSS * MSS - MSS == nxt);
            }
        }
    }
    assert!((threshold + MSS..=threshold + 2 * MSS).contains(&high), "{high}");
    assert!((threshold / 2..=threshold / 2 + MSS).contains(&low), "{low}");
    assert!(cuts >= 1);
}

#[test]
fn random_events_never_break_the_invariants() {
    for seed in 0..8 {
        let (mut events, mut flow) = (FlowEvents::new(seed), EcnStar::default());
        let (mut last, mut cut_until) = (flow.control(&params()).window.0, None::<Seq32>);
        for _ in 0..50_000 {
            let event = events.step();
            let next = window(&mut flow, &event);
            assert!((MSS..=1 << 30).contains(&next));
            if let Event::Ack { ack, .. } | Event::Int { ack, .. } = event {
                assert!(next <= last + MSS && next >= last / 2);
                if next < last {
                    assert!(ack.marked.0 > 0);
                    assert!(cut_until.is_none_or(|until| ack.una.is_after(until)), "two cuts in a window");
                    cut_until = Some(ack.nxt);
                }
            }
            if let Event::Timeout { .. } = event {
                cut_until = None;
            }
            last = next;
        }
    }
}
