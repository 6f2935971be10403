//! What goes on after a fault, where nothing else would have it look again; faults that come several times, or twice at once.

use crate::node_faults::{lossless, storm_of};
use crate::support::{FixedNet, bare, dumbbell, fixed};
use freeboard_fabric::faults::{Effect, Fault, Packets, Pick, QueueOnDown, Spell, WireFault};
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, Node, Ps};

const RTT: Ps = Ps::from_us(20);
/// Two packets, and the time of a few transmissions.
const BYTES: u64 = 2_000;
const SOON: Ps = Ps::from_us(10);

/// One sender, whose only flow starts at 50 us.
fn one(hosts: HostConfig, bytes: u64, fault: impl Fn(&FixedNet) -> Fault) -> FixedNet {
    let (topology, receiver, _) = dumbbell(1, RTT);
    let mut net = fixed(topology, BufferConfig::PortPackets(100), hosts, 60_000);
    let fault = fault(&net);
    net.set_faults(&[fault]).unwrap();
    net.add_flow(FlowSpec::new(0, receiver, bytes, Ps::from_us(50))).unwrap();
    net
}

/// When a flow of `BYTES` is done under a fault, its hosts without and with a handshake, and as RDMA.
fn done(fault: impl Fn(&FixedNet) -> Fault) -> [Ps; 3] {
    [bare(), HostConfig::default(), HostConfig::rdma()].map(|hosts| {
        let mut net = one(hosts, BYTES, &fault);
        assert!(net.run_until_all_done(Ps::from_ms(2_000)));
        net.ledger().unwrap();
        net.records()[0].finish
    })
}

/// From 30 us to 400 us: the flow starts meanwhile, and a timeout would come after a millisecond at the earliest.
fn spell() -> Spell {
    Spell::once(Ps::from_us(30), Ps::from_us(370))
}

/// As if the flow had started when the fault was over, but for a few transmissions.
fn assert_done_as_if_started_at_the_end(fault: impl Fn(&FixedNet) -> Fault) {
    let never = |_: &FixedNet| Fault::StartJitter { most: Ps::ZERO };
    let expected = done(never).map(|done| done + Ps::from_us(350));
    for (hosts, (done, expected)) in done(fault).into_iter().zip(expected).enumerate() {
        assert!((expected..expected + SOON).contains(&done), "hosts {hosts}: {done:?}, not {expected:?}");
    }
}

#[test]
fn a_host_that_was_paused_sends_at_once_what_was_asked_of_it_meanwhile() {
    assert_done_as_if_started_at_the_end(|_| Fault::HostPause { host: 0, spell: spell() });
}

#[test]
fn a_host_sends_at_once_when_the_switch_before_it_is_up_again() {
    assert_done_as_if_started_at_the_end(|_| Fault::Reboot { switch: 0, spell: spell() });
}

#[test]
fn a_host_sends_at_once_when_its_link_is_up_again() {
    let uplink = |net: &FixedNet| net.topology().port_between(Node::Host(0), Node::Switch(0)).unwrap() / 2;
    for queue in [QueueOnDown::Kept, QueueOnDown::Flushed] {
        assert_done_as_if_started_at_the_end(|net| Fault::LinkDown {
            link: uplink(net),
            spell: spell(),
            queue,
        });
    }
}

#[test]
fn a_switch_sends_at_once_what_has_waited_for_its_link() {
    let (_, _, bottleneck) = dumbbell(1, RTT);
    let queue = QueueOnDown::Kept;
    let mut net = one(bare(), BYTES, |_| Fault::LinkDown { link: bottleneck / 2, spell: spell(), queue });
    net.run_until(Ps::from_us(399));
    let waiting = net.port_stats(bottleneck);
    assert_eq!((waiting.arrived, waiting.sent), (2, 0), "both packets wait");
    net.run_until(Ps::from_us(400) + SOON);
    assert_eq!(net.port_stats(bottleneck).sent, 2);
    net.ledger().unwrap();
}

#[test]
fn a_host_stands_still_as_often_as_it_is_told() {
    let spell = Spell { at: Ps::from_us(200), lasts: Ps::from_us(100), every: Ps::from_us(300), times: 3 };
    let mut net = one(bare(), 20_000_000, |_| Fault::HostPause { host: 0, spell });
    let (_, _, bottleneck) = dumbbell(1, RTT);
    let mut sent_until = |us: u64| {
        net.run_until(Ps::from_us(us));
        net.port_stats(bottleneck).sent
    };
    // Of the pause all but the packets on the way; of the time after it, as much again.
    let spells = [200, 500, 800, 1_100].map(|at| {
        let [begin, end, after] = [at + 30, at + 99, at + 190].map(&mut sent_until);
        (end - begin, after - end > 40)
    });
    let stood: Vec<bool> = spells.iter().map(|(sent, _)| *sent == 0).collect();
    assert_eq!(stood, [true, true, true, false]);
    assert!(spells.iter().all(|(_, went_on)| *went_on), "{spells:?}");
}

#[test]
fn what_a_flush_drops_is_booked_on_the_queue_that_held_it() {
    let (_, _, bottleneck) = dumbbell(4, RTT);
    let down = Spell::once(Ps::from_us(100), Ps::from_us(100));
    let link = Fault::LinkDown { link: bottleneck / 2, spell: down, queue: QueueOnDown::Flushed };
    let mut net = lossless(&[link]);
    net.run_until(Ps::from_us(99));
    let before = net.port_stats(bottleneck);
    assert!(before.arrived - before.sent > 50, "a queue has built up");
    net.run_until(Ps::from_us(101));
    let port = net.port_stats(bottleneck);
    assert!(port.dropped_fault > 50);
    // The class of the flows has the second of two queues.
    assert_eq!([0, 1].map(|queue| net.queue_stats(bottleneck, queue).dropped_fault), [0, port.dropped_fault]);
    assert_eq!([0, 1].map(|queue| net.queue_stats(bottleneck, queue).dropped()), [0, port.dropped()]);
    net.ledger().unwrap();
}

#[test]
fn no_pause_frame_comes_over_a_link_that_is_down() {
    let (_, _, bottleneck) = dumbbell(4, RTT);
    let down = Spell::once(Ps::from_us(50), Ps::from_us(250));
    let link = Fault::LinkDown { link: bottleneck / 2, spell: down, queue: QueueOnDown::Kept };
    // The only frame of the storm comes at 100 us; it would stop the class for 3.4 ms.
    let mut net = lossless(&[link, storm_of(Ps(1), None)]);
    net.run_until(Ps::from_us(299));
    let sent = net.port_stats(bottleneck).sent;
    net.run_until(Ps::from_us(350));
    assert!(net.port_stats(bottleneck).sent > sent + 20, "the class is paused");
}

#[test]
fn two_faults_with_the_same_words_draw_on_their_own() {
    let part_lost = |count: usize| {
        let (topology, receiver, _) = dumbbell(1, RTT);
        let uplink = topology.port_between(Node::Host(0), Node::Switch(0)).unwrap();
        let mut net = fixed(topology, BufferConfig::PortPackets(100), bare(), 60_000);
        let loss = Fault::Wire(WireFault {
            ports: vec![uplink],
            packets: Packets::Data,
            pick: Pick::Rate(200_000_000),
            effect: Effect::Loss,
            start: Ps::ZERO,
            end: Ps::MAX,
        });
        net.set_faults(&vec![loss; count]).unwrap();
        net.add_flow(FlowSpec::new(0, receiver, 4_000_000, Ps::ZERO)).unwrap();
        assert!(net.run_until_all_done(Ps::from_ms(600_000)));
        net.counters().faults.loss as f64 / net.counters().data_packets as f64
    };
    // 1 - 0.8^2 with two; of 3000 packets and more, four standard deviations are 0.035.
    let (one, two) = (part_lost(1), part_lost(2));
    assert!((one - 0.2).abs() < 0.035 && (two - 0.36).abs() < 0.035, "{one} {two}");
}

#[test]
fn two_late_starts_with_the_same_words_are_drawn_one_by_one() {
    let starts = |faults: &[Fault]| {
        let (topology, receiver, _) = dumbbell(4, RTT);
        let mut net = fixed(topology, BufferConfig::PortPackets(100), bare(), 60_000);
        net.set_faults(faults).unwrap();
        for host in 0..4 {
            net.add_flow(FlowSpec::new(host, receiver, BYTES, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(2_000)));
        let mut starts: Vec<(u32, u64)> = net.records().iter().map(|it| (it.from, it.start.0)).collect();
        starts.sort_unstable();
        starts
    };
    let jitter = || Fault::StartJitter { most: Ps::from_us(50) };
    let (one, two) = (starts(&[jitter()]), starts(&[jitter(), jitter()]));
    assert!(one.iter().zip(&two).all(|(one, two)| two.1 >= one.1 && two.1 != 2 * one.1), "{one:?} {two:?}");
}
