//! The window of DCTCP, worked by hand.

use cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, Seq32};
use cc_dctcp::{Dctcp, DctcpSettings};

const MSS: u32 = 1460;

fn ack(una: u32, marked: bool) -> Event<'static> {
    let acked = Bytes(MSS);
    let ack = Ack {
        acked,
        marked: if marked { acked } else { Bytes(0) },
        una: Seq32(una),
        nxt: Seq32(una + 10 * MSS),
        window_limited: true,
        ..Ack::default()
    };
    Event::Ack { now: Nanos32(una), ack }
}

fn timeout() -> Event<'static> {
    let loss = Loss { in_flight: Bytes(20 * MSS), una: Seq32(0), nxt: Seq32(20 * MSS) };
    Event::Timeout { now: Nanos32(0), loss }
}

#[test]
fn a_mark_after_a_timeout_does_not_raise_the_window_to_its_floor() {
    let params = Dctcp::params(&DctcpSettings::default(), Bytes(MSS)).unwrap();
    let mut flow = Dctcp::default();
    assert_eq!(flow.on_event(&params, &timeout()).window, Bytes(MSS));
    assert_eq!(flow.on_event(&params, &ack(20 * MSS, true)).window, Bytes(MSS));
}

#[test]
fn a_mark_cuts_by_half_of_alpha_and_only_once_per_window() {
    let params = Dctcp::params(&DctcpSettings::default(), Bytes(MSS)).unwrap();
    let mut flow = Dctcp::default();
    // Alpha starts at 1: the first cut is a halving.
    assert_eq!(flow.on_event(&params, &ack(MSS, true)).window, Bytes(5 * MSS));
    assert_eq!(flow.on_event(&params, &ack(2 * MSS, true)).window, Bytes(5 * MSS));
}
