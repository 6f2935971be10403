//! Faults of links: what is hit, what becomes of it, and that the ledger says so.

use crate::listener::{Listener, endless};
use crate::support::{FixedNet, bare, dumbbell, fixed};
use freeboard_aqm_api::Ecn;
use freeboard_fabric::faults::{Effect, Fault, FaultCounts, Packets, Pick, WireFault};
use freeboard_fabric::{BufferConfig, FabricError, FlowSpec, HostConfig, Node, Ps};
use std::rc::Rc;

const RTT: Ps = Ps::from_us(20);

/// On every link, over the whole run.
fn on_all(packets: Packets, pick: Pick, effect: Effect) -> Fault {
    Fault::Wire(WireFault { ports: Vec::new(), packets, pick, effect, start: Ps::ZERO, end: Ps::MAX })
}

/// The port that the sender's link to the switch begins at.
fn uplink(net: &FixedNet, host: u32) -> u32 {
    net.topology().port_between(Node::Host(host), Node::Switch(0)).unwrap()
}

/// One flow of `bytes` over two links under these faults; it completes and all is accounted for.
fn one_flow(bytes: u64, hosts: HostConfig, faults: &[Fault]) -> FixedNet {
    let (topology, receiver, _) = dumbbell(1, RTT);
    let mut net = fixed(topology, BufferConfig::PortPackets(100), hosts, 100_000);
    net.set_faults(faults).unwrap();
    net.add_flow(FlowSpec::new(0, receiver, bytes, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(60_000)), "the flow is stuck");
    net.run_until(net.now() + Ps::from_ms(5_000));
    let ledger = net.ledger().unwrap();
    assert_eq!(ledger.packets, net.census());
    assert_eq!(ledger.packets.resident, 0);
    net
}

#[test]
fn the_packets_of_a_list_are_lost_and_no_others() {
    let list = Pick::List(vec![3, 5]);
    let net = one_flow(100_000, bare(), &[on_all(Packets::Data, list, Effect::Loss)]);
    // The fourth and the sixth of each of the two links, the second of which does not see what the first has lost.
    assert_eq!(net.counters().faults, FaultCounts { loss: 4, ..FaultCounts::default() });
    assert_eq!(net.counters().resent_packets, 4);
    assert_eq!(net.counters().drops, 0);
}

#[test]
fn a_rate_hits_that_part_of_the_packets_on_each_link() {
    let rate = Pick::Rate(20_000_000);
    let net = one_flow(20_000_000, bare(), &[on_all(Packets::Data, rate, Effect::Corruption)]);
    let (sent, lost) = (2 * net.counters().data_packets, net.counters().faults.corruption);
    // 27 400 packets at 2 %: 548 with a standard deviation of 23; five of them.
    assert!((f64::from(lost as u32) / f64::from(sent as u32) - 0.02).abs() < 0.0042, "{lost} of {sent}");
    assert_eq!(net.counters().faults.lost(), lost);
}

#[test]
fn lost_acknowledgements_are_made_up_for_by_later_ones() {
    let rate = Pick::Rate(200_000_000);
    let net = one_flow(1_000_000, bare(), &[on_all(Packets::Acks, rate, Effect::Loss)]);
    assert!(net.counters().faults.loss > 50);
    assert!(net.counters().resent_packets < 5, "{}", net.counters().resent_packets);
}

#[test]
fn copies_arrive_and_change_nothing_of_what_is_delivered() {
    let rate = Pick::Rate(300_000_000);
    for hosts in [bare(), HostConfig::default(), HostConfig::rdma()] {
        let net = one_flow(500_000, hosts, &[on_all(Packets::All, rate.clone(), Effect::Duplication)]);
        assert!(net.counters().faults.duplicated > 200);
        assert_eq!(net.records()[0].bytes, 500_000);
    }
}

/// A copy has its own record of what arrived out of order: the two are given back one after the other.
#[test]
fn copies_of_selective_acknowledgements_share_nothing_with_them() {
    let loss = on_all(Packets::Data, Pick::Rate(50_000_000), Effect::Loss);
    let copy = on_all(Packets::Acks, Pick::Rate(500_000_000), Effect::Duplication);
    let net = one_flow(1_000_000, bare(), &[loss, copy]);
    assert!(net.counters().faults.duplicated > 200 && net.counters().resent_packets > 20);
}

#[test]
fn telemetry_that_is_taken_off_is_counted_and_not_delivered() {
    let listener = Listener::new(15_000).collecting();
    let heard = Rc::clone(&listener.heard);
    let (topology, receiver, _) = dumbbell(1, RTT);
    let mut net = endless(topology, bare(), vec![listener]);
    let list = Pick::List(vec![0, 4]);
    net.set_faults(&[on_all(Packets::Acks, list, Effect::TelemetryLoss)]).unwrap();
    net.add_flow(FlowSpec::new(0, receiver, 14_600, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(10)));
    net.run_until(Ps::from_ms(10));
    // The first and the fifth of ten, which have nothing more to lose on the second link.
    assert_eq!(net.counters().faults, FaultCounts { stripped: 2, ..FaultCounts::default() });
    assert_eq!((heard.borrow().stacks.len(), heard.borrow().acks), (8, 10));
    net.ledger().unwrap();
}

/// CE on the first link becomes what the second says; a Not-ECT packet there is no change.
#[test]
fn an_ecn_field_is_overwritten_and_counted_where_it_changes() {
    let uplink = |effect| {
        let (topology, ..) = dumbbell(1, RTT);
        let port = topology.port_between(Node::Host(0), Node::Switch(0)).unwrap();
        Fault::Wire(WireFault {
            ports: vec![port],
            packets: Packets::Data,
            pick: Pick::Rate(1_000_000_000),
            effect,
            start: Ps::ZERO,
            end: Ps::MAX,
        })
    };
    for (ecn, rewritten, echoes) in [(Ecn::CE, 10, true), (Ecn::ECT0, 0, false), (Ecn::empty(), 10, false)] {
        let listener = Listener { cnp: true, ..Listener::new(15_000) };
        let heard = Rc::clone(&listener.heard);
        let (topology, receiver, _) = dumbbell(1, RTT);
        let mut net = endless(topology, bare(), vec![listener]);
        net.set_faults(&[uplink(Effect::Ecn(ecn))]).unwrap();
        net.add_flow(FlowSpec::new(0, receiver, 14_600, Ps::ZERO)).unwrap();
        assert!(net.run_until_all_done(Ps::from_ms(10)));
        assert_eq!(net.counters().faults, FaultCounts { rewritten, ..FaultCounts::default() });
        assert_eq!(heard.borrow().marked > 0, echoes);
        net.ledger().unwrap();
    }
}

#[test]
fn late_packets_are_overtaken_and_the_flow_completes() {
    let delay = Effect::Delay { least: Ps::from_us(2), most: Ps::from_us(40) };
    for hosts in [bare(), HostConfig::default(), HostConfig::rdma()] {
        let net = one_flow(500_000, hosts, &[on_all(Packets::All, Pick::Rate(100_000_000), delay)]);
        assert!(net.counters().faults.delayed > 50);
        assert!(net.counters().resent_packets > 0, "an overtaken packet looks lost");
        assert_eq!(net.counters().faults.lost(), 0);
    }
}

#[test]
fn a_fault_has_its_links_and_its_time() {
    let (topology, receiver, bottleneck) = dumbbell(2, RTT);
    let mut net = fixed(topology, BufferConfig::PortPackets(1_000), bare(), 20_000);
    let loss = WireFault {
        ports: vec![uplink(&net, 1)],
        packets: Packets::All,
        pick: Pick::Rate(1_000_000_000),
        effect: Effect::Loss,
        start: Ps::from_us(100),
        end: Ps::from_us(200),
    };
    net.set_faults(&[Fault::Wire(loss)]).unwrap();
    for host in 0..2 {
        net.add_flow(FlowSpec::new(host, receiver, 1_000_000, Ps::ZERO)).unwrap();
    }
    net.run_until(Ps::from_us(100));
    assert_eq!(net.counters().faults.loss, 0);
    net.run_until(Ps::from_us(400));
    let lost = net.counters().faults.loss;
    assert!(lost > 0);
    assert!(net.run_until_all_done(Ps::from_ms(2_000)));
    assert_eq!(net.counters().faults.loss, lost);
    let of = |host: u32| net.records().iter().find(|record| record.from == host).unwrap().resent;
    assert_eq!(of(0), 0);
    assert!(u64::from(of(1)) >= lost);
    assert_eq!(net.port_stats(bottleneck).dropped(), 0);
    net.ledger().unwrap();
}

#[test]
fn a_fault_that_never_hits_changes_nothing() {
    let run = |faults: &[Fault]| {
        let (topology, receiver, _) = dumbbell(4, RTT);
        let mut net = fixed(topology, BufferConfig::PortPackets(20), bare(), 60_000);
        net.set_faults(faults).unwrap();
        for host in 0..4 {
            net.add_flow(FlowSpec::new(host, receiver, 300_000, Ps::ZERO)).unwrap();
        }
        net.run_until(Ps::from_ms(20));
        (net.counters().digest, net.counters().drops)
    };
    let never = on_all(Packets::All, Pick::Rate(0), Effect::Loss);
    assert_eq!(run(&[]), run(&[never]));
}

#[test]
fn what_one_link_draws_does_not_depend_on_other_faults() {
    let loss = on_all(Packets::Data, Pick::Rate(50_000_000), Effect::Loss);
    let never = on_all(Packets::All, Pick::Rate(0), Effect::Duplication);
    let digest = |faults: &[Fault]| one_flow(300_000, bare(), faults).counters().digest;
    assert_eq!(digest(std::slice::from_ref(&loss)), digest(&[loss, never]));
}

#[test]
fn what_a_network_cannot_have_is_refused_by_name() {
    let refused = |fault: WireFault| {
        let (topology, _, _) = dumbbell(1, RTT);
        let mut net = fixed(topology, BufferConfig::PortPackets(20), bare(), 60_000);
        match net.set_faults(&[Fault::Wire(fault)]) {
            Err(FabricError::Fault(error)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let legal = WireFault {
        ports: Vec::new(),
        packets: Packets::All,
        pick: Pick::Rate(1),
        effect: Effect::Loss,
        start: Ps::ZERO,
        end: Ps::MAX,
    };
    assert_eq!(refused(WireFault { ports: vec![9], ..legal.clone() }), "fault 0: port = 9; legal: 0 to 3");
    let rate = WireFault { pick: Pick::Rate(2_000_000_000), ..legal.clone() };
    assert_eq!(refused(rate), "fault 0: rate = 2000000000; legal: 0 to 1000000000");
    let delay = Effect::Delay { least: Ps(5), most: Ps(4) };
    assert_eq!(refused(WireFault { effect: delay, ..legal }), "fault 0: least delay [ps] = 5; legal: 0 to 4");
}
