//! Node by node within a window is the same as event by event, to the last counter.

use crate::support::{Dctcp, Erased, META, Onlooker, Rule, Scheme, Step, Told, Word, dumbbell};
use freeboard_aqm_api::{Aqm, Arrival, Departure, Hooks, Intrinsics, Meta, Verdict};
use freeboard_cc_api::{CongestionControl, NoUnderlay};
use freeboard_device::mmu::{Alpha, ThresholdTest};
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::results::RunCounters;
use freeboard_fabric::topology::{FatTree, LeafSpine};
use freeboard_fabric::transport::Transport;
use freeboard_fabric::{
    BufferConfig, ClosedLoop, Controls, Discipline, FlowSpec, HostConfig, Instance, LinkRate, Lossless,
    Network, PortQueues, PortSplit, Ps, SwitchConfig, Topology,
};
use freeboard_units::Bytes;
use proptest::prelude::*;

/// The delay of every wire, and so the longest window.
const DELAY: Ps = Ps::from_us(10);

/// Marks at departure what leaves a queue of this many bytes behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Behind;

impl Rule for Behind {
    const META: Meta = Meta { hooks: Hooks::DEQUEUE, reads: Intrinsics::DEPTH, ..META };
    type Pipe = ();
    type Queue = ();

    fn leave(k: u32, _: (&mut (), &mut ()), departure: &Departure) -> Verdict {
        Verdict::signal_if(departure.depth >= k)
    }
}

/// Marks at arrival by a word that all ports of a switch share, so that the order of their arrivals shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct InCommon;

impl Rule for InCommon {
    type Pipe = Word;
    type Queue = ();

    fn arrive(_: u32, (pipe, ()): (&mut Word, &mut ()), arrival: &Arrival) -> Verdict {
        pipe.take(arrival.depth ^ arrival.now.0);
        Verdict::signal_if(pipe.0 >> 29 == 0)
    }
}

/// A network, and what flows in it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) topology: Topology,
    pub(crate) buffer: BufferConfig,
    pub(crate) queues: Option<PortQueues>,
    pub(crate) hosts: HostConfig,
    pub(crate) flows: Vec<FlowSpec>,
    pub(crate) loops: Vec<ClosedLoop>,
}

pub(crate) type Net = Network<Erased, Controls<Dctcp, NoUnderlay>>;

impl Case {
    pub(crate) fn net<A: Aqm<Params = u32, Pipe: Send, Port: Send, Queue: Send>>(&self, k: u32) -> Net {
        self.net_of(Erased::new(Instance::<A>::new(k)))
    }

    fn net_of<C>(&self, scheme: Erased) -> Network<Erased, Controls<C, NoUnderlay>>
    where
        C: CongestionControl<Params = u32>,
    {
        let mut switches = SwitchConfig::new(scheme, self.buffer);
        switches.queues.clone_from(&self.queues);
        let controls = vec![Controls::new(u32::from(self.hosts.mss), ())];
        let mut net = Network::new(self.topology.clone(), &switches, self.hosts, controls, 7).unwrap();
        for flow in &self.flows {
            net.add_flow(*flow).unwrap();
        }
        self.loops.iter().for_each(|spec| net.add_loop(*spec).unwrap());
        net
    }

    /// Run at once it is run in windows; in steps that are too short for a window, it is not. On the plain path, with an
    /// event for every departure of switches and hosts, all but the number of events is the same.
    fn check<A: Aqm<Params = u32, Pipe: Send, Port: Send, Queue: Send>>(&self, k: u32) {
        let end = Ps::from_us(1500);
        let (mut windows, mut steps) = (self.net::<A>(k), self.net::<A>(k));
        windows.run_until(end);
        (1..=end.0 / (DELAY.0 / 40)).for_each(|step| steps.run_until(Ps(step * (DELAY.0 / 40))));
        assert!(windows.node_batches() > 0 && steps.node_batches() == 0);
        assert_eq!(windows.counters(), steps.counters());
        assert_eq!(windows.records(), steps.records());
        assert_eq!(windows.exchanges(), steps.exchanges());
        assert_eq!(windows.census(), steps.census());
        assert_eq!(windows.pause_frames(), steps.pause_frames());
        for port in 0..self.topology.port_count() {
            assert_eq!(windows.port_stats(port), steps.port_stats(port));
            assert_eq!(windows.activity(port), steps.activity(port));
            for class in 0..2 {
                assert_eq!(windows.pauses(port, class), steps.pauses(port, class));
                assert_eq!(windows.held(port, class), steps.held(port, class));
            }
        }
        for flow in (0..self.flows.len() as u32).map(FlowId) {
            assert_eq!(
                (windows.acked(flow), windows.received(flow)),
                (steps.acked(flow), steps.received(flow))
            );
        }
        let mut plain = self.net_of::<Told<Dctcp>>(Erased::new(Onlooker(Instance::<A>::new(k))));
        plain.run_until(end);
        let but_events = |counters: RunCounters| RunCounters { events: 0, ..counters };
        assert_eq!(but_events(plain.counters()), but_events(steps.counters()));
        assert_eq!((plain.records(), plain.pause_frames()), (steps.records(), steps.pause_frames()));
        for port in 0..self.topology.port_count() {
            assert_eq!(plain.port_stats(port), steps.port_stats(port));
        }
    }
}

fn topology() -> impl Strategy<Value = Topology> {
    let fat_tree = FatTree::of_ports(4, LinkRate::G10, DELAY);
    let mut classes = dumbbell(6, Ps(4 * DELAY.0)).0;
    classes.delay_classes = vec![Ps::from_us(3)];
    prop_oneof![
        Just(classes),
        Just(LeafSpine::even(3, 2, 4, LinkRate::G10, Ps(8 * DELAY.0)).build()),
        Just(fat_tree.build_single_path()),
    ]
}

fn buffer() -> impl Strategy<Value = BufferConfig> {
    let shared = BufferConfig::Shared {
        total: Bytes(60_000),
        reserve: Bytes(1500),
        alpha: Alpha::from_log2(0).unwrap(),
        split: PortSplit::Together,
        test: ThresholdTest::Before,
    };
    prop_oneof![
        Just(BufferConfig::PortPackets(1000)),
        (4u32..40).prop_map(BufferConfig::PortPackets),
        Just(shared)
    ]
}

/// Memory of a switch with one lossless class of two, which is paused soon.
fn lossless() -> (BufferConfig, Option<PortQueues>) {
    let alpha = |log2| Alpha::from_log2(log2).unwrap();
    let buffer = BufferConfig::Shared {
        total: Bytes(600_000),
        reserve: Bytes(3000),
        alpha: alpha(3),
        split: PortSplit::Together,
        test: ThresholdTest::Before,
    };
    let mut queues = PortQueues::new(&[1, 1], Discipline::Dwrr);
    queues.queue_of_class = core::array::from_fn(|class| u8::from(class == 1));
    queues.lossless = Some(Lossless {
        classes: core::array::from_fn(|class| class == 1),
        guaranteed: Bytes(3000),
        alpha: alpha(-6),
        alpha_mbps: None,
        xon_offset: Bytes(1500),
        headroom: None,
        frame_max: Bytes(1540),
        frame_min: Bytes(64),
        quanta: 2000,
    });
    (buffer, Some(queues))
}

/// Memory, queues and whether hosts are RDMA-like.
fn switches() -> impl Strategy<Value = (BufferConfig, Option<PortQueues>, bool)> {
    let paused = any::<bool>().prop_map(|rdma| (lossless().0, lossless().1, rdma));
    let several = Some(PortQueues::new(&[2, 1], Discipline::Wfq));
    prop_oneof![
        4 => (buffer(), any::<bool>()).prop_map(|(buffer, rdma)| (buffer, None, rdma)),
        1 => buffer().prop_map(move |buffer| (buffer, several.clone(), false)),
        3 => paused,
    ]
}

pub(crate) fn case() -> impl Strategy<Value = Case> {
    // Senders that may have little in their hosts, or as much as they like; hosts that drop.
    let small_queue = prop_oneof![Just(1 << 18), 1u32..40_000];
    let nic_packets = prop_oneof![4 => Just(u32::MAX), 1 => 1u32..30];
    let hosts = (any::<bool>(), any::<bool>(), 1u32..4, 30u64..400, small_queue, nic_packets).prop_map(
        |(sack, handshake, ack_every, rto, small_queue, nic_packets)| HostConfig {
            small_queue,
            nic_packets,
            sack,
            handshake,
            ack_every,
            ack_delay: Ps::from_us(15),
            rto_min: Ps::from_us(rto),
            rto_initial: Ps::from_us(500),
            ..HostConfig::default()
        },
    );
    let flow = (any::<u32>(), any::<u32>(), 1u64..200_000, 0u64..400, any::<bool>());
    (topology(), switches(), hosts, proptest::collection::vec(flow, 1..40)).prop_map(
        |(topology, (buffer, queues, rdma), hosts, flows)| {
            let transport = if rdma { HostConfig::rdma().transport } else { hosts.transport };
            let hosts = HostConfig { transport, ..hosts };
            let hosts_count = topology.hosts;
            let classes = topology.delay_classes.len() as u8;
            let flows = flows.into_iter().map(|(from, step, bytes, start, slow)| {
                let from = from % hosts_count;
                let to = (from + 1 + step % (hosts_count - 1)) % hosts_count;
                // Starts in step, so that things happen at the same instant.
                let spec = FlowSpec::new(from, to, bytes, Ps::from_us(start / 20 * 20));
                FlowSpec { traffic_class: (bytes % 2) as u8, ..spec.in_class(u8::from(slow) * classes) }
            });
            Case { flows: flows.collect(), loops: Vec::new(), topology, buffer, queues, hosts }
        },
    )
}

/// The same with a loop between the hosts of every flow, whose answers are as long as the flow; they wait for half of the
/// longest window at least.
fn looped() -> impl Strategy<Value = Case> {
    let waits = (0..30u64, 0..30u64, any::<bool>());
    (case(), waits).prop_map(|(case, (service, think, reuse))| {
        let wait = |us: u64| Ps(DELAY.0 / 2 + Ps::from_us(us).0);
        let of = |flow: &FlowSpec| ClosedLoop {
            request: FlowSpec { bytes: 1 + flow.bytes % 3_000, ..*flow },
            answer: FlowSpec { from: flow.to, to: flow.from, delay_class: 0, ..*flow },
            sizes: [1, flow.bytes],
            service: wait(service),
            think: wait(think),
            end: Ps::from_us(1_000),
        };
        let hosts = HostConfig { reuse: reuse && case.hosts.transport == Transport::Tcp, ..case.hosts };
        Case { loops: case.flows.iter().map(of).collect(), hosts, ..case }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn windows_change_nothing_where_flows_follow_each_other(case in looped(), k in 3000u32..60_000) {
        case.check::<Step>(k);
        case.check::<Scheme<InCommon>>(k);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn windows_change_nothing(case in case(), k in 3000u32..60_000) {
        case.check::<Step>(k);
        case.check::<Scheme<Behind>>(k);
        case.check::<Scheme<InCommon>>(k);
    }
}

#[test]
fn a_run_in_windows_ends_with_its_last_flow_as_any_other_does() {
    let (topology, to, _) = dumbbell(4, Ps(4 * DELAY.0));
    let flow = |from: u32| FlowSpec::new(from, to, 300_000 + 1000 * u64::from(from), Ps::ZERO);
    let flows = (0..4).map(flow).collect();
    let case = Case {
        topology,
        buffer: BufferConfig::PortPackets(1000),
        queues: None,
        hosts: HostConfig::default(),
        flows,
        loops: Vec::new(),
    };
    let (mut windows, mut steps) = (case.net::<Step>(65_000), case.net::<Step>(65_000));
    assert!(windows.run_until_all_done(Ps::MAX));
    (1..).map(|step| Ps(step * (DELAY.0 / 40))).find(|&time| steps.run_until_all_done(time));
    assert!(windows.node_batches() > 0 && steps.node_batches() == 0);
    assert_eq!((windows.now(), windows.counters()), (steps.now(), steps.counters()));
    assert_eq!(windows.records(), steps.records());
}

#[test]
fn a_switch_of_more_ports_than_lanes_are_numbered_for_does_in_windows_what_it_does_one_by_one() {
    let (topology, ..) = dumbbell(600, Ps(4 * DELAY.0));
    // Two hosts each whose numbers differ by 512, and two to every one of them.
    let pairs = [(3, 515), (515, 3), (80, 515), (592, 3), (80, 592), (515, 592)];
    let flows = pairs.map(|(from, to)| FlowSpec::new(from, to, 150_000, Ps::ZERO)).to_vec();
    let buffer = BufferConfig::PortPackets(1000);
    let case =
        Case { topology, buffer, queues: None, hosts: HostConfig::default(), flows, loops: Vec::new() };
    case.check::<Step>(30_000);
    case.check::<Scheme<InCommon>>(30_000);
}

#[test]
fn pauses_take_effect_in_windows_as_they_do_one_by_one() {
    for transport in [HostConfig::default().transport, HostConfig::rdma().transport] {
        let (topology, to, _) = dumbbell(6, Ps(4 * DELAY.0));
        let flow = |from: u32| FlowSpec { traffic_class: 1, ..FlowSpec::new(from, to, 150_000, Ps::ZERO) };
        let (buffer, queues) = lossless();
        let hosts = HostConfig { transport, ..HostConfig::default() };
        let case =
            Case { topology, buffer, queues, hosts, flows: (0..6).map(flow).collect(), loops: Vec::new() };
        case.check::<Step>(u32::MAX);
        let mut net = case.net::<Step>(u32::MAX);
        net.run_until(Ps::from_us(1500));
        assert!(net.pause_frames() > 10 && net.node_batches() > 0, "{} pauses", net.pause_frames());
    }
}

/// A flow starts every 50 ns, forty times in each link's delay.
#[test]
fn a_flow_that_starts_ends_no_window_unless_connections_are_kept() {
    let batches = |reuse: bool| {
        let (topology, to, _) = dumbbell(20, Ps(4 * DELAY.0));
        let flow = |index: u32| FlowSpec::new(index % 20, to, 3_000, Ps::from_ns(50 * u64::from(index)));
        let hosts = HostConfig { reuse, ..HostConfig::default() };
        let buffer = BufferConfig::PortPackets(1000);
        let flows = (0..2_000).map(flow).collect();
        let case = Case { topology, buffer, queues: None, hosts, flows, loops: Vec::new() };
        case.check::<Step>(30_000);
        let mut net = case.net::<Step>(30_000);
        net.run_until(Ps::from_us(100));
        net.node_batches()
    };
    let (kept, new) = (batches(true), batches(false));
    // Five windows of two delays each, in which most of 21 nodes have something to do.
    assert!(new > 4 * 20 && kept < new / 10, "{new} batches, {kept} where connections are kept");
}
