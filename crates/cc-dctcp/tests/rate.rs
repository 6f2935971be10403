//! The rate form against the rules of the simulator it comes from.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Nanos32, Seq32};
use freeboard_cc_dctcp::{DctcpRate, DctcpRateParams, DctcpRateSettings};
use freeboard_replay::FlowEvents;

const MSS: u32 = 1_000;
const LINE: u32 = 1 << 20;

fn params() -> DctcpRateParams {
    DctcpRate::params(&DctcpRateSettings::DEFAULT, Bytes(MSS)).unwrap()
}

fn ack(flow: &mut DctcpRate, marked: bool, una: u32, nxt: u32) -> u32 {
    let (acked, marked) = (Bytes(MSS), Bytes(if marked { MSS } else { 0 }));
    let ack = Ack { acked, marked, una: Seq32(una), nxt: Seq32(nxt), ..Ack::default() };
    flow.on_event(&params(), &Event::Ack { now: Nanos32(0), ack }).rate.to_bits()
}

#[test]
fn starts_at_line_rate_with_the_window_of_the_path() {
    let control = DctcpRate::default().control(&params());
    assert_eq!((control.rate.to_bits(), control.window), (LINE, Bytes(153_000)));
}

#[test]
fn a_round_trip_full_of_marks_cuts_once_and_one_without_adds_once() {
    let mut flow = DctcpRate::default();
    for packet in 1..=10 {
        assert_eq!(ack(&mut flow, true, packet * MSS, 11 * MSS), LINE / 2, "alpha starts at 1");
    }
    // The last packet from before the cut is answered already, marked or not; the first one sent after it is not.
    for marked in [true, false] {
        let mut other = flow;
        assert_eq!(ack(&mut other, marked, 11 * MSS, 12 * MSS), LINE / 2);
        assert!(ack(&mut other, true, 12 * MSS, 13 * MSS) < LINE / 2);
    }
    // The window of the cut ends and adds: nothing in it was unmarked before.
    let mut last = LINE / 2;
    let mut steps = 0;
    for packet in 11..=70 {
        let rate = ack(&mut flow, false, packet * MSS, packet * MSS + 10 * MSS);
        assert!(rate == last || rate == last + 6_449);
        steps += u32::from(rate != last);
        last = rate;
    }
    assert_eq!(steps, 6);
}

#[test]
fn the_steady_fraction_of_marks_is_alpha_and_sets_the_cut() {
    let mut flow = DctcpRate::default();
    let mut una = 0;
    for round in 0..400u32 {
        for packet in 0..16 {
            una += MSS;
            ack(&mut flow, packet % 4 == 0, una, una + (16 - packet) * MSS);
        }
        if round > 300 {
            assert!(flow.alpha_q20().abs_diff(LINE / 4) < LINE / 100, "{}", flow.alpha_q20());
        }
    }
}

#[test]
fn alpha_reaches_zero_and_one() {
    let mut flow = DctcpRate::default();
    let mut packets = 1..1_200;
    for (marked, end) in [(false, 0), (true, LINE), (false, 0)] {
        for packet in packets.by_ref().take(399) {
            ack(&mut flow, marked, packet * MSS, packet * MSS + MSS);
        }
        assert_eq!(flow.alpha_q20(), end);
    }
}

#[test]
fn random_events_keep_the_rate_in_range_and_cut_at_most_by_half() {
    for seed in 0..4 {
        let (params, mut events, mut flow) = (params(), FlowEvents::new(seed), DctcpRate::default());
        let mut last = LINE;
        for _ in 0..100_000 {
            let control = flow.on_event(&params, &events.step());
            let rate = control.rate.to_bits();
            assert!((params.min_rate..=LINE).contains(&rate) && rate >= last / 2 && rate <= last + params.ai);
            assert!(control.window.0 >= MSS);
            last = rate;
        }
    }
    assert!(size_of::<DctcpRate>() <= 48);
}
