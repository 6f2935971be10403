//! Statements of both forms of DCTCP, and the states of Linux in which a mark is not answered.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, Seq32, Words};
use freeboard_cc_dctcp::{Dctcp, DctcpParams, DctcpRate, DctcpRateSettings, DctcpSettings, Growth, Increase};

const MSS: u32 = 1_000;
const ONE: u32 = 1 << 20;

fn words<C: CongestionControl>(flow: &C) -> Vec<u32> {
    let mut words = Words::new();
    flow.canonical(&mut words);
    words.as_slice().to_vec()
}

fn params(settings: DctcpSettings) -> DctcpParams {
    Dctcp::params(&settings, Bytes(MSS)).unwrap()
}

/// An ACK of a segment up to `una` with ten segments behind it.
fn ack(una: u32, marked: bool, window_limited: bool) -> Event<'static> {
    let (acked, marked) = (Bytes(MSS), Bytes(if marked { MSS } else { 0 }));
    let (una, nxt) = (Seq32(una), Seq32(una.wrapping_add(10 * MSS)));
    Event::Ack { now: Nanos32(0), ack: Ack { acked, marked, una, nxt, window_limited, ..Ack::default() } }
}

fn window(flow: &mut Dctcp, event: &Event<'_>) -> u32 {
    flow.on_event(&params(DctcpSettings::DEFAULT), event).window.0
}

#[test]
fn a_fresh_flow_has_its_initial_window_or_rate_before_any_event() {
    assert_eq!(Dctcp::default().control(&params(DctcpSettings::DEFAULT)).window, Bytes(10 * MSS));
    let settings = DctcpRateSettings { initial_rate: ONE / 2, ..DctcpRateSettings::DEFAULT };
    let params = DctcpRate::params(&settings, Bytes(MSS)).unwrap();
    assert_eq!(DctcpRate::default().control(&params).rate.to_bits(), ONE / 2);
    let mut flow = DctcpRate::default();
    flow.on_event(&params, &Event::Timeout { now: Nanos32(0), loss: Loss::default() });
    assert_eq!(flow.control(&params).rate.to_bits(), ONE / 2, "no ACK yet");
}

#[test]
fn a_rate_may_begin_at_the_smallest_one_and_not_below() {
    let place = |initial_rate| {
        let settings = DctcpRateSettings { initial_rate, min_rate: 2_000, ..DctcpRateSettings::DEFAULT };
        DctcpRate::params(&settings, Bytes(MSS)).map_err(|error| (error.field, error.min))
    };
    assert!(place(2_000).is_ok() && place(2_001).is_ok());
    assert_eq!(place(1_999).unwrap_err(), (DctcpRateSettings::initial_rate, 2_000));
}

/// cwnd, threshold, growth; alpha, bytes acknowledged and marked, the window's end; the reduction's end and the status.
#[test]
fn the_words_of_a_window_are_its_state() {
    let mut flow = Dctcp::default();
    assert_eq!(words(&flow), [0; 9]);
    window(&mut flow, &ack(MSS, true, true));
    let status = words(&flow)[8];
    assert_eq!(words(&flow), [5 * MSS, 5 * MSS, 0, ONE, MSS, MSS, 11 * MSS, 11 * MSS, status]);
    assert_ne!(status, 0);
}

/// Rate; alpha, bytes acknowledged and marked, the window's end; the reduction's end and the status.
#[test]
fn the_words_of_a_rate_are_its_state_while_it_is_in_force() {
    let params = DctcpRate::params(&DctcpRateSettings::DEFAULT, Bytes(MSS)).unwrap();
    let mut flow = DctcpRate::default();
    assert_eq!(words(&flow), [0; 7]);
    flow.on_event(&params, &ack(MSS, true, true));
    assert_eq!(words(&flow), [ONE / 2, ONE, MSS, MSS, 11 * MSS, 11 * MSS, 7]);
    // The reduction is over: its end no longer counts. The window of the estimate ended as well.
    flow.on_event(&params, &ack(12 * MSS, false, true));
    assert_eq!(words(&flow)[4..], [22 * MSS, 0, 3]);
}

/// Linux answers no mark while it recovers from a loss, and such an ACK grows nothing either.
#[test]
fn a_mark_during_recovery_neither_cuts_nor_grows() {
    for marked in [true, false] {
        let mut flow = Dctcp::default();
        let loss = Loss { in_flight: Bytes(4 * MSS), una: Seq32(0), nxt: Seq32(4 * MSS) };
        assert_eq!(window(&mut flow, &Event::Timeout { now: Nanos32(0), loss }), MSS);
        let grown = if marked { MSS } else { 2 * MSS };
        assert_eq!(window(&mut flow, &ack(2 * MSS, marked, true)), grown, "slow start after the timeout");
    }
}

#[test]
fn a_window_that_does_not_limit_is_not_widened_but_cut() {
    let mut flow = Dctcp::default();
    assert_eq!(window(&mut flow, &ack(MSS, false, false)), 10 * MSS);
    assert_eq!(window(&mut flow, &ack(2 * MSS, false, true)), 11 * MSS);
    assert!(window(&mut flow, &ack(3 * MSS, true, false)) < 11 * MSS);
}

/// RFC 8257 §3.5: as Reno, whatever alpha says.
#[test]
fn a_loss_halves_the_flight() {
    let mut flow = Dctcp::default();
    let loss = Loss { in_flight: Bytes(8 * MSS), una: Seq32(0), nxt: Seq32(8 * MSS) };
    assert_eq!(window(&mut flow, &Event::LossEpisode { now: Nanos32(0), loss }), 4 * MSS);
}

#[test]
fn presets_are_what_their_sources_use() {
    let [rfc, packets, bcc] = [0, 1, 2].map(|at| Dctcp::PRESETS[at].settings);
    assert_eq!(rfc, DctcpSettings::DEFAULT);
    assert_eq!(
        (packets.min_window, packets.growth, packets.increase),
        (1, Growth::Always.setting(), Increase::PerAck.setting())
    );
    assert_eq!((bcc.alpha_init, bcc.initial_window, bcc.min_window), (0, 20, 1));
    // 1 in Q16 is 1 in Q20.
    assert_eq!(params(DctcpSettings::DEFAULT).alpha_init.to_bits(), ONE);
    let half = DctcpRateSettings { alpha_init: 32_768, ..DctcpRateSettings::DEFAULT };
    assert_eq!(DctcpRate::params(&half, Bytes(MSS)).unwrap().alpha_init.to_bits(), ONE / 2);
}
