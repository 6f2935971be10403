//! Packet-hops per second of CPU on a dumbbell and on a leaf-spine fabric.
#![expect(clippy::disallowed_methods, reason = "measuring wall time is what this is for")]

#[path = "../tests/fabric/support/mod.rs"]
#[expect(dead_code, unused_imports, reason = "the tests use more of it")]
mod support;

use freeboard_fabric::topology::LeafSpine;
use freeboard_fabric::workload::{
    Arrivals, DelayAssignment, Limit, Load, Pairs, SIMULATED_RTT, SizeTable, WEB_SEARCH,
};
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, LinkRate, Ps};
use std::time::Instant;
use support::{DctcpNet, dctcp, dumbbell};

fn long_flows() -> DctcpNet {
    let (topology, receiver, _) = dumbbell(16, Ps::from_us(80));
    let mut net = dctcp(topology, 97_500, BufferConfig::PortPackets(600), HostConfig::default(), 1);
    for host in 0..16 {
        net.add_flow(FlowSpec::endless(host, receiver, Ps::from_us(u64::from(host) * 13)))
            .expect("a valid flow");
    }
    net
}

fn web_search() -> DctcpNet {
    let shape = LeafSpine::even(8, 8, 16, LinkRate::G10, Ps::from_us(80));
    let mut topology = shape.build();
    topology.delay_classes = SIMULATED_RTT.delay_classes(16, Ps::from_us(80));
    let mut net = dctcp(topology, 275_000, BufferConfig::PortPackets(250), HostConfig::default(), 1);
    let arrivals = Arrivals {
        sizes: SizeTable::new(WEB_SEARCH).expect("a valid table"),
        pairs: Pairs::OtherRack { hosts: 128, per_rack: 16 },
        load: Load { shares: 64.0, ..Load::of_link(0.5, LinkRate::G10) },
        start: Ps::ZERO,
        delays: DelayAssignment::PerHost(16),
        tag: 0,
    };
    for flow in arrivals.flows(1, Limit { flows: u64::MAX, until: Ps::from_ms(50) }) {
        net.add_flow(flow).expect("a valid flow");
    }
    net
}

fn measure(name: &str, mut net: DctcpNet, until: Ps) {
    let start = Instant::now();
    net.run_until(until);
    let seconds = start.elapsed().as_secs_f64();
    let counters = net.counters();
    println!(
        "{name}: {} of simulated time, {:.2} M packet-hops/s, {:.2} M events/s, {:.3} events/hop, digest {:08x}",
        net.now(),
        counters.packet_hops as f64 / seconds * 1e-6,
        counters.events as f64 / seconds * 1e-6,
        counters.events as f64 / counters.packet_hops as f64,
        counters.digest,
    );
}

fn main() {
    measure("dumbbell, 16 to 1", long_flows(), Ps::from_ms(400));
    measure("leaf-spine, 128 hosts", web_search(), Ps::from_ms(60));
}
