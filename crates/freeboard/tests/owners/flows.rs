//! A table of flows decides like flows alone, with and without an underlay.

use freeboard::cc_api::{Ack, Bytes, CongestionControl, Event, Nanos32, OrAck, Sent, Seq32, Underlay};
use freeboard::cc_dctcp::{Dctcp, DctcpSettings};
use freeboard::cc_on_ramp::OnRampCounted;
use freeboard::{Flow, FlowTable, UnderlayInstance};

const MSS: Bytes = Bytes(1460);

fn ack(number: u32) -> Ack {
    let (una, nxt) = (Seq32(number * 1460), Seq32(number * 1460 + 60_000));
    let marked = if number.is_multiple_of(3) { MSS } else { Bytes(0) };
    Ack { acked: MSS, marked, una, nxt, window_limited: true, rtt: 20_000, ..Ack::default() }
}

#[test]
fn flows_of_a_table_are_apart_and_decide_like_a_flow_alone() {
    let params = Dctcp::params(&DctcpSettings::DEFAULT, MSS).unwrap();
    let mut table = FlowTable::<Dctcp, 3>::new(params);
    let mut alone = Flow::<Dctcp>::new(params);
    for number in 1..500 {
        let event = Event::Ack { now: Nanos32(number * 1_000), ack: ack(number) };
        assert_eq!(table.on_event(1, &event), Some(alone.on_event(&event)));
    }
    assert_eq!(table.control(1), Some(&alone.state));
    assert_eq!(table.control(0), Some(&Dctcp::default()));
    assert_eq!(table.open(1), Some(Flow::<Dctcp>::new(params).control()));
    assert_eq!(table.control(1), Some(&Dctcp::default()));
    assert_eq!((table.open(3), table.control(3)), (None, None));
}

/// A table with other parameters goes on as flows that were told of them one by one; a tick reaches every flow.
#[test]
fn parameters_change_and_timers_ring_for_all_flows_of_a_table() {
    let [first, second] =
        [1_460, 8_960].map(|mss| Dctcp::params(&DctcpSettings::DEFAULT, Bytes(mss)).unwrap());
    let mut table = FlowTable::<Dctcp, 2>::new(first);
    let mut alone = [Dctcp::default(); 2];
    let mut heard = 0;
    for number in 1..200 {
        let params = if number < 100 { &first } else { &second };
        if number == 100 {
            table.set_params(second);
        }
        let event = Event::Ack { now: Nanos32(number * 1_000), ack: ack(number) };
        let flow = number as usize % 2;
        assert_eq!(table.on_event(flow, &event), Some(alone[flow].on_event(params, &event)));
        let now = Nanos32(number * 1_000 + 1);
        table.on_tick(now, |flow, control| {
            assert_eq!(control, alone[flow].on_event(params, &Event::Tick { now }));
            heard += 1;
        });
    }
    assert_eq!(heard, 2 * 199);
}

/// A suggestion of the compiler for a trait that is not in scope compiles when it is pasted.
#[test]
fn interfaces_have_the_names_that_suggestions_show() {
    use freeboard::freeboard_aqm_api::Verdict;
    use freeboard::freeboard_cc_api::CongestionControl as Pasted;
    assert_eq!(Verdict::Signal as u32, 1);
    assert_eq!(<Dctcp as Pasted>::META.name, "dctcp");
}

#[test]
fn an_underlay_beside_a_flow_hears_acknowledgements_and_holds_like_one_alone() {
    let params = Dctcp::params(&DctcpSettings::DEFAULT, MSS).unwrap();
    let under = OnRampCounted::params(&Default::default()).unwrap();
    let mut table = FlowTable::<Dctcp, 2, OnRampCounted>::over(params, under);
    let mut alone = UnderlayInstance::<OnRampCounted>::new(under);
    let mut held = 0;
    for number in 1..300 {
        let now = Nanos32(number * 10_000);
        let sent = Sent { now, packet: number, fresh: MSS };
        let pause_at_sent = alone.on_sent(&sent);
        assert_eq!(table.on_sent(0, &sent), Some(pause_at_sent));
        let received = now.plus(1_000 * (number % 150));
        let later = received.plus(5_000);
        let report = OrAck { now: later, packet: number, sent: now, received, pause_at_sent };
        alone.on_or_ack(&report);
        assert!(table.on_or_ack(0, &report).is_some());
        alone.on_ack(later, MSS);
        assert!(table.on_event(0, &Event::Ack { now: later, ack: ack(number) }).is_some());
        let release = alone.release(later);
        held += u32::from(release.is_after(later));
        assert_eq!(table.held(0, later), Some((release, alone.in_flight_cap())));
    }
    assert!(held > 10, "held {held} times");
    let counts = table.reports();
    assert_eq!((counts.all, counts.ignored, counts.held), (299, 0, held));
    // A receiver whose clock is a second ahead.
    let now = Nanos32(4_000_000);
    let report = OrAck { now, packet: 400, sent: now, received: now.plus(1_000_000_000), pause_at_sent: 0 };
    assert!(table.on_or_ack(0, &report).is_some());
    assert_eq!((table.reports().all, table.reports().ignored, table.reports().held), (300, 1, held));
    assert_eq!(table.held(1, Nanos32(7)).map(|(release, _)| release), Some(Nanos32(7)));
}
