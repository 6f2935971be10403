//! Priority flow control on the wire: what pauses stop, when, and that a lossless class loses nothing.

use crate::support::{Dctcp, DctcpNet, Erased, Fixed, FixedNet, bare, step, tail_drop};
use freeboard_aqm_api::Bytes;
use freeboard_cc_api::{Control, NoUnderlay};
use freeboard_device::mmu::{Alpha, ConfigField, MemoryLimit, MemoryProfile, ThresholdTest, profiles};
use freeboard_device::pfc::{CLASSES, PauseStats};
use freeboard_fabric::data_plane::{PortStats, QueueError, SetupError};
use freeboard_fabric::topology::{LeafSpine, NToOne};
use freeboard_fabric::{
    BufferConfig, Controls, Discipline, FabricError, FlowSpec, HostConfig, LinkRate, Lossless, Network,
    PortQueues, PortSplit, Ps, SwitchConfig, Topology,
};
use proptest::prelude::*;

/// The class that is lossless in these tests.
const SAFE: u8 = 3;
/// Way of a pause frame's 84 B at 10 Gbit/s \[ps\].
const FRAME_PS: u64 = 84 * 800;
/// Time to obey at 10 Gbit/s: 67 quanta of 64 B.
const RESPONSE_PS: u64 = 67 * 64 * 800;

const fn only(class: u8) -> [bool; CLASSES] {
    let mut classes = [false; CLASSES];
    classes[class as usize] = true;
    classes
}

/// A threshold of a share alpha = 2^`log2` of what is free, nothing guaranteed, pauses of 10 ms at 10 Gbit/s.
fn lossless(log2: i8) -> Lossless {
    Lossless {
        classes: only(SAFE),
        guaranteed: Bytes(0),
        alpha: Alpha::from_log2(log2).unwrap(),
        alpha_mbps: None,
        xon_offset: Bytes(0),
        headroom: None,
        frame_max: Bytes(1500),
        frame_min: Bytes(40),
        quanta: u16::MAX,
    }
}

fn queues(lossless: Lossless) -> PortQueues {
    let queues = PortQueues::new(&[1, 1, 1, 1], Discipline::Dwrr);
    // Classes from 4 on go where class 2 goes, so that class 3 is alone.
    let queue_of_class = [0, 1, 2, 3, 2, 2, 2, 2];
    PortQueues { queue_of_class, lossless: Some(lossless), ..queues }
}

fn pool(total: u32, split: PortSplit) -> BufferConfig {
    let test = ThresholdTest::Before;
    BufferConfig::Shared { total: Bytes(total), reserve: Bytes(0), alpha: Alpha::ONE, split, test }
}

/// Flows of a fixed window without handshake, ACKs in class 0.
fn network(topology: Topology, buffer: BufferConfig, queues: PortQueues, hosts: HostConfig) -> FixedNet {
    let mut switches = tail_drop(buffer);
    switches.queues = Some(queues);
    build(topology, &switches, hosts).unwrap()
}

fn build(
    topology: Topology,
    switches: &SwitchConfig<Erased>,
    hosts: HostConfig,
) -> Result<FixedNet, FabricError> {
    let controls = vec![Controls::<Fixed, NoUnderlay>::new(Control::window(Bytes(1 << 30)), ())];
    let hosts = HostConfig { ack_class: Some(0), rto_initial: Ps::from_ms(1000), ..hosts };
    let hosts = HostConfig { rto_min: Ps::from_ms(1000), ..hosts };
    Network::new(topology, switches, hosts, controls, 1)
}

fn sum(stats: impl IntoIterator<Item = PauseStats>) -> PauseStats {
    stats.into_iter().fold(PauseStats::default(), |sum, it| PauseStats {
        pauses: sum.pauses + it.pauses,
        refreshes: sum.refreshes + it.refreshes,
        resumes: sum.resumes + it.resumes,
        paused_ps: sum.paused_ps + it.paused_ps,
        longest_ps: sum.longest_ps.max(it.longest_ps),
    })
}

/// The pauses that all switch ports have asked for.
fn pauses(net: &FixedNet) -> PauseStats {
    sum((0..net.topology().port_count()).map(|port| net.pauses(port, SAFE)))
}

/// Drops of one queue, anywhere.
fn lost(net: &FixedNet, queue: usize) -> u64 {
    (0..net.topology().port_count()).map(|port| net.queue_stats(port, queue).dropped()).sum()
}

fn assert_empty(net: &FixedNet) {
    for port in 0..net.topology().port_count() {
        assert_eq!(net.memory_depth(port), 0, "port {port}");
    }
    let census = net.census();
    assert_eq!((census.resident, census.injected), (0, census.delivered + census.dropped));
}

#[test]
fn a_pause_stops_the_sender_to_the_frame() {
    // 10 Gbit/s into 1 Gbit/s, 1 us of cable. Packets arrive at 2.2 us and every 1.2 us after.
    let slow = LinkRate::from_bps(1_000_000_000).unwrap();
    let shape = NToOne {
        senders: 1,
        sender_rate: LinkRate::G10,
        sender_delays: vec![Ps::from_us(1)],
        receiver_rate: slow,
        receiver_delay: Ps::from_us(1),
    };
    // Some 280 KB are beyond the headroom: T = 2.2 KB, above one packet and below two.
    let mut net = network(shape.build(), pool(300_000, PortSplit::Together), queues(lossless(-7)), bare());
    net.add_flow(FlowSpec::new(0, shape.receiver(), 146_000, Ps::ZERO).of_class(SAFE)).unwrap();
    let uplink = net
        .topology()
        .port_between(freeboard_fabric::Node::Host(0), freeboard_fabric::Node::Switch(0))
        .unwrap();
    let toward = uplink ^ 1;
    // The first packet leaves at once, two wait, the fourth finds them and is over.
    let decided = 1_200_000 + 1_000_000 + 3 * 1_200_000;
    net.run_until(Ps(decided - 1));
    assert_eq!(net.pauses(toward, SAFE).pauses, 0);
    net.run_until(Ps(decided));
    assert_eq!((net.pauses(toward, SAFE).pauses, net.pause_frames()), (1, 1));
    let effect = decided + FRAME_PS + 1_000_000 + RESPONSE_PS;
    net.run_until(Ps(effect + 10_000_000));
    // Frames that began before it took effect were finished, none began after.
    assert_eq!(net.port_stats(uplink).sent, effect / 1_200_000 + 1);
    assert_eq!(net.held(uplink, SAFE), Ps(10_000_000));
    assert_eq!(net.held(uplink, 0), Ps(0));
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    net.run_until(net.now() + Ps::from_ms(20));
    assert_eq!(lost(&net, 3), 0);
    let stats = pauses(&net);
    assert!(stats.pauses > 1 && stats.pauses == stats.resumes, "{stats:?}");
    assert_empty(&net);
}

#[test]
fn a_pause_of_one_class_leaves_the_others_alone() {
    // Hosts 0 to 2 send the lossless class to host 3; host 0 sends a lossy one to host 4 as well.
    let shape = LeafSpine::even(1, 1, 5, LinkRate::G10, Ps::from_us(8));
    let mut net = network(shape.build(), pool(1_000_000, PortSplit::Together), queues(lossless(-3)), bare());
    for from in 0..3 {
        net.add_flow(FlowSpec::endless(from, 3, Ps::ZERO).of_class(SAFE)).unwrap();
    }
    net.add_flow(FlowSpec::endless(0, 4, Ps::ZERO).of_class(1)).unwrap();
    net.run_until(Ps::from_ms(2));
    let uplink = net
        .topology()
        .port_between(freeboard_fabric::Node::Host(0), freeboard_fabric::Node::Switch(0))
        .unwrap();
    let before = [1, 3].map(|queue| net.queue_stats(uplink, queue));
    let held = net.held(uplink, SAFE);
    net.run_until(Ps::from_ms(12));
    let sent = |at: usize, queue: usize| net.queue_stats(uplink, queue).since(&before[at]).sent_bytes;
    // 12.5 MB in 10 ms. Three hosts share host 3's link, and what one may not send the other class takes.
    let (lossy, safe) = (sent(0, 1), sent(1, 3));
    assert!(net.held(uplink, SAFE) > held, "the class was paused");
    assert!((lossy + safe).abs_diff(12_500_000) < 40_000, "{lossy} + {safe}: the link is never idle");
    assert!((2_500_000..5_500_000).contains(&safe), "{safe}: about a third of the bottleneck, not half");
    assert_eq!(lost(&net, 3), 0);
    assert_eq!(net.held(uplink, 1), Ps(0));
}

/// As many senders as a class needs, all of one size.
const SENDERS: u32 = 128;

/// 128 ports of a quarter of the profile's speed into one more.
fn incast(profile: &MemoryProfile, headroom: Option<Bytes>, safe: u32) -> FixedNet {
    let link = profile.split_link();
    let rate = LinkRate::from_bps(u64::from(link.mbps) * 1_000_000).unwrap();
    let cable = Ps(link.propagation_ps());
    let shape = NToOne {
        senders: SENDERS,
        sender_rate: rate,
        sender_delays: vec![cable],
        receiver_rate: rate,
        receiver_delay: cable,
    };
    let alpha = Alpha::from_log2(profile.value(MemoryLimit::LosslessAlpha) as i8).unwrap();
    let ports = (SENDERS + 1) as u16;
    let mut switches = tail_drop(BufferConfig::of_profile(profile, alpha, ports).unwrap());
    switches.unit = profile.unit();
    // Pauses of 8192 quanta, so that long ones have to be repeated.
    let settings = Lossless { headroom, quanta: 8192, ..Lossless::of_profile(profile, only(SAFE)).unwrap() };
    switches.queues = Some(queues(settings));
    // Frames of 1518 B: 18 of Ethernet around 1500.
    let hosts = HostConfig { frame: 18, ..bare() };
    let mut net = build(shape.build(), &switches, hosts).unwrap();
    // Twice what the shared pool would give each sender, and a headroom.
    let share = f64::from(profile.total().0) / (8.0 + f64::from(SENDERS));
    let burst = (2.0 * share) as u64 + 50_000;
    for host in 0..SENDERS {
        let class = if host < safe { SAFE } else { 1 };
        // Whole segments: a shorter frame than the headroom is for would not be covered.
        let bytes = burst.next_multiple_of(1460);
        net.add_flow(FlowSpec::new(host, shape.receiver(), bytes, Ps::ZERO).of_class(class)).unwrap();
    }
    net
}

fn assert_lossless(profile: &MemoryProfile) {
    let mut net = incast(profile, None, SENDERS);
    let name = profile.name;
    assert!(net.run_until_all_done(Ps::from_ms(900)), "{name}");
    let end = net.now();
    net.run_until(end + Ps::from_ms(50));
    let stats = pauses(&net);
    println!(
        "{name}: {} Mb/s, {} pauses, {} repeats, longest {} us, mean per sender {} us of {} us",
        profile.split_link().mbps,
        stats.pauses,
        stats.refreshes,
        stats.longest_ps / 1_000_000,
        stats.paused_ps / 1_000_000 / u64::from(SENDERS),
        end.0 / 1_000_000,
    );
    assert_eq!(net.census().dropped, 0, "{name}");
    let toward = |host: u32| net.pauses(2 * host + 1, SAFE);
    assert!((0..SENDERS).all(|host| toward(host).pauses > 0), "{name}: a sender was never paused");
    assert!(stats.refreshes > 0, "{name}: no pause was repeated");
    assert_eq!(stats.pauses, stats.resumes, "{name}: every pause ended");
    let drain = profile.split_link().transmission_ps(profile.total().0);
    assert!(stats.longest_ps <= drain, "{name}: {} ps against {drain}", stats.longest_ps);
    // What a sender was asked for and what it did differ by the way of the frames.
    for host in 0..SENDERS {
        let (asked, held) = (toward(host).paused_ps, net.held(2 * host, SAFE).0);
        let way = u64::from(toward(host).pauses) * profile.split_link().pause_delay_ps();
        assert!(asked.abs_diff(held) <= way, "{name} {host}: {asked} against {held}");
    }
    assert_empty(&net);
}

#[test]
fn trident2_like_loses_nothing_in_an_incast() {
    assert_lossless(&profiles::trident2_like());
}

#[test]
fn tomahawk_like_loses_nothing_in_an_incast() {
    assert_lossless(&profiles::tomahawk_like());
}

#[test]
fn tofino_1_like_loses_nothing_in_an_incast() {
    assert_lossless(&profiles::tofino_1_like());
}

#[test]
fn tofino_2_like_loses_nothing_in_an_incast() {
    assert_lossless(&profiles::tofino_2_like());
}

#[test]
fn without_headroom_the_same_incast_loses() {
    let mut net = incast(&profiles::tofino_1_like(), Some(Bytes(0)), SENDERS);
    net.run_until(Ps::from_ms(20));
    assert!(lost(&net, 3) > 0);
}

#[test]
fn a_lossy_class_beside_it_drops() {
    let mut net = incast(&profiles::tomahawk_like(), None, SENDERS / 2);
    net.run_until(Ps::from_ms(50));
    assert!(lost(&net, 1) > 100, "{}", lost(&net, 1));
    assert_eq!(lost(&net, 3), 0);
    assert!(pauses(&net).pauses > 0);
}

#[test]
fn headroom_beyond_the_memory_is_refused_by_name() {
    let profile = profiles::tomahawk_like();
    // At 64-byte frames the headroom of 129 ports exceeds one memory.
    let (shape, settings) =
        (NToOne::even(128, LinkRate::from_bps(25_000_000_000).unwrap(), Ps::from_us(1)), {
            Lossless { frame_min: Bytes(64), ..Lossless::of_profile(&profile, only(SAFE)).unwrap() }
        });
    let mut switches = tail_drop(BufferConfig::of_profile(&profile, Alpha::ONE, 129).unwrap());
    (switches.unit, switches.queues) = (profile.unit(), Some(queues(settings)));
    match build(shape.build(), &switches, bare()).map(|_| ()) {
        Err(FabricError::Setup(SetupError::Buffer(error))) => {
            assert_eq!(error.field, ConfigField::Headroom);
            assert!(error.value > error.max, "{error}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn lossless_classes_need_a_pool_and_a_queue_each() {
    let shape = NToOne::even(2, LinkRate::G10, Ps::from_us(8));
    let refused = |buffer: BufferConfig, queues: PortQueues| {
        let mut switches = tail_drop(buffer);
        switches.queues = Some(queues);
        build(shape.build(), &switches, bare()).map(|_| ()).unwrap_err()
    };
    let alone = queues(lossless(0));
    assert_eq!(
        refused(BufferConfig::Unlimited, alone.clone()),
        FabricError::Setup(SetupError::Queues(QueueError::NoPool))
    );
    let together = PortQueues { queue_of_class: [0, 1, 2, 3, 3, 2, 2, 2], ..alone };
    let wanted = QueueError::SharedQueue { class: SAFE, other: 4 };
    assert_eq!(
        refused(pool(1_000_000, PortSplit::Together), together),
        FabricError::Setup(SetupError::Queues(wanted))
    );
}

/// Three racks send into one host of the fourth.
fn across_spines(split: PortSplit) -> FixedNet {
    let shape = LeafSpine::even(4, 2, 4, LinkRate::G10, Ps::from_us(8));
    let mut net = network(shape.build(), pool(600_000, split), queues(lossless(-2)), bare());
    for from in 0..12 {
        net.add_flow(FlowSpec::new(from, 12 + from % 2, 1_460_000, Ps::ZERO).of_class(SAFE)).unwrap();
        net.add_flow(FlowSpec::new(from, 14, 146_000, Ps::ZERO).of_class(1)).unwrap();
    }
    net
}

#[test]
fn pauses_spread_upstream_and_nothing_is_lost_on_the_way() {
    let mut net = across_spines(PortSplit::Together);
    assert!(net.run_until_all_done(Ps::from_ms(5_000)));
    net.run_until(net.now() + Ps::from_ms(20));
    assert_eq!(lost(&net, 3), 0);
    let by_switch = |switch: u32| {
        let topology = net.topology();
        let owned = (0..topology.port_count())
            .filter(|&port| topology.port_owner(port) == Some(freeboard_fabric::Node::Switch(switch)));
        sum(owned.map(|port| net.pauses(port, SAFE)))
    };
    for switch in [0, 1, 2, 3, 4, 5] {
        assert!(by_switch(switch).pauses > 0, "switch {switch} paused nobody");
    }
    let stats = pauses(&net);
    assert_eq!(stats.pauses, stats.resumes);
    assert_empty(&net);
}

#[test]
fn a_class_stays_paused_until_every_memory_has_let_it_go() {
    // Host 0 sends to hosts 3 and 4, whose ports have memories of their own and slow links. Both pause it, and
    // host 3's memory is the first to let it go; host 4's has no headroom for what would come then.
    let mut topology = LeafSpine::even(1, 1, 5, LinkRate::G10, Ps::from_us(8)).build();
    topology.links[3].rates = [LinkRate::from_bps(1_250_000_000).unwrap(); 2];
    topology.links[4].rates = [LinkRate::from_bps(1_000_000_000).unwrap(); 2];
    // The two flows of host 0 take turns in its own queue.
    let hosts = HostConfig { small_queue: 3_000, ..bare() };
    let mut net = network(topology, pool(400_000, PortSplit::Blocks(1)), queues(lossless(-5)), hosts);
    for to in [3, 4] {
        net.add_flow(FlowSpec::new(0, to, 1_460_000, Ps::ZERO).of_class(SAFE)).unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(5_000)));
    assert_eq!(lost(&net, 3), 0);
}

#[test]
fn several_memories_pause_and_drain_as_one_does() {
    let mut net = across_spines(PortSplit::RoundRobin(5));
    assert!(net.run_until_all_done(Ps::from_ms(5_000)));
    net.run_until(net.now() + Ps::from_ms(20));
    let stats = pauses(&net);
    assert!(stats.pauses > 0 && stats.pauses == stats.resumes, "{stats:?}");
    assert_eq!(lost(&net, 3), 0);
    assert_empty(&net);
}

#[test]
fn the_digest_is_the_same_however_a_run_is_cut() {
    let run = |step: Ps| {
        let mut net = across_spines(PortSplit::Together);
        while net.now() < Ps::from_ms(40) {
            net.run_until(net.now() + step);
        }
        (net.counters().digest, net.pause_frames(), pauses(&net))
    };
    let whole = run(Ps::from_ms(40));
    assert_eq!(run(Ps::from_ms(40)), whole);
    assert_eq!(run(Ps::from_us(160)), whole);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_lossless_class_loses_nothing_whatever_is_sent(
        flows in proptest::collection::vec((0u32..8, 0u32..8, 1u64..300_000, 0u64..200, any::<bool>()), 1..40),
        log2 in -6i8..=1,
        offset in 0u32..20_000,
        mmus in 1u16..6,
        discipline in prop_oneof![Just(Discipline::Strict), Just(Discipline::Dwrr), Just(Discipline::Wfq)],
    ) {
        let shape = LeafSpine::even(2, 2, 4, LinkRate::G10, Ps::from_us(8));
        let settings = Lossless { xon_offset: Bytes(offset), ..lossless(log2) };
        let mut switches = step(20_000, pool(400_000, PortSplit::RoundRobin(mmus)));
        switches.queues = Some(PortQueues { discipline, ..queues(settings) });
        let controls = vec![Controls::<Dctcp, NoUnderlay>::new(1460, ())];
        let hosts = HostConfig { ack_class: Some(0), ..HostConfig::default() };
        let mut net: DctcpNet = Network::new(shape.build(), &switches, hosts, controls, 5).unwrap();
        let mut some = false;
        for (from, to, bytes, start, safe) in flows {
            if from != to {
                let class = if safe { SAFE } else { 1 };
                net.add_flow(FlowSpec::new(from, to, bytes, Ps::from_us(start)).of_class(class)).unwrap();
                some = true;
            }
        }
        prop_assume!(some);
        net.run_until(Ps::from_us(150));
        let census = net.census();
        prop_assert_eq!(census.injected, census.delivered + census.dropped + census.resident);
        prop_assert!(net.run_until_all_done(Ps::from_ms(5_000)));
        net.run_until(net.now() + Ps::from_ms(20));
        let stats: Vec<PortStats> =
            (0..net.topology().port_count()).map(|port| net.queue_stats(port, 3)).collect();
        prop_assert_eq!(stats.iter().map(PortStats::dropped).sum::<u64>(), 0);
        prop_assert_eq!(net.census().resident, 0);
        for port in 0..net.topology().port_count() {
            prop_assert_eq!(net.memory_depth(port), 0);
            let pauses = net.pauses(port, SAFE);
            prop_assert_eq!(pauses.pauses, pauses.resumes);
        }
    }
}
