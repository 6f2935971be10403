//! Equal-cost paths: spread over flows, fixed within one.

use crate::support::{bare, fixed};
use freeboard_fabric::FabricError;
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::topology::{FatTree, LeafSpine, Link, PathChoice, Routes, TopologyError};
use freeboard_fabric::{BufferConfig, FlowSpec, LinkRate, Node, Ps, Topology};

fn shape() -> LeafSpine {
    LeafSpine::even(4, 8, 4, LinkRate::G10, Ps::from_us(80))
}

#[test]
fn flows_spread_evenly_over_the_spines() {
    let topology = shape().build();
    let routes = Routes::new(&topology, 5).unwrap();
    let mut uses = [0u32; 8];
    for flow in 0..8000 {
        let path = routes.path(&topology, 0, 15, flow);
        assert_eq!(path.hops.len(), 4);
        let Some(Node::Switch(spine)) = topology.port_peer(path.hops[1].port) else { panic!("not a switch") };
        uses[spine as usize - 4] += 1;
    }
    // Binomial: mean 1000, standard deviation 30; five of them.
    assert!(uses.iter().all(|count| count.abs_diff(1000) < 150), "{uses:?}");
}

#[test]
fn a_flow_stays_on_one_path_and_arrives_in_order() {
    let shape = shape();
    let mut net = fixed(shape.build(), BufferConfig::Unlimited, bare(), 1_000_000);
    net.add_flow(FlowSpec::new(0, 15, 1_460_000, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let path = net.path(0, 15, FlowId(0));
    let used: Vec<u32> = (0..net.topology().port_count())
        .filter(|&port| matches!(net.topology().port_owner(port), Some(Node::Switch(_))))
        .filter(|&port| net.port_stats(port).sent_bytes > 100_000)
        .collect();
    let mut expected: Vec<u32> = path.hops[1..].iter().map(|hop| hop.port).collect();
    expected.sort_unstable();
    assert_eq!(used, expected);
    assert_eq!(net.counters().resent_packets, 0);
    assert_eq!(net.records()[0].fct(), net.records()[0].base);
    assert_eq!(net.records()[0].fct(), Ps(1003 * 1_200_000) + Ps::from_us(40));
}

#[test]
fn a_fat_tree_has_a_path_of_its_tier_between_any_two_hosts_and_spreads_over_the_core() {
    let shape = FatTree {
        pods: 5,
        edges: 4,
        aggregations: 4,
        cores: 4,
        hosts_per_edge: 16,
        host_rate: LinkRate::G100,
        fabric_rate: LinkRate::G400,
        core_rate: LinkRate::G400,
        delay: Ps::from_us(1),
    };
    let topology = shape.build();
    // [Liu21] §5.1.2: 320 servers in 20 racks, 20 aggregation and 16 core switches.
    assert_eq!((topology.hosts, topology.switches), (320, 20 + 20 + 16));
    let routes = Routes::new(&topology, 5).unwrap();
    let hops = |to: u32| routes.path(&topology, 0, to, 77).hops.len();
    assert_eq!([15, 16, 63, 64, 319].map(hops), [2, 4, 4, 6, 6]);
    let mut uses = [0u32; 16];
    for flow in 0..8000 {
        let path = routes.path(&topology, 0, 319, flow);
        let Some(Node::Switch(core)) = topology.port_peer(path.hops[2].port) else { panic!("not a switch") };
        uses[core as usize - 40] += 1;
    }
    // Binomial: mean 500, standard deviation 22; five of them.
    assert!(uses.iter().all(|count| count.abs_diff(500) < 110), "{uses:?}");
    let rates: Vec<LinkRate> = routes.path(&topology, 0, 319, 1).hops.iter().map(|hop| hop.rate).collect();
    let (edge, core) = (LinkRate::G100, LinkRate::G400);
    assert_eq!(rates, [edge, core, core, core, core, edge]);
}

#[test]
fn a_fat_tree_of_k_ports_uses_every_port_of_its_switches() {
    let topology = FatTree::of_ports(6, LinkRate::G10, Ps::from_us(1)).build();
    assert_eq!((topology.hosts, topology.switches), (54, 18 + 18 + 9));
    for switch in 0..topology.switches {
        let owned =
            (0..topology.port_count()).filter(|&p| topology.port_owner(p) == Some(Node::Switch(switch)));
        assert_eq!(owned.count(), 6, "switch {switch}");
    }
}

#[test]
fn same_rack_traffic_stays_below_its_leaf() {
    let topology = shape().build();
    let routes = Routes::new(&topology, 5).unwrap();
    assert_eq!(routes.path(&topology, 0, 3, 77).hops.len(), 2);
}

#[test]
fn base_round_trip_and_product_follow_from_the_links() {
    let net = fixed(shape().build(), BufferConfig::Unlimited, bare(), 1);
    let spec = FlowSpec::new(0, 15, 1, Ps::ZERO);
    let expected = Ps::from_us(80) + LinkRate::G10.time_of(4 * 1540);
    assert_eq!(net.base_rtt(&spec), expected);
    assert_eq!(net.bandwidth_delay(&spec), LinkRate::G10.bytes_in(expected));
    assert!((shape().oversubscription() - 0.5).abs() < 1e-9);
}

#[test]
fn what_is_no_network_is_refused() {
    let link = |a, b| Link::even([a, b], LinkRate::G10, Ps(1));
    let topology = |hosts, switches, links| Topology {
        hosts,
        switches,
        links,
        delay_classes: vec![],
        frame_gap: 0,
        choice: PathChoice::PerFlow,
    };
    let lonely = topology(2, 1, vec![link(Node::Host(0), Node::Switch(0))]);
    assert_eq!(lonely.check(), Err(TopologyError::HostLinks { host: 1, links: 0 }));
    let unknown = topology(1, 1, vec![link(Node::Host(0), Node::Switch(3))]);
    assert_eq!(unknown.check(), Err(TopologyError::UnknownEnd { link: 0 }));
    let split =
        topology(2, 2, vec![link(Node::Host(0), Node::Switch(0)), link(Node::Host(1), Node::Switch(1))]);
    assert_eq!(Routes::new(&split, 1).unwrap_err(), TopologyError::Unreachable { switch: 1, host: 0 });
    let mut net = fixed(shape().build(), BufferConfig::Unlimited, bare(), 1);
    for wrong in [
        FlowSpec::new(0, 16, 1, Ps::ZERO),
        FlowSpec::new(3, 3, 1, Ps::ZERO),
        FlowSpec::new(0, 1, 0, Ps::ZERO),
        FlowSpec::new(0, 1, 1, Ps::ZERO).in_class(1),
        FlowSpec::new(0, 1, 1, Ps::ZERO).under(1),
    ] {
        assert_eq!(net.add_flow(wrong), Err(FabricError::Flow { flow: 0 }));
    }
}
