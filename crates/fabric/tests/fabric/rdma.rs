//! The RDMA-like transport: going back N, turns at the NIC, ACKs, notifications, reports.

use crate::listener::{Listener, ListenerNet, endless};
use crate::support::{Erased, dumbbell, step, tail_drop};
use freeboard_aqm_api::{Activity, Arrival, Departure, NotEct, PortView, Verdict};
use freeboard_cc_api::Nanos32;
use freeboard_device::nic::{NicError, NicField};
use freeboard_fabric::data_plane::SetupError;
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::transport::{Rdma, Reports, Transport};
use freeboard_fabric::{
    BufferConfig, FabricError, FlowSpec, HostConfig, LinkRate, Network, Ps, QueueScheme, Slot, SwitchConfig,
};
use proptest::prelude::*;
use std::rc::Rc;

/// Drops what leaves a switch, by a rule over the running number of departures.
#[derive(Clone, Copy, Debug)]
struct Losing {
    rule: fn(u64) -> bool,
    seen: u64,
}

impl QueueScheme for Losing {
    fn for_device(&self, _: &[LinkRate], _: usize) -> Self {
        *self
    }

    fn on_enqueue(&mut self, _: Slot, _: &Arrival) -> Verdict {
        Verdict::Forward
    }

    fn on_dequeue(&mut self, _: Slot, _: &Departure) -> Verdict {
        self.seen += 1;
        if (self.rule)(self.seen) { Verdict::Drop } else { Verdict::Forward }
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

fn losing(hosts: HostConfig, window: u32, rule: fn(u64) -> bool) -> (ListenerNet, Listener, u32) {
    let (topology, receiver, _) = dumbbell(3, Ps::from_us(20));
    let switches = SwitchConfig::new(Erased::new(Losing { rule, seen: 0 }), BufferConfig::Unlimited);
    let listener = Listener::new(window);
    let net = Network::new(topology, &switches, hosts, vec![listener.clone()], 1).unwrap();
    (net, listener, receiver)
}

fn lossless(hosts: HostConfig, senders: u32, controls: Vec<Listener>) -> (ListenerNet, u32, u32) {
    let (topology, receiver, bottleneck) = dumbbell(senders, Ps::from_us(20));
    (endless(topology, hosts, controls), receiver, bottleneck)
}

/// One in `n` by a hash, the same in every run.
fn one_in(n: u64, seen: u64) -> bool {
    (seen.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33).is_multiple_of(n)
}

#[test]
fn everything_arrives_whatever_is_lost() {
    let rules: [fn(u64) -> bool; 3] =
        [|seen| one_in(50, seen), |seen| one_in(10, seen), |seen| one_in(3, seen)];
    for (rule, every) in rules.into_iter().zip([1, 4, 3]) {
        // Singly and in batches.
        let offload = if every == 3 { 16_000 } else { 0 };
        let hosts = HostConfig { ack_every: every, rto_min: Ps::from_us(500), offload, ..HostConfig::rdma() };
        let (mut net, listener, receiver) = losing(hosts, 50_000, rule);
        for flow in 0..12 {
            net.add_flow(FlowSpec::new(flow % 3, receiver, 60_500, Ps::from_us(u64::from(flow) * 100)))
                .unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(60_000)), "{} left", net.unfinished());
        net.run_until(net.now() + Ps::from_ms(60_000));
        let counters = net.counters();
        assert!(counters.drops > 10 && counters.resent_packets > 10, "{counters:?}");
        // What a sender is told has arrived is what it sent, once, however often it went.
        assert_eq!(listener.heard.borrow().acked, 12 * 60_500);
        assert_eq!((net.records().len(), net.census().resident), (12, 0));
    }
}

#[test]
fn one_loss_is_one_return_and_costs_what_was_in_flight() {
    // The tenth departure of the switch is a data packet, with a window of 40 behind it.
    let (mut net, listener, receiver) = losing(HostConfig::rdma(), 40_000, |seen| seen == 10);
    net.add_flow(FlowSpec::new(0, receiver, 400_000, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let counters = net.counters();
    assert_eq!((counters.drops, counters.recoveries, counters.timeouts), (1, 1, 0));
    assert_eq!(listener.heard.borrow().losses, 1);
    assert!((20..=41).contains(&counters.resent_packets), "{counters:?}");
}

#[test]
fn a_lost_tail_is_repaired_by_the_timer() {
    let (mut net, _, receiver) = losing(HostConfig::rdma(), 40_000, |seen| seen == 10);
    net.add_flow(FlowSpec::new(0, receiver, 10_000, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let counters = net.counters();
    assert_eq!((counters.recoveries, counters.timeouts, counters.resent_packets), (0, 1, 1));
}

#[test]
fn the_same_gap_is_refused_again_only_after_the_interval() {
    // The packet that closes the gap is lost too; what comes behind it is beyond the same gap.
    let rule = |seen| seen == 10 || (45..60).contains(&seen);
    let refusals = |interval: Ps| {
        let transport = Transport::Rdma(Rdma { nack_interval: interval, ..Rdma::default() });
        let hosts = HostConfig { transport, rto_min: Ps::from_ms(50), ..HostConfig::rdma() };
        let (mut net, _, receiver) =
            losing(HostConfig { rto_initial: Ps::from_ms(50), ..hosts }, 40_000, rule);
        net.add_flow(FlowSpec::new(0, receiver, 400_000, Ps::ZERO)).unwrap();
        assert!(net.run_until_all_done(Ps::from_ms(1_000)));
        net.counters().recoveries
    };
    let (seldom, often) = (refusals(Ps::from_ms(100)), refusals(Ps::ZERO));
    assert!(seldom == 1 && often > 2, "{seldom} {often}");
}

#[test]
fn an_ack_goes_for_every_nth_packet_and_for_the_last() {
    for (every, packets, acks) in [(1, 1000, 1000), (8, 1000, 125), (7, 1000, 143), (64, 1000, 16)] {
        let hosts = HostConfig { ack_every: every, ..HostConfig::rdma() };
        let listener = Listener::new(150_000);
        let (mut net, receiver, _) = lossless(hosts, 1, vec![listener.clone()]);
        net.add_flow(FlowSpec::new(0, receiver, packets * 1000, Ps::ZERO)).unwrap();
        assert!(net.run_until_all_done(Ps::from_ms(100)));
        net.run_until(Ps::from_ms(100));
        let back = net.topology().port_to_host(0).unwrap();
        let stats = net.port_stats(back);
        assert_eq!((stats.sent, stats.sent_bytes), (acks, acks * 60), "every {every}");
        assert_eq!((u64::from(listener.heard.borrow().acks), net.counters().timeouts), (acks, 0));
    }
}

#[test]
fn notifications_keep_their_interval() {
    let cnps = |interval: Ps| {
        let (topology, receiver, bottleneck) = dumbbell(2, Ps::from_us(20));
        let listener = Listener { cnp: true, ..Listener::new(100_000) };
        let hosts = HostConfig { cnp_interval: interval, ..HostConfig::rdma() };
        let switches = step(20_000, BufferConfig::Unlimited);
        let mut net = Network::new(topology, &switches, hosts, vec![listener.clone()], 1).unwrap();
        for from in 0..2 {
            net.add_flow(FlowSpec::new(from, receiver, 1_000_000, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(100)));
        net.run_until(Ps::from_ms(100));
        let cnps = listener.heard.borrow().cnps;
        (u64::from(cnps), net.port_stats(bottleneck).marked, net.records()[1].finish.0 / 1_000_000)
    };
    let (all, marked, _) = cnps(Ps::ZERO);
    assert!(marked > 1_000 && all == marked, "{all} {marked}");
    for interval in [4, 50] {
        let (some, _, us) = cnps(Ps::from_us(interval));
        let most = 2 * (us / interval + 1);
        assert!(some <= most && some * 10 > most * 7, "{some} of {most}");
    }
}

#[test]
fn flows_of_a_host_take_turns_to_the_packet() {
    let listeners: Vec<Listener> = (0..5).map(|_| Listener::new(1 << 30)).collect();
    let slow = Listener::paced(1 << 16);
    let mut controls = listeners.clone();
    controls.push(slow.clone());
    let (mut net, receiver, _) = lossless(HostConfig::rdma(), 1, controls);
    for control in 0..6 {
        net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO).under(control)).unwrap();
    }
    let counts =
        |all: &[Listener]| -> Vec<usize> { all.iter().map(|it| it.heard.borrow().sent.len()).collect() };
    for step in 1..200 {
        net.run_until(Ps(step * 5_300_000));
        let counts = counts(&listeners);
        let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
        assert!(most - least <= 1, "{counts:?}");
    }
    // The paced one waits for up to five others and loses nothing by it.
    let (paced, other) = (slow.heard.borrow().sent.len(), counts(&listeners)[0]);
    let share = paced as f64 / (paced + 5 * other) as f64;
    assert!((share * 16.0 - 1.0).abs() < 0.01, "{share}");
}

#[test]
fn data_does_not_wait_in_the_host_and_leaves_by_the_rate() {
    let listener = Listener::paced(1 << 18);
    let (mut net, receiver, _) =
        lossless(HostConfig::rdma(), 1, vec![listener.clone(), Listener::new(1 << 30)]);
    net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO)).unwrap();
    net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO).under(1)).unwrap();
    net.run_until(Ps::from_ms(2));
    let port = net.topology().port_to_host(0).unwrap() ^ 1;
    assert_eq!(net.port_stats(port).depth_max, 0);
    // A quarter of 10 Gbit/s, 1048 B every 3353.6 ns: never early, late by less than a slot of the wheel and a packet that is
    // on the wire, and the next one makes up for it.
    let sent = listener.heard.borrow().sent.clone();
    for (number, sent) in (0u64..).zip(&sent) {
        let late = (u64::from(*sent) * 1_000 + 999).checked_sub(number * 3_353_600);
        assert!(late.is_some_and(|late| late <= 100_000 + 838_400 + 999), "{number} at {sent}");
    }
    assert_eq!(sent.len(), 597);
}

#[test]
fn a_coarser_wheel_is_later_and_no_slower() {
    let lateness = |slot: u64| {
        let listener = Listener::paced(1 << 14);
        let transport = Transport::Rdma(Rdma { slot: Some(Ps(slot)), ..Rdma::default() });
        let hosts = HostConfig { transport, ..HostConfig::rdma() };
        let (mut net, receiver, _) = lossless(hosts, 1, vec![listener.clone()]);
        net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO)).unwrap();
        net.run_until(Ps::from_us(5_030));
        let sent = listener.heard.borrow().sent.clone();
        // A sixty-fourth of 10 Gbit/s: 93 packets, 53 657.6 ns apart.
        assert_eq!(sent.len(), 94, "{slot}");
        let late = |(number, sent): (u64, &u32)| u64::from(*sent) * 1_000 + 999 - number * 53_657_600;
        (0..).zip(&sent).map(late).max().unwrap()
    };
    assert!(lateness(1_000) < 3_000);
    assert!((5_000_000..10_002_000).contains(&lateness(10_000_000)));
}

#[test]
fn a_wheel_without_slots_is_refused() {
    let transport = Transport::Rdma(Rdma { slot: Some(Ps::ZERO), ..Rdma::default() });
    let (topology, _, _) = dumbbell(1, Ps::from_us(10));
    let hosts = HostConfig { transport, ..HostConfig::rdma() };
    let made = Network::new(topology, &tail_drop(BufferConfig::Unlimited), hosts, vec![Listener::new(1)], 1);
    let error = made.err().unwrap();
    assert!(
        matches!(
            error,
            FabricError::Setup(SetupError::Nic(NicError { field: NicField::Slot, value: 0, min: 1, .. }))
        ),
        "{error}"
    );
}

#[test]
fn a_hold_is_over_before_the_transmit_stamp() {
    let listener = Listener { report_every: 1, held_until: 300_000, ..Listener::new(1 << 30) };
    let (mut net, receiver, _) = lossless(HostConfig::rdma(), 1, vec![listener.clone()]);
    net.add_flow(FlowSpec::new(0, receiver, 50_000, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let heard = listener.heard.borrow();
    assert!(heard.sent.iter().all(|sent| *sent >= 300_000) && heard.sent.len() == 50);
    let delays: Vec<u32> = heard.reports.iter().map(|it| it.received.since(it.sent)).collect();
    // 10 us of cable and two transmissions of 0.84 us: what waits for its turn is not under way.
    assert!(delays.iter().all(|delay| (11_600..=11_800).contains(delay)), "{delays:?}");
}

#[test]
fn a_window_is_exceeded_by_less_than_a_packet() {
    for (window, offload) in
        [(999, 0), (1_000, 0), (15_300, 0), (40_001, 0), (15_300, 4_000), (40_001, 65_536)]
    {
        let listener = Listener::new(window);
        let hosts = HostConfig { offload, ..HostConfig::rdma() };
        let (mut net, receiver, _) = lossless(hosts, 2, vec![listener.clone()]);
        for from in 0..2 {
            net.add_flow(FlowSpec::new(from, receiver, 300_000, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(100)));
        let most = listener.heard.borrow().in_flight_max;
        let least = if offload == 0 { window } else { window * 2 / 3 };
        assert!(most < window + 1_000 && most >= least, "{most} of {window}");
    }
}

#[test]
fn acks_leave_before_data_or_take_a_turn() {
    // Both hosts send four flows to each other: an ACK waits for the packet on the wire, or for its turn too.
    let longest = |ack_priority: bool| {
        let transport = Transport::Rdma(Rdma { ack_priority, ..Rdma::default() });
        let listener = Listener::new(1 << 20);
        let hosts = HostConfig { transport, ..HostConfig::rdma() };
        let (mut net, receiver, _) = lossless(hosts, 1, vec![listener.clone()]);
        for flow in 0..8 {
            let (from, to) = if flow < 4 { (0, receiver) } else { (receiver, 0) };
            net.add_flow(FlowSpec::new(from, to, 300_000, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(100)));
        let port = net.topology().port_to_host(0).unwrap() ^ 1;
        net.port_stats(port).packets_max
    };
    let (first, in_turn) = (longest(true), longest(false));
    assert!(first <= 2 && in_turn > 10, "{first} {in_turn}");
}

#[test]
fn reports_are_packets_of_their_own_or_ride_on_acks() {
    let run = |reports: Reports, every: u32| {
        let listener = Listener { report_every: every, ..Listener::new(100_000) };
        let hosts = HostConfig { reports, ..HostConfig::rdma() };
        let (mut net, receiver, _) = lossless(hosts, 1, vec![listener.clone()]);
        net.add_flow(FlowSpec::new(0, receiver, 95_000, Ps::ZERO)).unwrap();
        net.run_until(Ps::from_ms(100));
        let back = net.port_stats(net.topology().port_to_host(0).unwrap());
        let numbers: Vec<u32> = listener.heard.borrow().reports.iter().map(|it| it.packet).collect();
        (numbers, back.sent, back.sent_bytes)
    };
    let packets = Reports::Packets { wire: 78 };
    assert_eq!(run(Reports::OnAck, 10), ((1..=95).collect(), 95, 95 * 60));
    // The last packet of the flow is reported whatever the count; its report comes before its ACK, which ends the flow.
    let tens: Vec<u32> = (1..=9).map(|ten| ten * 10).chain([95]).collect();
    assert_eq!(run(packets, 10), (tens, 105, 95 * 60 + 10 * 78));
    assert_eq!(run(packets, 1), ((1..=95).collect(), 190, 95 * (60 + 78)));
}

#[test]
fn datagrams_take_turns_too() {
    let controls = vec![Listener::paced(1 << 19), Listener::new(1 << 30)];
    let sent: Vec<_> = controls.iter().map(|it| Rc::clone(&it.heard)).collect();
    let (mut net, receiver, bottleneck) = lossless(HostConfig::rdma(), 1, controls);
    net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO).in_datagrams_of(500)).unwrap();
    net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO).under(1)).unwrap();
    net.run_until(Ps::from_ms(1));
    // Half of the line: 548 B every 876.8 ns, or every second turn beside packets of 838.4 ns.
    let (datagrams, packets) = (sent[0].borrow().sent.len(), sent[1].borrow().sent.len());
    assert!(datagrams.abs_diff(packets) <= 1 && datagrams > 750, "{datagrams} {packets}");
    assert_eq!(net.port_stats(bottleneck).dropped(), 0);
    assert!(net.received(FlowId(0)).unwrap() > 300_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_traffic_completes_and_leaves_nothing(
        flows in proptest::collection::vec((0u32..3, 1u64..80_000, 0u64..300), 1..20),
        every in 1u32..20,
        window in 1u32..100_000,
        priority in any::<bool>(),
        segments in 0u32..=65,
    ) {
        let transport = Transport::Rdma(Rdma { ack_priority: priority, nack_interval: Ps::from_us(30), ..Rdma::default() });
        let hosts = HostConfig { transport, ack_every: every, ack_delay: Ps::from_us(40), ..HostConfig::rdma() };
        let hosts = HostConfig { rto_min: Ps::from_us(200), offload: segments * 1_000, ..hosts };
        let (mut net, listener, receiver) = losing(hosts, window, |seen| one_in(25, seen));
        let mut bytes = 0;
        for &(from, size, start) in &flows {
            bytes += size;
            net.add_flow(FlowSpec::new(from, receiver, size, Ps::from_us(start))).unwrap();
        }
        prop_assert!(net.run_until_all_done(Ps::from_ms(600_000)));
        net.run_until(net.now() + Ps::from_ms(60_000));
        prop_assert_eq!(listener.heard.borrow().acked, bytes);
        let census = net.census();
        prop_assert_eq!((census.resident, census.injected), (0, census.delivered + census.dropped));
    }
}
