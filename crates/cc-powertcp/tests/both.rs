//! Statements of both forms of PowerTCP: fresh flows, words of a state, presets and gaps.

use freeboard_cc_api::{
    Ack, Bytes, CongestionControl, Event, IntHop, IntStack, MAX_INT_HOPS, Nanos32, Seq32, Words,
};
use freeboard_cc_powertcp::{PowerTcp, PowerTcpSettings, ThetaPowerTcp, ThetaPowerTcpSettings};

const MSS: Bytes = Bytes(1_000);
/// 100 Gbit/s · 13 us.
const BDP: u32 = 162_500;
const ONE: u32 = 1 << 24;

fn words<C: CongestionControl>(flow: &C) -> Vec<u32> {
    let mut words = Words::new();
    flow.canonical(&mut words);
    words.as_slice().to_vec()
}

fn ack(una: u32, nxt: u32, rtt: u32) -> Ack {
    Ack { acked: MSS, una: Seq32(una), nxt: Seq32(nxt), rtt, ..Ack::default() }
}

/// One hop of 100 Gbit/s.
fn stack(stamp: u32, depth: u32, sent: u32) -> IntStack {
    let mut hops = [IntHop::default(); MAX_INT_HOPS];
    hops[0] = IntHop { stamp: Nanos32(stamp), depth: Bytes(depth), sent, rate_mbps: 100_000 };
    IntStack { hops, count: 1 }
}

#[test]
fn a_fresh_flow_has_the_line_and_its_product_before_any_event() {
    let int = PowerTcp::default().control(&PowerTcp::params(&PowerTcpSettings::DEFAULT, MSS).unwrap());
    let params = ThetaPowerTcp::params(&ThetaPowerTcpSettings::DEFAULT, MSS).unwrap();
    for control in [int, ThetaPowerTcp::default().control(&params)] {
        assert_eq!((control.window, control.rate.to_bits()), (Bytes(BDP), 1 << 20));
    }
}

/// cwnd, cwnd_old, lastUpdated and whether there was a round, then the power.
#[test]
fn the_words_of_a_flow_are_its_state() {
    let params = PowerTcp::params(&PowerTcpSettings::DEFAULT, MSS).unwrap();
    let mut flow = PowerTcp::default();
    assert!(words(&flow).iter().all(|&word| word == 0));
    for (una, nxt, stack) in [(7, 8, stack(0, 0, 0)), (9, 77, stack(13_000, BDP, BDP))] {
        flow.on_event(&params, &Event::Int { now: Nanos32(0), ack: ack(una, nxt, 0), stack: &stack });
    }
    let window = flow.window().bytes();
    assert!(window < BDP);
    assert_eq!(words(&flow)[..5], [window, window, 77, 1, flow.power()]);

    let params = ThetaPowerTcp::params(&ThetaPowerTcpSettings::DEFAULT, MSS).unwrap();
    let mut flow = ThetaPowerTcp::default();
    assert_eq!(words(&flow), [0; 8]);
    flow.on_event(&params, &Event::Ack { now: Nanos32(500), ack: ack(7, 8, 20_000) });
    assert_eq!(words(&flow), [BDP, BDP, 0, 0, ONE, 20_000, 500, 1]);
    flow.on_event(&params, &Event::Ack { now: Nanos32(13_500), ack: ack(9, 77, 40_000) });
    let window = flow.window().bytes();
    assert_eq!(words(&flow), [window, window, 77, 1, flow.power(), 40_000, 13_500, 1]);
}

#[test]
fn the_first_round_ends_at_once_wherever_the_sequence_numbers_begin() {
    let params = PowerTcp::params(&PowerTcpSettings::DEFAULT, MSS).unwrap();
    for una in [5, 0, u32::MAX - 5_000] {
        let mut flow = PowerTcp::default();
        for stack in [stack(0, 0, 0), stack(13_000, BDP, BDP)] {
            flow.on_event(&params, &Event::Int { now: Nanos32(0), ack: ack(una, una, 0), stack: &stack });
        }
        assert!(flow.window().old() < BDP, "{una}");
    }
}

#[test]
fn an_acknowledgement_without_a_sample_says_nothing_about_the_path() {
    let params = ThetaPowerTcp::params(&ThetaPowerTcpSettings::DEFAULT, MSS).unwrap();
    let mut flow = ThetaPowerTcp::default();
    flow.on_event(&params, &Event::Ack { now: Nanos32(500), ack: ack(7, 8, 20_000) });
    let before = words(&flow);
    flow.on_event(&params, &Event::Ack { now: Nanos32(900), ack: ack(9, 77, 0) });
    assert_eq!(words(&flow), before);
}

/// \[Addanki22\] as printed has neither a target utilisation nor a slack, and one gamma.
#[test]
fn presets_are_the_published_numbers() {
    let int: Vec<_> =
        PowerTcp::PRESETS.iter().map(|it| (it.settings.eta, it.settings.line_mbps, it.settings.ai)).collect();
    assert_eq!(int, [(62_259, 100_000, 975), (65_536, 100_000, 975), (62_259, 25_000, 244)]);
    let theta: Vec<_> =
        ThetaPowerTcp::PRESETS.iter().map(|it| (it.settings.gamma_theta, it.settings.slack)).collect();
    assert_eq!(theta, [(45_875, 68_813), (58_982, 65_536), (45_875, 68_813)]);
}

/// Stamps have 32 bits: a quarter of them is a gap, and another quarter the age of a sample.
#[test]
fn the_longest_gap_is_a_quarter_of_the_clock() {
    assert_eq!([PowerTcp::META.longest_gap_ns, ThetaPowerTcp::META.longest_gap_ns], [1 << 30; 2]);
}
