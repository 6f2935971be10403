//! The same run twice is the same run; what does not matter does not matter.

use crate::support::{DctcpNet, dctcp};
use freeboard_fabric::topology::LeafSpine;
use freeboard_fabric::workload::{
    Arrivals, DelayAssignment, Limit, Load, Pairs, SIMULATED_RTT, SizeTable, WEB_SEARCH,
};
use freeboard_fabric::{BufferConfig, HostConfig, LinkRate, Ps};

fn loaded(seed: u64, k: u32) -> DctcpNet {
    let shape = LeafSpine::even(3, 2, 4, LinkRate::G10, Ps::from_us(80));
    let mut topology = shape.build();
    topology.delay_classes = SIMULATED_RTT.delay_classes(5, Ps::from_us(80));
    let mut net = dctcp(topology, k, BufferConfig::PortPackets(100), HostConfig::default(), seed);
    let load = Load { shares: 6.0, ..Load::of_link(0.7, LinkRate::G10) };
    let arrivals = Arrivals {
        sizes: SizeTable::new(WEB_SEARCH).unwrap(),
        pairs: Pairs::OtherRack { hosts: 12, per_rack: 4 },
        load,
        start: Ps::ZERO,
        delays: DelayAssignment::PerFlow(5),
        tag: 0,
    };
    for flow in arrivals.flows(seed, Limit { flows: 60, until: Ps::MAX }) {
        net.add_flow(flow).unwrap();
    }
    net
}

#[test]
fn the_digest_is_the_same_twice_and_differs_with_seed_and_scheme() {
    let digest = |seed, k| {
        let mut net = loaded(seed, k);
        assert!(net.run_until_all_done(Ps::from_ms(10_000)));
        net.counters().digest
    };
    let first = digest(1, 150_000);
    assert_eq!(first, digest(1, 150_000));
    assert_ne!(first, digest(2, 150_000));
    assert_ne!(first, digest(1, 100_000));
}

#[test]
fn the_digest_does_not_depend_on_sampling_or_on_how_a_run_is_cut() {
    let mut plain = loaded(1, 150_000);
    assert!(plain.run_until_all_done(Ps::from_ms(10_000)));
    let mut watched = loaded(1, 150_000);
    watched.trace_queues(vec![0, 5, 9], Ps::from_us(3), 50_000);
    for step in 1..400 {
        watched.run_until(Ps::from_us(97 * step));
        let _ = (watched.port_stats(3), watched.activity(3), watched.census());
        watched.reset_maxima();
    }
    assert!(watched.run_until_all_done(Ps::from_ms(10_000)));
    assert_eq!(plain.counters().digest, watched.counters().digest);
    assert_eq!(plain.records(), watched.records());
}

#[test]
fn the_traffic_is_the_same_whatever_the_switches_do() {
    let mut starts = [Vec::new(), Vec::new()];
    for (k, starts) in [50_000, 400_000].into_iter().zip(&mut starts) {
        let mut net = loaded(3, k);
        assert!(net.run_until_all_done(Ps::from_ms(10_000)));
        let mut records = net.records().to_vec();
        records.sort_unstable_by_key(|record| record.flow);
        starts.extend(records.iter().map(|r| (r.flow, r.from, r.to, r.bytes, r.start, r.delay_class)));
    }
    assert_eq!(starts[0], starts[1]);
}
