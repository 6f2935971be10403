//! Single flows and single packets, to the picosecond.

use crate::support::{bare, dctcp, dumbbell, fixed};
use freeboard_fabric::topology::NToOne;
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, LinkRate, Ps};

/// One 1500 B packet at 10 Gbit/s.
const PACKET: Ps = Ps(1_200_000);

#[test]
fn one_packet_takes_two_transmissions_and_the_propagation() {
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let mut net = fixed(topology, BufferConfig::Unlimited, bare(), 1_000_000);
    net.add_flow(FlowSpec::new(0, receiver, 1460, Ps::from_us(7))).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(10)));
    let record = net.records()[0];
    assert_eq!(record.fct(), Ps(2 * PACKET.0) + Ps::from_us(40));
    assert_eq!(record.fct(), record.base);
}

#[test]
fn a_train_of_packets_pipelines_over_the_hops() {
    // n full packets and one of 100 B payload: n + 1 serialisations of the first hop's kind, then the last
    // packet's own at the second hop, which is free before it comes.
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let mut net = fixed(topology, BufferConfig::Unlimited, bare(), 10_000_000);
    let full = 99;
    net.add_flow(FlowSpec::new(0, receiver, full * 1460 + 100, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(10)));
    // The last small packet waits at the switch behind the last full one.
    let expected = Ps(PACKET.0 * (full + 1)) + LinkRate::G10.time_of(140) + Ps::from_us(40);
    assert_eq!(net.records()[0].fct(), expected);
    assert_eq!(net.records()[0].base, expected);
}

#[test]
fn a_slow_last_link_paces_the_train() {
    let shape = NToOne { receiver_rate: LinkRate::G1, ..NToOne::even(1, LinkRate::G10, Ps::from_us(80)) };
    let mut net = fixed(shape.build(), BufferConfig::Unlimited, bare(), 10_000_000);
    net.add_flow(FlowSpec::new(0, shape.receiver(), 50 * 1460, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(10)));
    let expected = PACKET + Ps(50 * 12_000_000) + Ps::from_us(40);
    assert_eq!(net.records()[0].fct(), expected);
    assert_eq!(net.records()[0].base, expected);
}

#[test]
fn the_handshake_costs_one_round_trip_of_headers() {
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let mut net = fixed(topology, BufferConfig::Unlimited, HostConfig::default(), 1_000_000);
    net.add_flow(FlowSpec::new(0, receiver, 1460, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(10)));
    let headers = Ps(4 * LinkRate::G10.time_of(40).0);
    let expected = headers + Ps::from_us(80) + Ps(2 * PACKET.0) + Ps::from_us(40);
    assert_eq!(net.records()[0].fct(), expected);
    assert_eq!(net.records()[0].base, expected);
}

#[test]
fn a_window_of_one_segment_takes_one_round_trip_each() {
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let mut net = fixed(topology, BufferConfig::Unlimited, bare(), 1460);
    net.add_flow(FlowSpec::new(0, receiver, 10 * 1460, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(10)));
    let one_way = Ps(2 * PACKET.0) + Ps::from_us(40);
    let ack = Ps(2 * LinkRate::G10.time_of(40).0) + Ps::from_us(40);
    assert_eq!(net.records()[0].fct(), Ps(9 * (one_way + ack).0) + one_way);
}

#[test]
fn a_saturated_link_carries_payload_over_wire_of_its_rate() {
    let (topology, receiver, bottleneck) = dumbbell(4, Ps::from_us(80));
    let mut net = dctcp(topology, 100_000, BufferConfig::Unlimited, HostConfig::default(), 1);
    let flows: Vec<_> =
        (0..4).map(|h| net.add_flow(FlowSpec::endless(h, receiver, Ps::ZERO)).unwrap()).collect();
    net.run_until(Ps::from_ms(5));
    let received =
        |net: &crate::support::DctcpNet| flows.iter().map(|&f| net.received(f).unwrap()).sum::<u64>();
    let (before, port) = (received(&net), net.port_stats(bottleneck));
    net.run_until(Ps::from_ms(25));
    let window = net.port_stats(bottleneck).since(&port);
    assert_eq!(window.busy_ps.abs_diff(Ps::from_ms(20).0) / PACKET.0, 0, "busy to within one packet");
    let expected = LinkRate::G10.bytes_in(Ps::from_ms(20)) * 1460 / 1500;
    let got = received(&net) - before;
    assert!(got.abs_diff(expected) <= 1460, "{got} B against {expected} B");
}

#[test]
fn a_queue_of_one_packet_drops_what_comes_second() {
    // Four packets arrive at the same instant: one is sent, one waits, two are dropped.
    let (topology, receiver, bottleneck) = dumbbell(4, Ps::from_us(80));
    let mut net = fixed(topology, BufferConfig::PortPackets(1), bare(), 1460);
    for host in 0..4 {
        net.add_flow(FlowSpec::new(host, receiver, 1460, Ps::ZERO)).unwrap();
    }
    net.run_until(Ps::from_us(100));
    let stats = net.port_stats(bottleneck);
    assert_eq!((stats.arrived, stats.sent, stats.dropped_buffer), (4, 2, 2));
    assert_eq!((stats.packets_max, stats.depth_max), (1, 1500));
    assert!(net.run_until_all_done(Ps::from_ms(100)), "timeouts repair it");
}

#[test]
fn added_delay_is_on_data_only_and_keeps_order() {
    let (mut topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    topology.delay_classes = vec![Ps::from_us(31)];
    let mut net = fixed(topology, BufferConfig::Unlimited, bare(), 1_000_000);
    net.add_flow(FlowSpec::new(0, receiver, 146_000, Ps::ZERO).in_class(1)).unwrap();
    net.add_flow(FlowSpec::new(0, receiver, 1460, Ps::from_ms(1))).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(10)));
    assert_eq!(net.records()[0].fct(), Ps(PACKET.0 * 101) + Ps::from_us(71));
    assert_eq!(net.records()[1].fct(), Ps(PACKET.0 * 2) + Ps::from_us(40));
    assert_eq!(net.counters().resent_packets, 0);
    assert!(net.records().iter().all(|record| record.fct() == record.base));
}
