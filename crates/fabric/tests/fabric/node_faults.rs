//! Faults of links and nodes: a link that goes down, a switch that starts anew, a host that stands still.

use crate::support::{Erased, Fixed, FixedNet, META, Rule, Scheme, Word, bare, dumbbell, fixed, tail_drop};
use freeboard_aqm_api::{Arrival, Departure, Hooks, Meta, Nanos32, Verdict};
use freeboard_cc_api::{Bytes, Control, NoUnderlay};
use freeboard_device::mmu::{Alpha, ThresholdTest};
use freeboard_device::pfc::CLASSES;
use freeboard_fabric::faults::{
    Effect, Fault, Packets, Pick, QueueOnDown, Spell, Watchdog, WatchdogAction, WireFault,
};
use freeboard_fabric::network::StuckReason;
use freeboard_fabric::{
    BufferConfig, Controls, Discipline, FabricError, FlowSpec, HostConfig, Instance, Lossless, Network, Node,
    PortQueues, PortSplit, Ps, SwitchConfig,
};

const RTT: Ps = Ps::from_us(20);

fn hosts() -> [HostConfig; 3] {
    [bare(), HostConfig::default(), HostConfig::rdma()]
}

/// Four senders of `bytes` each to one receiver, with these faults.
fn four(hosts: HostConfig, bytes: u64, faults: &[Fault]) -> (FixedNet, u32) {
    let (topology, receiver, bottleneck) = dumbbell(4, RTT);
    let mut net = fixed(topology, BufferConfig::PortPackets(2_000), hosts, 60_000);
    net.set_faults(faults).unwrap();
    for host in 0..4 {
        net.add_flow(FlowSpec::new(host, receiver, bytes, Ps::ZERO)).unwrap();
    }
    (net, bottleneck)
}

/// All flows complete, and the books balance every now and then.
fn finish(net: &mut FixedNet) {
    for _ in 0..50 {
        net.run_until(net.now() + Ps::from_us(37));
        net.ledger().unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(60_000)), "a flow is stuck");
    net.run_until(net.now() + Ps::from_ms(5_000));
    let ledger = net.ledger().unwrap();
    assert_eq!(ledger.packets, net.census());
    assert_eq!(ledger.packets.resident, 0);
}

/// The link of the bottleneck, down for 300 us from 200 us on.
fn down(bottleneck: u32, queue: QueueOnDown) -> Fault {
    let spell = Spell::once(Ps::from_us(200), Ps::from_us(300));
    Fault::LinkDown { link: bottleneck / 2, spell, queue }
}

#[test]
fn a_link_that_goes_down_loses_what_is_on_it_and_sends_nothing_until_it_is_up() {
    let (_, _, bottleneck) = dumbbell(4, RTT);
    for queue in [QueueOnDown::Kept, QueueOnDown::Flushed] {
        let (mut net, _) = four(bare(), 400_000, &[down(bottleneck, queue)]);
        net.run_until(Ps::from_us(199));
        let waiting = net.port_stats(bottleneck);
        assert!(waiting.arrived - waiting.sent > 50, "a queue has built up");
        net.run_until(Ps::from_us(499));
        let stats = net.port_stats(bottleneck);
        assert!(stats.sent - waiting.sent <= 1, "nothing is sent");
        let lost = net.counters().faults;
        match queue {
            // A propagation of 5 us holds four full packets of 10 Gbit/s and as many ACKs, and one is being sent.
            QueueOnDown::Kept => assert!((8..=10).contains(&lost.link_down), "{lost:?}"),
            QueueOnDown::Flushed => assert!(lost.link_down > 50, "{lost:?}"),
        }
        assert_eq!(lost.link_down, lost.lost());
        assert_eq!(stats.dropped() > 0, queue == QueueOnDown::Flushed);
        finish(&mut net);
        assert!(net.port_stats(bottleneck).sent > stats.sent);
    }
}

#[test]
fn a_link_flaps_as_often_as_it_is_told() {
    let (_, _, bottleneck) = dumbbell(4, RTT);
    for hosts in hosts() {
        let spell = Spell { at: Ps::from_us(50), lasts: Ps::from_us(20), every: Ps::from_us(60), times: 5 };
        let flap = Fault::LinkDown { link: bottleneck / 2, spell, queue: QueueOnDown::Kept };
        let (mut net, _) = four(hosts, 300_000, &[flap]);
        finish(&mut net);
        assert!(net.counters().faults.link_down >= 5, "{:?}", net.counters().faults);
    }
}

#[test]
fn a_late_packet_is_lost_with_the_link_that_it_is_on() {
    let (_, _, bottleneck) = dumbbell(4, RTT);
    let late = Fault::Wire(WireFault {
        ports: vec![bottleneck],
        packets: Packets::Data,
        pick: Pick::List(vec![0]),
        effect: Effect::Delay { least: Ps::from_us(400), most: Ps::from_us(400) },
        start: Ps::ZERO,
        end: Ps::MAX,
    });
    let lost = |faults: &[Fault]| {
        let (mut net, _) = four(bare(), 1_000, faults);
        finish(&mut net);
        net.counters().faults.link_down
    };
    let down = down(bottleneck, QueueOnDown::Kept);
    let alone = [lost(std::slice::from_ref(&late)), lost(std::slice::from_ref(&down))];
    assert_eq!((alone, lost(&[late, down])), ([0, 0], 1));
}

#[test]
fn a_host_that_stands_still_loses_nothing() {
    for hosts in hosts() {
        let spell = Spell::once(Ps::from_us(100), Ps::from_us(150));
        let pauses = [0, 4].map(|host| Fault::HostPause { host, spell });
        for pause in pauses {
            let (mut net, bottleneck) = four(hosts, 200_000, &[pause]);
            finish(&mut net);
            assert_eq!(net.counters().faults.lost(), 0);
            assert_eq!(net.port_stats(bottleneck).dropped(), 0);
        }
    }
}

#[test]
fn a_paused_host_neither_sends_nor_takes_what_arrives() {
    let spell = Spell::once(Ps::from_us(100), Ps::from_us(400));
    let (mut net, bottleneck) = four(bare(), 400_000, &[Fault::HostPause { host: 4, spell }]);
    net.run_until(Ps::from_us(100));
    let (delivered, sent) = (net.counters().delivered_packets, net.port_stats(bottleneck ^ 1).sent);
    net.run_until(Ps::from_us(499));
    assert_eq!(net.counters().delivered_packets, delivered);
    assert!(net.port_stats(bottleneck ^ 1).sent <= sent + 1);
    net.ledger().unwrap();
    net.run_until(Ps::from_us(501));
    assert!(net.counters().delivered_packets > delivered + 20, "what has waited is handed over");
    finish(&mut net);
}

/// Counts its packets, and signals every one after the hundredth.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Patient;

impl Rule for Patient {
    type Pipe = ();
    type Queue = Word;

    fn arrive(_: u32, (_, seen): (&mut (), &mut Word), _: &Arrival) -> Verdict {
        seen.0 += 1;
        Verdict::signal_if(seen.0 > 100)
    }
}

#[test]
fn a_switch_that_starts_anew_has_lost_its_queues_and_what_its_scheme_knew() {
    let (topology, receiver, bottleneck) = dumbbell(4, RTT);
    let spell = Spell::once(Ps::from_us(200), Ps::from_us(100));
    let switches =
        SwitchConfig::new(Erased::new(Instance::<Scheme<Patient>>::new(0)), BufferConfig::PortPackets(200));
    let controls = vec![Controls::<Fixed, NoUnderlay>::new(Control::window(Bytes(60_000)), ())];
    let mut net = Network::new(topology, &switches, bare(), controls, 1).unwrap();
    net.set_faults(&[Fault::Reboot { switch: 0, spell }]).unwrap();
    for host in 0..4 {
        net.add_flow(FlowSpec::new(host, receiver, 1_000_000, Ps::ZERO)).unwrap();
    }
    net.run_until(Ps::from_us(199));
    let before = net.port_stats(bottleneck);
    assert!(before.unmarkable > 0);
    net.run_until(Ps::from_us(201));
    net.ledger().unwrap();
    let faults = net.counters().faults;
    assert!(faults.reboot > 100, "{faults:?}");
    net.run_until(Ps::from_us(299));
    let during = net.port_stats(bottleneck);
    assert!(during.sent - before.sent <= 2 && during.dropped_fault == net.counters().faults.reboot);
    assert!(net.counters().faults.link_down > 0);
    // The hundred packets after the start are not marked again: retransmissions come one timeout later.
    assert!(net.run_until_all_done(Ps::from_ms(2_000)));
    let after = net.port_stats(bottleneck);
    let (arrived, marked) = (after.arrived - during.arrived, after.unmarkable - during.unmarkable);
    assert_eq!(arrived - marked, 100, "all but the first hundred");
    net.ledger().unwrap();
}

#[test]
fn flows_start_late_by_a_draw_of_their_own() {
    let jitter = Fault::StartJitter { most: Ps::from_us(50) };
    let (mut net, _) = four(bare(), 10_000, &[jitter]);
    finish(&mut net);
    let mut starts: Vec<Ps> = net.records().iter().map(|record| record.start).collect();
    starts.sort();
    starts.dedup();
    assert_eq!(starts.len(), 4);
    assert!(starts.iter().all(|start| *start <= Ps::from_us(50)) && starts[3] > Ps::from_us(5));
}

#[test]
fn nodes_and_links_that_do_not_exist_are_refused_by_name() {
    let refused = |fault: Fault| {
        let (topology, _, _) = dumbbell(1, RTT);
        let mut net = fixed(topology, BufferConfig::PortPackets(20), bare(), 60_000);
        match net.set_faults(&[fault]) {
            Err(FabricError::Fault(error)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let spell = Spell::once(Ps(5), Ps(5));
    let queue = QueueOnDown::Kept;
    assert_eq!(refused(Fault::LinkDown { link: 2, spell, queue }), "fault 0: link = 2; legal: 0 to 1");
    assert_eq!(refused(Fault::Reboot { switch: 1, spell }), "fault 0: switch = 1; legal: 0 to 0");
    assert_eq!(refused(Fault::HostPause { host: 2, spell }), "fault 0: host = 2; legal: 0 to 1");
    let often = Spell { times: 2, ..spell };
    let expected = "fault 0: every [ps] = 5; legal: 6 to 18446744073709551615";
    assert_eq!(refused(Fault::HostPause { host: 0, spell: often }), expected);
}

/// Four hosts of a lossless class send to the fifth.
pub(crate) fn lossless(faults: &[Fault]) -> FixedNet {
    lossless_in(Bytes(4_000_000), bare(), faults)
}

/// The same through a memory of this size.
pub(crate) fn lossless_in(total: Bytes, hosts: HostConfig, faults: &[Fault]) -> FixedNet {
    let (topology, receiver, _) = dumbbell(4, RTT);
    let mut queues = PortQueues::new(&[1, 1], Discipline::Dwrr);
    queues.queue_of_class = [0, 0, 0, 1, 0, 0, 0, 0];
    let mut classes = [false; CLASSES];
    classes[3] = true;
    queues.lossless = Some(Lossless {
        classes,
        guaranteed: Bytes(1_500),
        alpha: Alpha::ONE,
        alpha_mbps: None,
        xon_offset: Bytes(3_000),
        headroom: None,
        frame_max: Bytes(1_560),
        frame_min: Bytes(40),
        quanta: u16::MAX,
    });
    let buffer = BufferConfig::Shared {
        total,
        reserve: Bytes(0),
        alpha: Alpha::ONE,
        split: PortSplit::Together,
        test: ThresholdTest::Before,
    };
    let mut switches = tail_drop(buffer);
    switches.queues = Some(queues);
    let controls = vec![Controls::new(Control::window(Bytes(60_000)), ())];
    let mut net: FixedNet = Network::new(topology, &switches, hosts, controls, 1).unwrap();
    net.set_faults(faults).unwrap();
    for host in 0..4 {
        net.add_flow(FlowSpec::new(host, receiver, 400_000, Ps::ZERO).of_class(3)).unwrap();
    }
    net
}

/// The receiver of [`lossless`] sends pause frames for so long from 100 us on.
pub(crate) fn storm_of(lasts: Ps, watchdog: Option<Watchdog>) -> Fault {
    let (_, host, _) = dumbbell(4, RTT);
    Fault::PauseStorm {
        host,
        class: 3,
        spell: Spell::once(Ps::from_us(100), lasts),
        watchdog,
        ends_with_xon: false,
    }
}

/// A storm of 20 ms, 400 us after it has begun.
fn stormy(watchdog: Option<Watchdog>) -> FixedNet {
    let (_, _, bottleneck) = dumbbell(4, RTT);
    let mut net = lossless(&[storm_of(Ps::from_ms(20), watchdog)]);
    net.run_until(Ps::from_us(110));
    let before = net.port_stats(bottleneck).sent;
    net.run_until(Ps::from_us(500));
    assert!(net.port_stats(bottleneck).sent - before <= 1, "the port is paused");
    assert!(net.stuck().iter().all(|it| it.reason == StuckReason::Paused { port: bottleneck }));
    assert_eq!(net.stuck().len(), 4);
    net
}

/// A single frame pauses for 3.4 ms. Nothing arrives at the port meanwhile, so nothing else would have it look again.
#[test]
fn a_port_that_was_paused_goes_on_as_soon_as_its_link_is_up_again() {
    let (_, _, bottleneck) = dumbbell(4, RTT);
    let spell = Spell::once(Ps::from_us(300), Ps::from_us(100));
    let link = Fault::LinkDown { link: bottleneck / 2, spell, queue: QueueOnDown::Kept };
    let mut net = lossless(&[storm_of(Ps(1), None), link]);
    net.run_until(Ps::from_us(200));
    let paused = net.port_stats(bottleneck).sent;
    net.run_until(Ps::from_us(399));
    assert_eq!(net.port_stats(bottleneck).sent, paused);
    net.run_until(Ps::from_us(450));
    assert!(net.port_stats(bottleneck).sent > paused + 20);
    finish(&mut net);
}

#[test]
fn a_storm_stops_a_class_until_its_last_pause_expires() {
    let mut net = stormy(None);
    net.run_until(Ps::from_ms(20));
    assert_eq!(net.records().len(), 0);
    finish(&mut net);
    assert_eq!(net.counters().faults.lost(), 0);
    assert!(net.counters().faults.storms == 0 && net.now() > Ps::from_ms(20));
}

/// The last pause of a storm of 1 ms would end 3.4 ms after the storm's begin.
#[test]
fn a_storm_that_ends_with_xon_lets_the_class_go_at_once() {
    let (_, host, bottleneck) = dumbbell(4, RTT);
    for ends_with_xon in [false, true] {
        let spell = Spell::once(Ps::from_us(100), Ps::from_ms(1));
        let storm = Fault::PauseStorm { host, class: 3, spell, watchdog: None, ends_with_xon };
        let mut net = lossless(&[storm]);
        net.run_until(Ps::from_us(1_090));
        let paused = net.port_stats(bottleneck).sent;
        net.run_until(Ps::from_us(1_200));
        assert_eq!(net.port_stats(bottleneck).sent > paused + 20, ends_with_xon);
        finish(&mut net);
    }
}

#[test]
fn a_watchdog_finds_the_storm_and_restores_the_queue() {
    let (_, _, bottleneck) = dumbbell(4, RTT);
    for action in [WatchdogAction::Drop, WatchdogAction::Forward] {
        let times = (Ps::from_ms(1), Ps::from_ms(5));
        let mut net = stormy(Some(Watchdog { detection_time: times.0, restoration_time: times.1, action }));
        // Found within a tenth of the time after the millisecond.
        net.run_until(Ps::from_us(1_050));
        assert_eq!(net.counters().faults.storms, 0);
        net.run_until(Ps::from_us(1_400));
        assert_eq!(net.counters().faults.storms, 1);
        let dropped = net.counters().faults.watchdog;
        assert_eq!(dropped > 0, action == WatchdogAction::Drop);
        let arrived = net.port_stats(bottleneck).arrived;
        net.run_until(Ps::from_ms(19));
        net.ledger().unwrap();
        if action == WatchdogAction::Drop {
            assert!(net.counters().faults.watchdog > dropped, "what comes is dropped");
            assert_eq!(net.port_stats(bottleneck).arrived, arrived, "before it reaches the queue");
        }
        assert_eq!(net.records().len(), if action == WatchdogAction::Drop { 0 } else { 4 });
        finish(&mut net);
        assert_eq!(net.records().len(), 4);
        assert_eq!(net.counters().faults.storms, 1);
    }
}

#[test]
fn a_storm_of_a_class_that_cannot_be_paused_is_refused() {
    let (topology, receiver, _) = dumbbell(1, RTT);
    let mut net = fixed(topology, BufferConfig::PortPackets(20), bare(), 60_000);
    let spell = Spell::once(Ps(5), Ps(5));
    let storm = Fault::PauseStorm { host: receiver, class: 3, spell, watchdog: None, ends_with_xon: false };
    let Err(FabricError::Fault(error)) = net.set_faults(&[storm]) else { panic!("it is taken") };
    assert_eq!(error.to_string(), "fault 0: class, a lossless one = 3; legal: 0 to 7");
}

/// Signals when the time that it is told is before that of the packet before, or a packet waited for longer than a second.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Punctual;

impl Rule for Punctual {
    const META: Meta = Meta { hooks: Hooks::ENQUEUE.union(Hooks::DEQUEUE), ..META };
    type Pipe = ();
    type Queue = Word;

    fn arrive(_: u32, (_, last): (&mut (), &mut Word), arrival: &Arrival) -> Verdict {
        let is_back = arrival.now.since(Nanos32(last.0)) > 1 << 31;
        last.0 = arrival.now.0;
        Verdict::signal_if(is_back)
    }

    fn leave(_: u32, _: (&mut (), &mut Word), departure: &Departure) -> Verdict {
        Verdict::signal_if(departure.sojourn > 1_000_000_000)
    }
}

#[test]
fn a_scheme_sees_the_steps_of_its_switchs_clock() {
    let signals = |by_ns: i64| {
        let (topology, receiver, bottleneck) = dumbbell(4, RTT);
        let buffer = BufferConfig::PortPackets(2_000);
        let switches = SwitchConfig::new(Erased::new(Instance::<Scheme<Punctual>>::new(0)), buffer);
        let controls = vec![Controls::<Fixed, NoUnderlay>::new(Control::window(Bytes(60_000)), ())];
        let mut net = Network::new(topology, &switches, bare(), controls, 1).unwrap();
        let step = Fault::ClockStep { node: Node::Switch(0), at: Ps::from_us(200), by_ns };
        net.set_faults(&[step]).unwrap();
        for host in 0..4 {
            net.add_flow(FlowSpec::new(host, receiver, 200_000, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(50)));
        net.port_stats(bottleneck).unmarkable
    };
    assert_eq!(signals(0), 0);
    // One stamp goes back. 140 packets wait, whose sojourn is negative and so none.
    assert_eq!(signals(-2_000_000), 1);
    // None goes back, and the same packets have waited for two seconds.
    assert!(signals(1_500_000_000) > 100);
}
