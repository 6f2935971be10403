//! A flow that takes the slot of an earlier one: nothing of that one is left. Also what a handshake says of ECN.

use crate::support::{DctcpNet, bare, dctcp, dumbbell};
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, Ps};

/// Time between two starts: longer than a flow takes, shorter than its timeout of 5 ms.
const APART: Ps = Ps::from_ms(2);

fn networks() -> [HostConfig; 2] {
    [bare(), HostConfig::rdma()]
}

/// `flows` of 100 segments from one host, one after the other.
fn in_turn(hosts: HostConfig, flows: u64) -> DctcpNet {
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let mut net = dctcp(topology, u32::MAX, BufferConfig::Unlimited, hosts, 1);
    for flow in 0..flows {
        let start = Ps(flow * APART.0);
        net.add_flow(FlowSpec::new(0, receiver, 100 * u64::from(hosts.mss), start)).unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(1_000)));
    net
}

#[test]
fn a_timer_of_a_flow_does_not_ring_in_the_next_one_of_its_slot() {
    for hosts in networks() {
        let net = in_turn(hosts, 20);
        let records = net.records();
        assert!(records.iter().all(|record| record.fct() == records[0].fct()), "{records:?}");
        let counters = net.counters();
        assert_eq!((counters.timeouts, counters.resent_packets, counters.recoveries), (0, 0, 0));
        // The slots are few: flows did take those of others.
        assert!(net.footprint().connections < 20, "{:?}", net.footprint());
    }
}

/// Twelve flows share a queue of 20 packets, and lose of each other; then twelve more do, in the slots of the first.
#[test]
fn a_flow_recovers_as_if_no_other_had_recovered_in_its_slot() {
    let (first, second) = (Ps::ZERO, Ps::from_ms(400));
    let times = |starts: &[Ps]| {
        let (topology, receiver, _) = dumbbell(12, Ps::from_us(80));
        let mut net = dctcp(topology, u32::MAX, BufferConfig::PortPackets(20), bare(), 1);
        for start in starts {
            for host in 0..12 {
                net.add_flow(FlowSpec::new(host, receiver, 300_000, *start)).unwrap();
            }
        }
        assert!(net.run_until_all_done(Ps::from_ms(1_000)));
        let of_second = net.records().iter().filter(|record| record.start >= second);
        let mut times: Vec<(u32, Ps, u32)> =
            of_second.map(|record| (record.from, record.fct(), record.resent)).collect();
        times.sort_unstable();
        (times, net.counters().resent_packets)
    };
    let (alone, lost) = times(&[second]);
    let (later, both) = times(&[first, second]);
    assert!(lost > 100 && both > lost, "{lost} {both}");
    assert_eq!(later, alone);
}

/// A switch that marks each ECN-capable packet: of a handshake none unless hosts are told to.
#[test]
fn a_handshake_is_ecn_capable_only_where_it_is_asked_for() {
    for (handshake, acks) in [(false, false), (true, false), (false, true)] {
        let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
        let mut hosts = HostConfig::default();
        (hosts.ect.handshake, hosts.ect.acks) = (handshake, acks);
        let mut net = dctcp(topology, 0, BufferConfig::Unlimited, hosts, 1);
        net.add_flow(FlowSpec::new(0, receiver, 10 * u64::from(hosts.mss), Ps::ZERO)).unwrap();
        assert!(net.run_until_all_done(Ps::from_ms(100)));
        net.run_until(Ps::from_ms(200));
        let path = net.path(receiver, 0, net.records()[0].flow);
        let back = path.hops.iter().map(|hop| net.port_stats(hop.port)).collect::<Vec<_>>();
        let marked: u64 = back.iter().map(|port| port.marked).sum();
        // The receiver's port sends the SYN-ACK and ACKs.
        let expected = u64::from(handshake) + if acks { back[0].sent - 1 } else { 0 };
        assert_eq!(marked, expected, "handshake {handshake}, ACKs {acks}");
    }
}
