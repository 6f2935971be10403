//! Loss: every flow finishes, recovery is what the RFCs say.

use crate::support::{bare, dctcp, dumbbell, fixed};
use freeboard_fabric::topology::{Hop, LeafSpine};
use freeboard_fabric::transport::{EcnEcho, EctPolicy};
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, LinkRate, Ps};

/// An incast into four packets of buffer.
fn heavy(hosts: HostConfig) -> crate::support::DctcpNet {
    let (topology, receiver, _) = dumbbell(16, Ps::from_us(80));
    let mut net = dctcp(topology, u32::MAX, BufferConfig::PortPackets(4), hosts, 1);
    for index in 0..64u32 {
        net.add_flow(FlowSpec::new(index % 16, receiver, 200_000, Ps::from_us(u64::from(index)))).unwrap();
    }
    net
}

#[test]
fn every_flow_finishes_under_heavy_loss() {
    for sack in [true, false] {
        for ack_every in [1, 2] {
            for echo in [EcnEcho::Dctcp, EcnEcho::PerPacket, EcnEcho::Classic] {
                let ack_delay = Ps::from_ms(1);
                let mut net = heavy(HostConfig { sack, ack_every, echo, ack_delay, ..HostConfig::default() });
                assert!(
                    net.run_until_all_done(Ps::from_ms(60_000)),
                    "sack {sack}, ack {ack_every}, {echo:?}"
                );
                let counters = net.counters();
                assert!(counters.drops * 20 > counters.data_packets, "it is heavy: {counters:?}");
                assert!(counters.timeouts > 0 && counters.recoveries > 0, "{counters:?}");
                assert_eq!(net.records().len(), 64, "each once");
            }
        }
    }
}

#[test]
fn a_single_loss_in_a_window_is_repaired_without_a_timeout() {
    // 40 packets burst into 20 packets of buffer behind a ten times slower link, so the tail of the
    // burst is cut, then the rest of the flow brings duplicate ACKs.
    let (topology, receiver, _) = dumbbell(2, Ps::from_us(80));
    let mut net = fixed(topology, BufferConfig::PortPackets(20), bare(), 30 * 1460);
    for host in 0..2 {
        net.add_flow(FlowSpec::new(host, receiver, 3_000_000, Ps::ZERO)).unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(1000)));
    let counters = net.counters();
    assert!(counters.drops > 0 && counters.recoveries > 0, "{counters:?}");
    assert_eq!(counters.timeouts, 0, "{counters:?}");
}

#[test]
fn selective_acknowledgements_resend_only_what_was_lost() {
    let run = |sack| {
        let (topology, receiver, _) = dumbbell(2, Ps::from_us(80));
        let mut net =
            fixed(topology, BufferConfig::PortPackets(20), HostConfig { sack, ..bare() }, 60 * 1460);
        for host in 0..2 {
            net.add_flow(FlowSpec::new(host, receiver, 1_000_000, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(10_000)));
        let counters = net.counters();
        (counters.drops, counters.resent_packets, counters.stray_packets)
    };
    let (drops, resent, _) = run(true);
    assert!(drops > 0);
    assert_eq!(resent, drops, "one retransmission per loss");
    let (drops, resent, _) = run(false);
    assert!(resent >= drops);
}

#[test]
fn a_lost_syn_is_sent_again_after_the_initial_timeout() {
    let (topology, receiver, _) = dumbbell(3, Ps::from_us(80));
    let hosts = HostConfig { rto_initial: Ps::from_ms(7), ..HostConfig::default() };
    let mut net = fixed(topology, BufferConfig::PortPackets(1), hosts, 1460);
    for host in 0..3 {
        net.add_flow(FlowSpec::new(host, receiver, 1460, Ps::ZERO)).unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let late = net.records().last().unwrap();
    assert_eq!(late.timeouts, 1);
    assert_eq!(late.fct(), Ps(late.base.0 + Ps::from_ms(7).0));
}

#[test]
fn only_capable_packets_are_marked() {
    let (topology, receiver, bottleneck) = dumbbell(4, Ps::from_us(80));
    let ect = EctPolicy { handshake: false, acks: false, ..EctPolicy::default() };
    // Threshold 0: every packet is signalled.
    let mut net = dctcp(topology, 0, BufferConfig::Unlimited, HostConfig { ect, ..HostConfig::default() }, 1);
    for host in 0..4 {
        net.add_flow(FlowSpec::new(host, receiver, 14_600, Ps::ZERO)).unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let stats = net.port_stats(bottleneck);
    assert_eq!((stats.marked, stats.unmarkable), (40, 4), "data is marked, SYNs pass");
    assert_eq!(net.activity(bottleneck).signals, 44);
}

#[test]
fn a_packet_is_marked_by_the_first_switch_that_signals_and_by_no_other() {
    let topology = LeafSpine::even(2, 1, 1, LinkRate::G10, Ps::from_us(80)).build();
    // Threshold 0: every packet is signalled, three times on its way.
    let mut net = dctcp(topology, 0, BufferConfig::Unlimited, HostConfig::default(), 1);
    let flow = net.add_flow(FlowSpec::new(0, 1, 14_600, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let path = net.path(0, 1, flow);
    let seen = |hop: &Hop| (net.port_stats(hop.port).marked, net.activity(hop.port).signals);
    let seen: Vec<_> = path.hops[1..].iter().map(seen).collect();
    assert_eq!(seen, [(10, 11), (0, 11), (0, 11)], "ten segments and a SYN");
}

#[test]
fn a_bounded_burst_sends_no_more_at_once() {
    let (topology, receiver, bottleneck) = dumbbell(1, Ps::from_us(80));
    let mut net = fixed(topology, BufferConfig::Unlimited, HostConfig { burst: 2, ..bare() }, 14_600);
    net.add_flow(FlowSpec::new(0, receiver, 14_600, Ps::ZERO)).unwrap();
    net.run_until(Ps::from_us(60));
    assert_eq!(net.port_stats(bottleneck).arrived, 2);
    assert!(net.run_until_all_done(Ps::from_ms(10)));
}

#[test]
fn a_copy_that_comes_after_its_flow_has_left_is_answered_unless_another_flow_has_its_place() {
    // Data takes 100 us more, and the timeout is shorter than the round trip: copies leave at 60 and 180 us, the ACK ends the
    // flow at 182.464 us, the copies arrive at 202.4 and 322.4 us. An answer finds nobody; the last copy itself does not where the
    // next flow has the slot, which rests for 40 us, two links.
    for (next, early) in [(None, 1), (Some(Ps::from_us(250)), 2)] {
        let (mut topology, receiver, _) = dumbbell(2, Ps::from_us(80));
        topology.delay_classes = vec![Ps::from_us(100)];
        let hosts = HostConfig { rto_initial: Ps::from_us(60), rto_min: Ps::from_us(60), ..bare() };
        let mut net = fixed(topology, BufferConfig::Unlimited, hosts, 14_600);
        net.add_flow(FlowSpec::new(0, receiver, 1460, Ps::ZERO).in_class(1)).unwrap();
        if let Some(start) = next {
            net.add_flow(FlowSpec::new(1, receiver, 1460, start)).unwrap();
        }
        net.run_until(Ps::from_us(345));
        assert_eq!(net.counters().stray_packets, early);
        net.run_until(Ps::from_ms(10));
        assert_eq!(net.counters().stray_packets, early + 1, "the answer to the last copy");
        assert_eq!(net.footprint().connections, 1);
        assert!(net.records().iter().all(|record| record.fct() == record.base));
        assert_eq!((net.unfinished(), net.census().resident), (0, 0));
    }
}
