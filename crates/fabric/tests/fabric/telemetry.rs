//! In-band telemetry: what ports write, what comes back, what it costs.

use crate::listener::{Listener, ListenerNet};
use crate::support::{bare, dumbbell, tail_drop};
use freeboard_aqm_api::{Activity, Arrival, Departure, NotEct, PortView, Verdict};
use freeboard_cc_api::{Bytes, IntHop, Nanos32};
use freeboard_fabric::topology::LeafSpine;
use freeboard_fabric::{
    BufferConfig, FlowSpec, HostConfig, LinkRate, Network, Ps, QueueScheme, Slot, SwitchConfig, Topology,
};
use std::cell::RefCell;
use std::rc::Rc;

/// What a port knew when a packet left: its index in the switch, and a hop of the same numbers.
type Left = (usize, IntHop);

/// Lets everything pass and writes down departures.
#[derive(Clone, Debug, Default)]
struct Watch {
    rates: Vec<u32>,
    sent: Vec<u32>,
    left: Rc<RefCell<Vec<Left>>>,
}

impl QueueScheme for Watch {
    fn for_device(&self, ports: &[LinkRate], _: usize) -> Self {
        let rates = ports.iter().map(|rate| (rate.bps() / 1_000_000) as u32).collect();
        Self { rates, sent: vec![0; ports.len()], left: Rc::clone(&self.left) }
    }

    fn on_enqueue(&mut self, _: Slot, _: &Arrival) -> Verdict {
        Verdict::Forward
    }

    fn on_dequeue(&mut self, slot: Slot, departure: &Departure) -> Verdict {
        let hop = IntHop {
            stamp: departure.now,
            depth: Bytes(departure.depth),
            sent: self.sent[slot.port],
            rate_mbps: self.rates[slot.port],
        };
        self.left.borrow_mut().push((slot.port, hop));
        self.sent[slot.port] += departure.size.0;
        Verdict::Forward
    }

    fn on_control(&mut self, _: Slot, _: Nanos32, _: &PortView<'_>) {}

    fn control_period_ns(&self) -> u32 {
        0
    }

    fn not_ect(&self) -> NotEct {
        NotEct::Pass
    }

    fn reads_random(&self) -> bool {
        false
    }

    fn activity(&self, _: usize) -> Activity {
        Activity::default()
    }
}

fn plain(topology: Topology, hosts: HostConfig, controls: Vec<Listener>) -> ListenerNet {
    Network::new(topology, &tail_drop(BufferConfig::PortPackets(20)), hosts, controls, 1).unwrap()
}

#[test]
fn telemetry_equals_the_record_of_the_queue() {
    let (topology, receiver, bottleneck) = dumbbell(3, Ps::from_us(20));
    let scheme = Watch::default();
    let left = Rc::clone(&scheme.left);
    let (listener, quiet) = (Listener::new(60_000).collecting(), Listener::new(90_000));
    let heard = Rc::clone(&listener.heard);
    let switches = SwitchConfig::new(scheme, BufferConfig::Unlimited);
    let mut net = Network::new(topology, &switches, bare(), vec![listener, quiet], 1).unwrap();
    net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO)).unwrap();
    net.add_flow(FlowSpec::endless(1, receiver, Ps::ZERO).under(1)).unwrap();
    net.run_until(Ps::from_us(400));
    let (heard, left) = (&heard.borrow().stacks, left.borrow());
    let to_receiver = left.iter().map(|(port, _)| *port).max().unwrap();
    let records: Vec<IntHop> =
        left.iter().filter(|(port, _)| *port == to_receiver).map(|(_, hop)| *hop).collect();
    assert!(heard.len() > 100 && records.len() > 2 * heard.len(), "{} {}", heard.len(), records.len());
    for stack in heard.iter() {
        assert_eq!(stack.count, 1);
        assert!(records.contains(&stack.hops[0]), "{:?} is not in the record", stack.hops[0]);
    }
    let deepest = heard.iter().map(|stack| stack.hops[0].depth.0).max().unwrap();
    let longest = net.port_stats(bottleneck).depth_max;
    assert!(deepest > 50_000 && deepest < longest, "{deepest} {longest}");
}

#[test]
fn every_switch_of_the_path_writes_and_hosts_do_not() {
    let shape = LeafSpine::even(2, 2, 2, LinkRate::G10, Ps::from_us(20));
    let listener = Listener::new(15_000).collecting();
    let heard = Rc::clone(&listener.heard);
    let mut net = plain(shape.build(), bare(), vec![listener]);
    for (from, to) in [(0, 3), (0, 1)] {
        net.add_flow(FlowSpec::new(from, to, 14_600, Ps::ZERO)).unwrap();
    }
    net.run_until(Ps::from_ms(10));
    let mut hops: Vec<u8> = heard.borrow().stacks.iter().map(|stack| stack.count).collect();
    hops.sort_unstable();
    assert_eq!(hops, [[1; 10], [3; 10]].concat());
    for stack in heard.borrow().stacks.iter().filter(|stack| stack.count == 3) {
        let stamps = stack.hops.map(|hop| hop.stamp.0);
        assert!(stamps[0] < stamps[1] && stamps[1] < stamps[2], "{stamps:?}");
        assert_eq!(stack.hops[3], IntHop::default());
    }
}

#[test]
fn telemetry_takes_its_room_on_the_wire_and_only_there_where_it_is_wanted() {
    for (telemetry, wire) in [(true, 1542), (false, 1500)] {
        let (topology, receiver, bottleneck) = dumbbell(1, Ps::from_us(20));
        let back = topology.port_to_host(0).unwrap();
        let mut net = plain(topology, bare(), vec![Listener { telemetry, ..Listener::new(1 << 20) }]);
        net.add_flow(FlowSpec::new(0, receiver, 14_600, Ps::ZERO)).unwrap();
        assert!(net.run_until_all_done(Ps::from_ms(10)));
        net.run_until(Ps::from_ms(10));
        assert_eq!(net.port_stats(bottleneck).sent_bytes, 10 * wire);
        assert_eq!(net.port_stats(back).sent_bytes, 10 * (wire - 1460));
    }
}

#[test]
fn the_record_of_a_packet_is_given_back_whatever_becomes_of_it() {
    // Twenty packets of room, windows of fifty: many packets are lost, and one ACK in four brings telemetry.
    let (topology, receiver, _) = dumbbell(4, Ps::from_us(20));
    let hosts = HostConfig { ack_every: 4, ..bare() };
    let mut net = plain(topology, hosts, vec![Listener::new(75_000).collecting()]);
    for round in 0..40 {
        for from in 0..4 {
            net.add_flow(FlowSpec::new(from, receiver, 300_000, Ps::from_ms(round * 20))).unwrap();
        }
    }
    assert!(net.run_until_all_done(Ps::from_ms(5_000)));
    let room = net.footprint();
    let counters = net.counters();
    assert!(counters.drops > 1_000, "{}", counters.drops);
    assert!(room.stacks > 10 && room.stacks <= room.packets + room.connections, "{room:?}");
    assert!(counters.data_packets > 50 * room.stacks as u64, "{room:?}");
}

#[test]
fn a_run_in_which_nobody_collects_telemetry_is_the_same_without_express_ports() {
    let digest = |controls: Vec<Listener>| {
        let (topology, receiver, _) = dumbbell(4, Ps::from_us(20));
        let mut net = plain(topology, bare(), controls);
        for from in 0..4 {
            net.add_flow(FlowSpec::new(from, receiver, 500_000, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(1_000)));
        assert!(net.counters().drops > 0);
        (net.counters().digest, net.counters().events)
    };
    let quiet = Listener::new(75_000);
    let (alone, express) = digest(vec![quiet.clone()]);
    let (beside, queued) = digest(vec![quiet, Listener::new(1).collecting()]);
    assert_eq!(alone, beside);
    assert!(queued > express, "ports are still express: {queued} {express}");
}
