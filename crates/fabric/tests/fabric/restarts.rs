//! Restarts after a fault, where nothing else would have a transmitter look again; faults that come several times, or twice at once.

use crate::node_faults::{lossless, lossless_in, storm_of};
use crate::support::{bare, dumbbell, fixed};
use freeboard_aqm_api::Bytes;
use freeboard_fabric::faults::{Effect, Fault, Packets, Pick, QueueOnDown, Spell, WireFault};
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, Node, Ps};

const RTT: Ps = Ps::from_us(20);
const BYTES: u64 = 20_000;

/// Every acknowledgement is lost until a millisecond has passed: none wakes a sender.
fn silence() -> Fault {
    Fault::Wire(WireFault {
        ports: Vec::new(),
        packets: Packets::Acks,
        pick: Pick::Rate(1_000_000_000),
        effect: Effect::Loss,
        start: Ps::ZERO,
        end: Ps::from_us(1_000),
    })
}

/// From the middle of the packets of 50 000 B, of which the first is sent at 0 or a handshake of 20 us later, to 400 us.
fn spell() -> Spell {
    Spell::once(Ps::from_us(25), Ps::from_us(375))
}

/// Data packets that a host's port has sent at 399 us and at 500 us: one window of RDMA or of a host without a handshake.
fn sent(hosts: HostConfig, fault: impl Fn(u32) -> Option<Fault>) -> [u64; 2] {
    let (topology, receiver, _) = dumbbell(1, RTT);
    let uplink = topology.port_between(Node::Host(0), Node::Switch(0)).unwrap();
    let mut net = fixed(topology, BufferConfig::PortPackets(100), hosts, 60_000);
    net.set_faults(&[Some(silence()), fault(uplink / 2)].into_iter().flatten().collect::<Vec<_>>()).unwrap();
    net.add_flow(FlowSpec::new(0, receiver, 50_000, Ps::ZERO)).unwrap();
    [399, 500].map(|us| {
        net.run_until(Ps::from_us(us));
        net.ledger().unwrap();
        net.port_stats(uplink).sent
    })
}

/// A host that a fault has stopped in the middle of its packets sends the rest of them as soon as it is over.
fn assert_goes_on(fault: impl Fn(u32) -> Fault) {
    for (at, hosts) in [bare(), HostConfig::rdma()].into_iter().enumerate() {
        let [all, _] = sent(hosts, |_| None);
        let [stopped, after] = sent(hosts, |link| Some(fault(link)));
        assert!(all > 30 && stopped > 10 && stopped < all - 5, "hosts {at}: {stopped} of {all}");
        assert_eq!(after, all, "hosts {at}: it stands still");
    }
}

#[test]
fn a_host_that_was_paused_goes_on_by_itself() {
    assert_goes_on(|_| Fault::HostPause { host: 0, spell: spell() });
}

#[test]
fn a_host_goes_on_by_itself_when_the_switch_before_it_is_up_again() {
    assert_goes_on(|_| Fault::Reboot { switch: 0, spell: spell() });
}

#[test]
fn a_host_goes_on_by_itself_when_its_link_is_up_again() {
    for queue in [QueueOnDown::Kept, QueueOnDown::Flushed] {
        assert_goes_on(|link| Fault::LinkDown { link, spell: spell(), queue });
    }
}

/// All packets of four senders have come when the link goes down, and none comes until it is up.
#[test]
fn a_switch_goes_on_by_itself_when_its_link_is_up_again() {
    let (topology, receiver, bottleneck) = dumbbell(4, RTT);
    let mut net = fixed(topology, BufferConfig::PortPackets(100), bare(), 60_000);
    let spell = Spell::once(Ps::from_us(45), Ps::from_us(355));
    let link = Fault::LinkDown { link: bottleneck / 2, spell, queue: QueueOnDown::Kept };
    net.set_faults(&[silence(), link]).unwrap();
    for host in 0..4 {
        net.add_flow(FlowSpec::new(host, receiver, BYTES, Ps::ZERO)).unwrap();
    }
    net.run_until(Ps::from_us(44));
    let arrived = net.port_stats(bottleneck).arrived;
    net.run_until(Ps::from_us(399));
    let waiting = net.port_stats(bottleneck);
    assert!(waiting.arrived == arrived && waiting.arrived - waiting.sent > 10, "{waiting:?}");
    net.run_until(Ps::from_us(500));
    assert_eq!(net.port_stats(bottleneck).sent, arrived, "it stands still");
    net.ledger().unwrap();
}

/// The switch cannot send and has paused its hosts, for milliseconds. A link that goes down forgets that; nothing but the end of
/// the fault would have a host look again.
#[test]
fn a_host_that_was_paused_by_its_switch_goes_on_as_soon_as_the_link_is_up_again() {
    let spell = Spell::once(Ps::from_us(500), Ps::from_us(100));
    for (at, hosts) in [bare(), HostConfig::rdma()].into_iter().enumerate() {
        let (topology, _, _) = dumbbell(4, RTT);
        let uplink = topology.port_between(Node::Host(0), Node::Switch(0)).unwrap();
        let link = Fault::LinkDown { link: uplink / 2, spell, queue: QueueOnDown::Kept };
        for fault in [link, Fault::Reboot { switch: 0, spell }] {
            let faults = [storm_of(Ps::from_ms(20), None), fault];
            let mut net = lossless_in(Bytes(160_000), hosts, &faults);
            let mut sent_until = |us: u64| {
                net.run_until(Ps::from_us(us));
                net.port_stats(uplink).sent
            };
            let paused = sent_until(300);
            assert_eq!([499, 599].map(&mut sent_until), [paused; 2], "hosts {at}");
            assert!(sent_until(650) > paused + 5, "hosts {at} after {:?}", faults[1]);
        }
    }
}

#[test]
fn a_host_stands_still_as_often_as_it_is_told() {
    let spell = Spell { at: Ps::from_us(200), lasts: Ps::from_us(100), every: Ps::from_us(300), times: 3 };
    let (topology, receiver, bottleneck) = dumbbell(1, RTT);
    let mut net = fixed(topology, BufferConfig::PortPackets(100), bare(), 60_000);
    net.set_faults(&[Fault::HostPause { host: 0, spell }]).unwrap();
    net.add_flow(FlowSpec::new(0, receiver, 20_000_000, Ps::from_us(50))).unwrap();
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
