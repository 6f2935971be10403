//! Several queues per port: who is served, what schemes see, that nothing is lost to the accounts.

use crate::support::{
    Dctcp, DctcpNet, Erased, Fixed, FixedNet, META, Rule, Scheme, Word, bare, dumbbell, step, tail_drop,
};
use freeboard_aqm_api::{Bytes, Departure, DepthUnit, Hooks, Meta, Verdict};
use freeboard_cc_api::{Control, NoUnderlay};
use freeboard_device::mmu::{Alpha, ThresholdTest};
use freeboard_fabric::data_plane::{PortStats, QueueConfig, QueueError, QueueMemory, Rank, SetupError};
use freeboard_fabric::{
    AqmScope, BufferConfig, Controls, Discipline, FabricError, FlowSpec, HostConfig, Instance, LinkRate,
    Network, PortQueues, PortSplit, Ps, SwitchConfig,
};
use proptest::prelude::*;

/// A full packet.
const PACKET: u64 = 1500;

/// One flow per class, all to one receiver, each from its own host.
fn with_queues(queues: PortQueues, buffer: BufferConfig, window: u32) -> (FixedNet, u32) {
    let senders = queues.queues.len() as u32;
    let (topology, receiver, bottleneck) = dumbbell(senders, Ps::from_us(20));
    let mut switches = tail_drop(buffer);
    switches.queues = Some(queues);
    let controls = vec![Controls::<Fixed, NoUnderlay>::new(Control::window(Bytes(window)), ())];
    let mut net = Network::new(topology, &switches, bare(), controls, 1).unwrap();
    for host in 0..senders {
        net.add_flow(FlowSpec::endless(host, receiver, Ps::ZERO).of_class(host as u8)).unwrap();
    }
    (net, bottleneck)
}

/// What every queue sent in `span` after a warm-up in which all become backlogged.
fn served(net: &mut FixedNet, port: u32, span: Ps) -> Vec<u64> {
    let queues = net.queues(port);
    net.run_until(Ps::from_ms(1));
    let before: Vec<PortStats> = (0..queues).map(|queue| net.queue_stats(port, queue)).collect();
    net.run_until(Ps::from_ms(1) + span);
    (0..queues).map(|queue| net.queue_stats(port, queue).since(&before[queue]).sent_bytes).collect()
}

#[test]
fn deficit_round_robin_serves_backlogged_queues_by_their_quanta() {
    let queues = PortQueues::new(&[2, 1, 1], Discipline::Dwrr);
    let (mut net, port) = with_queues(queues, BufferConfig::Unlimited, 150_000);
    let sent = served(&mut net, port, Ps::from_ms(5));
    // Within a round, at either end of the window.
    assert!(sent[0].abs_diff(2 * sent[1]) <= 4 * PACKET, "{sent:?}");
    assert!(sent[1].abs_diff(sent[2]) <= 2 * PACKET, "{sent:?}");
    // Work-conserving: 10 Gbit/s for 5 ms.
    assert!(sent.iter().sum::<u64>().abs_diff(6_250_000) <= PACKET, "{sent:?}");
}

#[test]
fn weighted_fair_queueing_serves_backlogged_queues_by_their_weights() {
    let queues = PortQueues::new(&[5, 2, 1], Discipline::Wfq);
    let (mut net, port) = with_queues(queues, BufferConfig::Unlimited, 150_000);
    let sent = served(&mut net, port, Ps::from_ms(5));
    assert!((2 * sent[0]).abs_diff(5 * sent[1]) <= 10 * PACKET, "{sent:?}");
    assert!(sent[1].abs_diff(2 * sent[2]) <= 3 * PACKET, "{sent:?}");
}

#[test]
fn strict_priority_starves_all_but_the_first_backlogged_queue() {
    let queues = PortQueues::new(&[1, 1], Discipline::Strict);
    let (mut net, port) = with_queues(queues, BufferConfig::Unlimited, 150_000);
    let sent = served(&mut net, port, Ps::from_ms(5));
    assert_eq!(sent[1], 0, "the second queue has a backlog all along");
    assert!(sent[0].abs_diff(6_250_000) <= PACKET, "{sent:?}");
}

#[test]
fn a_priority_queue_with_little_to_send_leaves_the_rest_to_the_others() {
    let ranks = vec![Rank::One, Rank::Dwrr(2)];
    let queues = PortQueues::new(&[1, 3, 1], Discipline::Ranked(ranks));
    let (topology, receiver, port) = dumbbell(3, Ps::from_us(20));
    let mut switches = tail_drop(BufferConfig::Unlimited);
    switches.queues = Some(queues);
    // A window of one packet per round trip against two that fill the link.
    let controls = vec![fixed_window(1460), fixed_window(150_000)];
    let mut net: FixedNet = Network::new(topology, &switches, bare(), controls, 1).unwrap();
    for host in 0..3u8 {
        let flow = FlowSpec::endless(u32::from(host), receiver, Ps::ZERO).of_class(host);
        net.add_flow(flow.under(host.min(1))).unwrap();
    }
    let sent = served(&mut net, port, Ps::from_ms(5));
    assert!(sent[1].abs_diff(3 * sent[2]) <= 6 * PACKET, "{sent:?}");
    // A round trip is 20 us, two transmissions of data and two of an ACK, and a wait for one packet at most.
    let alone = 20_000 + 2 * 1_200 + 2 * 32;
    let round_trips = 5_000_000 / (alone + 1_200)..=5_000_000 / alone + 1;
    assert!(round_trips.contains(&(sent[0] / PACKET)), "{sent:?}");
}

fn fixed_window(bytes: u32) -> Controls<Fixed, NoUnderlay> {
    Controls::new(Control::window(Bytes(bytes)), ())
}

/// Two DCTCP flows in one queue against one in another, marking at `k`.
fn two_queues(scope: AqmScope, k: u32) -> (DctcpNet, u32) {
    let (topology, receiver, port) = dumbbell(3, Ps::from_us(20));
    let mut switches: SwitchConfig<Erased> = step(k, BufferConfig::Unlimited);
    let queues = PortQueues::new(&[1, 1], Discipline::Strict);
    switches.queues = Some(PortQueues { scope, ..queues });
    let controls = vec![Controls::<Dctcp, NoUnderlay>::new(1460, ())];
    // The first class is a trickle: one packet at a time, far below any threshold.
    let hosts = HostConfig { small_queue: 64_000, ..HostConfig::default() };
    let mut net = Network::new(topology, &switches, hosts, controls, 1).unwrap();
    for host in 0..2 {
        net.add_flow(FlowSpec::endless(host, receiver, Ps::ZERO).of_class(1)).unwrap();
    }
    for index in 0..100 {
        net.add_flow(FlowSpec::new(2, receiver, 1460, Ps::from_us(1000 + 20 * index))).unwrap();
    }
    (net, port)
}

#[test]
fn a_scheme_per_queue_marks_only_the_queue_that_is_long() {
    let (mut net, port) = two_queues(AqmScope::Queue, 30_000);
    net.run_until(Ps::from_ms(4));
    let (first, second) = (net.queue_stats(port, 0), net.queue_stats(port, 1));
    assert!(first.sent >= 100 && second.marked > 100, "{} sent, {} marked", first.sent, second.marked);
    assert_eq!(first.marked, 0, "a queue of one packet is not long");
    assert_eq!(net.port_stats(port).marked, second.marked);
    assert!(net.queue_activity(port, 0).events > 0 && net.queue_activity(port, 0).signals == 0);
}

#[test]
fn a_scheme_per_port_marks_whatever_queue_the_packet_is_in() {
    let (mut net, port) = two_queues(AqmScope::Port, 30_000);
    net.run_until(Ps::from_ms(4));
    let (first, second) = (net.queue_stats(port, 0), net.queue_stats(port, 1));
    assert!(first.marked > 10 && second.marked > 100, "{} and {}", first.marked, second.marked);
    assert_eq!(net.queue_activity(port, 1).events, 0, "one state for the port");
}

#[test]
fn a_scheme_per_pool_marks_for_the_queues_of_other_ports() {
    let shape = freeboard_fabric::topology::LeafSpine::even(1, 1, 4, LinkRate::G10, Ps::from_us(80));
    let mut switches = step(30_000, shared(PortSplit::Together));
    switches.queues =
        Some(PortQueues { scope: AqmScope::Pool, ..PortQueues::new(&[1, 1], Discipline::Strict) });
    let controls = vec![Controls::<Dctcp, NoUnderlay>::new(1460, ())];
    let mut net: DctcpNet =
        Network::new(shape.build(), &switches, HostConfig::default(), controls, 1).unwrap();
    for from in 0..2 {
        net.add_flow(FlowSpec::endless(from, 2, Ps::ZERO)).unwrap();
    }
    for index in 0..50 {
        net.add_flow(FlowSpec::new(3, 0, 1460, Ps::from_us(500 + 20 * index)).of_class(1)).unwrap();
    }
    net.run_until(Ps::from_ms(3));
    let empty = net.topology().port_to_host(0).unwrap();
    assert!(net.queue_stats(empty, 1).depth_max < 10_000, "its own queue is short");
    assert!(net.queue_stats(empty, 1).marked > 0, "the pool is full elsewhere");
}

fn shared(split: PortSplit) -> BufferConfig {
    BufferConfig::Shared {
        total: Bytes(200_000),
        reserve: Bytes(1_500),
        alpha: Alpha::ONE,
        split,
        test: ThresholdTest::Before,
    }
}

#[test]
fn a_queue_of_its_own_alpha_and_reserve_keeps_to_them() {
    // Two saturated queues of one pool: the steady state is alpha_i B / (1 + sum of alphas) each.
    let mut queues = PortQueues::new(&[1, 1], Discipline::Dwrr);
    let memory = |log2: i8| QueueMemory { reserve: Bytes(0), alpha: Alpha::from_log2(log2).unwrap() };
    queues.queues = vec![
        QueueConfig { weight: 1, memory: Some(memory(1)) },
        QueueConfig { weight: 1, memory: Some(memory(-1)) },
    ];
    let (mut net, port) = with_queues(queues, shared(PortSplit::Together), 1_000_000);
    // Both windows are still being sent for the first time.
    net.run_until(Ps::from_us(700));
    let waiting = |queue: usize| {
        let stats = net.queue_stats(port, queue);
        (stats.arrived - stats.sent - stats.dropped()) * PACKET
    };
    let share = |alpha: f64| 200_000.0 * alpha / (1.0 + 2.0 + 0.5);
    for (queue, alpha) in [(0, 2.0), (1, 0.5)] {
        let (found, wanted) = (waiting(queue) as f64, share(alpha));
        assert!((found - wanted).abs() < 3.0 * 1500.0, "queue {queue}: {found} against {wanted}");
    }
}

/// Drops every second packet that leaves a queue with a `k` other than 0.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DropsLate;

impl Rule for DropsLate {
    const META: Meta = Meta { hooks: Hooks::DEQUEUE, drops: Hooks::DEQUEUE, ..META };
    type Pipe = ();
    type Queue = Word;

    fn leave(k: u32, ((), queue): (&mut (), &mut Word), _: &Departure) -> Verdict {
        queue.0 ^= 1;
        if k != 0 && queue.0 == 1 { Verdict::Drop } else { Verdict::Forward }
    }
}

#[test]
fn a_packet_dropped_on_leaving_uses_none_of_its_queues_service() {
    for discipline in [Discipline::Dwrr, Discipline::Wfq] {
        let (topology, receiver, port) = dumbbell(2, Ps::from_us(20));
        let scheme = Erased::new(Instance::<Scheme<DropsLate>>::per_queue(vec![1, 0]));
        let mut switches = SwitchConfig::new(scheme, BufferConfig::Unlimited);
        switches.queues = Some(PortQueues::new(&[1, 1], discipline));
        let controls = vec![fixed_window(50_000_000)];
        let hosts = HostConfig { rto_initial: Ps::from_ms(1_000), ..bare() };
        let mut net: FixedNet = Network::new(topology, &switches, hosts, controls, 1).unwrap();
        for host in 0..2u8 {
            let flow = FlowSpec::new(u32::from(host), receiver, 5_000_000, Ps::ZERO).of_class(host);
            net.add_flow(flow).unwrap();
        }
        // Both have a backlog for 2 ms: the first of 2.5 MB with what is dropped of it.
        net.run_until(Ps::from_ms(2));
        let queues = [net.queue_stats(port, 0), net.queue_stats(port, 1)];
        assert!(queues[0].sent_bytes.abs_diff(queues[1].sent_bytes) <= 2 * PACKET, "{queues:?}");
        assert!(queues[0].dropped_scheme.abs_diff(queues[0].sent) <= 1 && queues[1].dropped() == 0);
        assert_eq!(queues[0].sent + queues[1].sent, net.port_stats(port).sent);
    }
}

#[test]
fn a_packet_that_finds_its_port_idle_was_a_queue_of_one() {
    let queues = PortQueues::new(&[1, 1], Discipline::Dwrr);
    let (topology, receiver, port) = dumbbell(1, Ps::from_us(20));
    let mut switches = tail_drop(BufferConfig::Unlimited);
    switches.queues = Some(queues);
    let mut net: FixedNet = Network::new(topology, &switches, bare(), vec![fixed_window(1460)], 1).unwrap();
    net.add_flow(FlowSpec::new(0, receiver, 3 * 1460, Ps::ZERO).of_class(1)).unwrap();
    net.run_until_all_done(Ps::from_ms(1));
    for stats in [net.queue_stats(port, 1), net.port_stats(port)] {
        assert_eq!((stats.arrived, stats.sent, stats.depth_integral), (3, 3, 0));
        assert_eq!((stats.packets_max, u64::from(stats.depth_max)), (1, PACKET));
    }
    assert_eq!(net.queue_stats(port, 0).packets_max, 0);
}

/// The same traffic through one queue that is a multi-queue port and through a plain one.
fn digest(queues: Option<PortQueues>, buffer: BufferConfig, unit: DepthUnit) -> (u32, u64, u128) {
    let (topology, receiver, port) = dumbbell(8, Ps::from_us(40));
    let mut switches = step(20 * 1500 / unit.bytes(), buffer);
    (switches.queues, switches.unit) = (queues, unit);
    let controls = vec![Controls::<Dctcp, NoUnderlay>::new(1460, ())];
    let mut net: DctcpNet = Network::new(topology, &switches, HostConfig::default(), controls, 7).unwrap();
    for host in 0..8 {
        net.add_flow(FlowSpec::new(host, receiver, 400_000, Ps::from_us(u64::from(host)))).unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let stats = net.port_stats(port);
    (net.counters().digest, stats.sent, stats.depth_integral)
}

#[test]
fn one_queue_under_any_scheduler_is_a_plain_queue() {
    for buffer in
        [BufferConfig::PortPackets(30), BufferConfig::PortBytes(50_000), shared(PortSplit::Together)]
    {
        for unit in [DepthUnit::BYTE, DepthUnit::cell(208).unwrap()] {
            let plain = digest(None, buffer, unit);
            for discipline in [Discipline::Strict, Discipline::Dwrr, Discipline::Wfq] {
                let multi_queue = digest(Some(PortQueues::new(&[1], discipline.clone())), buffer, unit);
                assert_eq!(multi_queue, plain, "{buffer:?} {discipline:?}");
            }
        }
    }
}

#[test]
fn queues_that_cannot_be_are_refused_by_name() {
    let refused = |queues: PortQueues| {
        let (topology, ..) = dumbbell(2, Ps::from_us(20));
        let mut switches = tail_drop(BufferConfig::Unlimited);
        switches.queues = Some(queues);
        let net: Result<FixedNet, _> = Network::new(topology, &switches, bare(), vec![fixed_window(1)], 1);
        match net {
            Err(FabricError::Setup(SetupError::Queues(error))) => error,
            other => panic!("{:?}", other.map(|_| ())),
        }
    };
    let error = refused(PortQueues::new(&[1, 0], Discipline::Dwrr));
    assert!(matches!(error, QueueError::Scheduler(_)), "{error}");
    let error = refused(PortQueues::new(&[1, 1], Discipline::Ranked(vec![Rank::One])));
    assert_eq!(error, QueueError::Levels { ranked: 1, queues: 2 });
    let mut queues = PortQueues::new(&[1, 1], Discipline::Strict);
    queues.queue_of_class[3] = 2;
    assert_eq!(refused(queues), QueueError::UnknownQueue { class: 3, queue: 2 });
    assert!(matches!(refused(PortQueues::new(&[], Discipline::Strict)), QueueError::UnknownQueue { .. }));
}

fn disciplines() -> impl Strategy<Value = Discipline> {
    prop_oneof![
        Just(Discipline::Strict),
        Just(Discipline::Dwrr),
        Just(Discipline::Wfq),
        Just(Discipline::Ranked(vec![Rank::One, Rank::Wfq(2)])),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn packets_and_bytes_are_conserved_in_every_queue(
        weights in proptest::collection::vec(1u16..9, 3),
        discipline in disciplines(),
        flows in proptest::collection::vec((0u32..6, 0u8..4, 1u64..60_000, 0u64..300), 1..40),
        limit in prop_oneof![Just(shared(PortSplit::Together)), Just(shared(PortSplit::Blocks(3))), Just(shared(PortSplit::RoundRobin(2))), (2u32..40).prop_map(BufferConfig::PortPackets)],
        stop in 50u64..600,
    ) {
        let (topology, receiver, port) = dumbbell(6, Ps::from_us(20));
        let mut switches = step(15_000, limit);
        switches.queues = Some(PortQueues::new(&weights, discipline));
        let controls = vec![Controls::<Dctcp, NoUnderlay>::new(1460, ())];
        let mut net: DctcpNet =
            Network::new(topology, &switches, HostConfig::default(), controls, 3).unwrap();
        for (from, class, bytes, start) in flows {
            net.add_flow(FlowSpec::new(from, receiver, bytes, Ps::from_us(start)).of_class(class)).unwrap();
        }
        for end in [Ps::from_us(stop), Ps::from_ms(1_000)] {
            net.run_until(end);
            let census = net.census();
            prop_assert_eq!(census.injected, census.delivered + census.dropped + census.resident);
            let (whole, parts) = (net.port_stats(port), (0..3).map(|queue| net.queue_stats(port, queue)));
            let sum = |of: fn(&PortStats) -> u64| parts.clone().map(|it| of(&it)).sum::<u64>();
            prop_assert_eq!(sum(|it| it.arrived), whole.arrived);
            prop_assert_eq!(sum(|it| it.sent), whole.sent);
            prop_assert_eq!(sum(|it| it.sent_bytes), whole.sent_bytes);
            prop_assert_eq!(sum(|it| it.marked), whole.marked);
            prop_assert_eq!(sum(PortStats::dropped), whole.dropped());
            prop_assert_eq!(parts.map(|it| it.depth_integral).sum::<u128>(), whole.depth_integral);
        }
        prop_assert_eq!(net.unfinished(), 0);
        prop_assert_eq!(net.census().resident, 0);
    }
}
