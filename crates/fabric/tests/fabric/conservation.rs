//! Nothing is lost without a trace, nothing grows without need.

use crate::support::{dctcp, dumbbell};
use freeboard_device::mmu::{Alpha, ThresholdTest};
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, PortSplit, Ps};
use freeboard_units::Bytes;

#[test]
fn packets_made_are_consumed_dropped_or_in_the_network_at_any_time() {
    let buffers = [
        BufferConfig::PortPackets(8),
        BufferConfig::PortBytes(20_000),
        BufferConfig::Shared {
            total: Bytes(60_000),
            reserve: Bytes(1500),
            alpha: Alpha::from_log2(2).unwrap(),
            split: PortSplit::Blocks(8),
            test: ThresholdTest::Before,
        },
    ];
    for buffer in buffers {
        let (topology, receiver, bottleneck) = dumbbell(16, Ps::from_us(80));
        let mut net = dctcp(topology, 30_000, buffer, HostConfig::default(), 1);
        for host in 0..16 {
            net.add_flow(FlowSpec::new(host, receiver, 500_000, Ps::from_us(u64::from(host)))).unwrap();
        }
        for step in 1..100 {
            net.run_until(Ps(Ps::from_us(61).0 * step));
            let census = net.census();
            assert_eq!(census.injected, census.delivered + census.dropped + census.resident, "{buffer:?}");
        }
        assert!(net.run_until_all_done(Ps::from_ms(60_000)));
        net.run_until(net.now() + Ps::from_ms(10));
        let census = net.census();
        assert_eq!(census.resident, 0, "the network runs dry");
        assert!(census.dropped > 0, "{buffer:?}");
        let stats = net.port_stats(bottleneck);
        assert_eq!(stats.arrived, stats.sent + stats.dropped());
    }
}

#[test]
fn a_run_stops_growing_after_its_busiest_moment() {
    let (topology, receiver, _) = dumbbell(16, Ps::from_us(80));
    let mut net = dctcp(topology, 97_500, BufferConfig::PortPackets(300), HostConfig::default(), 1);
    for host in 0..16 {
        net.add_flow(FlowSpec::endless(host, receiver, Ps::ZERO)).unwrap();
    }
    net.run_until(Ps::from_ms(20));
    let (before, counters) = (net.footprint(), net.counters());
    net.run_until(Ps::from_ms(60));
    assert_eq!(net.footprint(), before);
    let now = net.counters();
    let (events, hops) = (now.events - counters.events, now.packet_hops - counters.packet_hops);
    // A data packet needs two deliveries and the bottleneck's wake, its ACK two deliveries: 5 events for 4
    // hops. A window that grows sends two packets at once, one of which waits in its host: 4 % here.
    assert!(events * 100 <= hops * 131, "{events} events for {hops} packet-hops");
}

#[test]
fn slots_are_reused_by_flows_that_do_not_meet() {
    let (topology, receiver, _) = dumbbell(4, Ps::from_us(80));
    let mut net = dctcp(topology, 97_500, BufferConfig::PortPackets(300), HostConfig::default(), 1);
    for index in 0..200u32 {
        let start = Ps::from_us(500 * u64::from(index));
        net.add_flow(FlowSpec::new(index % 4, receiver, 30_000, start)).unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(1000)));
    assert_eq!(net.footprint().connections, 1);
    assert_eq!(net.records().len(), 200);
    let first = net.records()[0].fct();
    assert!(net.records().iter().all(|record| record.fct() == first), "a reused slot remembers nothing");
}
