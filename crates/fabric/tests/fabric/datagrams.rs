//! Flows of datagrams: a rate, and nothing that comes back.

use crate::support::{Fixed, dumbbell, tail_drop};
use freeboard_cc_api::{Bytes, Control, LineFraction, NoUnderlay};
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::{BufferConfig, Controls, FlowSpec, HostConfig, Network, Ps};

const PAYLOAD: u16 = 960;
/// With 40 B of headers at 10 Gbit/s.
const PACKET_TIME: Ps = Ps(800_000);

fn paced(eighths: u32) -> Controls<Fixed, NoUnderlay> {
    let rate = LineFraction::from_bits((1 << 17) * eighths);
    Controls::new(Control { window: Bytes::MAX, rate }, ())
}

/// Payload that arrives in 1 ms from each of `senders` hosts at `eighths` eighths of line rate, and drops in all.
fn arrived(senders: u32, eighths: u32, buffer: u32) -> (Vec<u64>, u64, u64) {
    let (topology, receiver, _) = dumbbell(senders, Ps::from_us(8));
    let switches = tail_drop(BufferConfig::PortPackets(buffer));
    let mut net = Network::new(topology, &switches, HostConfig::default(), vec![paced(eighths)], 1).unwrap();
    for host in 0..senders {
        let flow = FlowSpec::endless(host, receiver, Ps::ZERO).in_datagrams_of(PAYLOAD);
        net.add_flow(flow.until(Ps::from_ms(1))).unwrap();
    }
    net.run_until(Ps::from_ms(2));
    let counters = net.counters();
    assert_eq!((counters.resent_packets, counters.timeouts, net.unfinished()), (0, 0, 0));
    assert!(net.records().is_empty());
    let bytes = (0..senders).map(|flow| net.received(FlowId(flow)).unwrap()).collect();
    (bytes, counters.drops, counters.data_packets)
}

#[test]
fn a_sender_alone_delivers_its_rate_and_causes_no_other_packet() {
    for eighths in [1, 4, 8] {
        let (bytes, drops, sent) = arrived(1, eighths, 10);
        let due = Ps::from_ms(1).0 * u64::from(eighths) / 8 / PACKET_TIME.0;
        assert_eq!((bytes[0], drops), (sent * u64::from(PAYLOAD), 0));
        assert!(sent.abs_diff(due) <= 1, "{eighths}/8: {sent}, {due}");
    }
}

#[test]
fn what_the_link_cannot_carry_is_lost_and_not_sent_again() {
    let (bytes, drops, sent) = arrived(3, 4, 10);
    let got: u64 = bytes.iter().sum::<u64>() / u64::from(PAYLOAD);
    assert_eq!(got + drops, sent);
    // Three halves of a link into one: a third is lost, but for the packets the buffer keeps to the end.
    assert!(drops.abs_diff(sent / 3) <= 12, "{drops} of {sent}");
}

#[test]
fn a_datagram_that_fits_no_packet_is_refused() {
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(8));
    let switches = tail_drop(BufferConfig::Unlimited);
    let mut net = Network::new(topology, &switches, HostConfig::default(), vec![paced(8)], 1).unwrap();
    let flow = FlowSpec::endless(0, receiver, Ps::ZERO);
    assert!(net.add_flow(flow.in_datagrams_of(u16::MAX)).is_err());
    assert!(net.add_flow(flow.in_datagrams_of(u16::MAX - 40)).is_ok());
}
