//! Node by node within a window is the same as event by event, to the last counter.

use crate::support::{Dctcp, META, Rule, Scheme, Step, dumbbell};
use freeboard_aqm_api::{Aqm, Departure, Hooks, Intrinsics, Meta, Verdict};
use freeboard_cc_api::NoUnderlay;
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::topology::{FatTree, LeafSpine};
use freeboard_fabric::{
    BufferConfig, Controls, FlowSpec, HostConfig, Instance, LinkRate, Network, PortSplit, Ps, SwitchConfig,
    Topology,
};
use freeboard_hw_model::mmu::{Alpha, ThresholdTest};
use freeboard_units::Bytes;
use proptest::prelude::*;

/// The delay of every wire, and so the longest window.
const DELAY: Ps = Ps::from_us(10);

/// Marks at departure what leaves a queue of this many bytes behind.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Behind;

impl Rule for Behind {
    const META: Meta = Meta { hooks: Hooks::DEQUEUE, reads: Intrinsics::DEPTH, ..META };
    type Pipe = ();
    type Queue = ();

    fn leave(k: u32, _: (&mut (), &mut ()), departure: &Departure) -> Verdict {
        Verdict::signal_if(departure.depth >= k)
    }
}

/// A network, and what flows in it.
#[derive(Clone, Debug)]
struct Case {
    topology: Topology,
    buffer: BufferConfig,
    hosts: HostConfig,
    flows: Vec<FlowSpec>,
}

type Net<A> = Network<Instance<A>, Controls<Dctcp, NoUnderlay>>;

impl Case {
    fn net<A: Aqm<Params = u32>>(&self, k: u32) -> Net<A> {
        let switches = SwitchConfig::new(Instance::new(k), self.buffer);
        let controls = vec![Controls::new(u32::from(self.hosts.mss), ())];
        let mut net = Network::new(self.topology.clone(), &switches, self.hosts, controls, 7).unwrap();
        for flow in &self.flows {
            net.add_flow(*flow).unwrap();
        }
        net
    }

    /// Run at once it is run in windows; in steps that are too short for a window, it is not.
    fn check<A: Aqm<Params = u32>>(&self, k: u32) {
        let end = Ps::from_us(1500);
        let (mut windows, mut steps) = (self.net::<A>(k), self.net::<A>(k));
        windows.run_until(end);
        (1..=end.0 / (DELAY.0 / 40)).for_each(|step| steps.run_until(Ps(step * (DELAY.0 / 40))));
        assert!(windows.node_batches() > 0 && steps.node_batches() == 0);
        assert_eq!(windows.counters(), steps.counters());
        assert_eq!(windows.records(), steps.records());
        assert_eq!(windows.census(), steps.census());
        for port in 0..self.topology.port_count() {
            assert_eq!(windows.port_stats(port), steps.port_stats(port));
            assert_eq!(windows.activity(port), steps.activity(port));
        }
        for flow in (0..self.flows.len() as u32).map(FlowId) {
            assert_eq!(
                (windows.acked(flow), windows.received(flow)),
                (steps.acked(flow), steps.received(flow))
            );
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

fn case() -> impl Strategy<Value = Case> {
    let hosts =
        (any::<bool>(), any::<bool>(), 1u32..4, 30u64..400).prop_map(|(sack, handshake, ack_every, rto)| {
            HostConfig {
                sack,
                handshake,
                ack_every,
                ack_delay: Ps::from_us(15),
                rto_min: Ps::from_us(rto),
                rto_initial: Ps::from_us(500),
                ..HostConfig::default()
            }
        });
    let flow = (any::<u32>(), any::<u32>(), 1u64..200_000, 0u64..400, any::<bool>());
    (topology(), buffer(), hosts, proptest::collection::vec(flow, 1..40)).prop_map(
        |(topology, buffer, hosts, flows)| {
            let hosts_count = topology.hosts;
            let classes = topology.delay_classes.len() as u8;
            let flows = flows.into_iter().map(|(from, step, bytes, start, slow)| {
                let from = from % hosts_count;
                let to = (from + 1 + step % (hosts_count - 1)) % hosts_count;
                // Starts in step, so that things happen at the same instant.
                let spec = FlowSpec::new(from, to, bytes, Ps::from_us(start / 20 * 20));
                spec.in_class(u8::from(slow) * classes)
            });
            Case { flows: flows.collect(), topology, buffer, hosts }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn windows_change_nothing(case in case(), k in 3000u32..60_000) {
        case.check::<Step>(k);
        case.check::<Scheme<Behind>>(k);
    }
}

#[test]
fn a_run_in_windows_ends_with_its_last_flow_as_any_other_does() {
    let (topology, to, _) = dumbbell(4, Ps(4 * DELAY.0));
    let flow = |from: u32| FlowSpec::new(from, to, 300_000 + 1000 * u64::from(from), Ps::ZERO);
    let flows = (0..4).map(flow).collect();
    let case =
        Case { topology, buffer: BufferConfig::PortPackets(1000), hosts: HostConfig::default(), flows };
    let (mut windows, mut steps) = (case.net::<Step>(65_000), case.net::<Step>(65_000));
    assert!(windows.run_until_all_done(Ps::MAX));
    (1..).map(|step| Ps(step * (DELAY.0 / 40))).find(|&time| steps.run_until_all_done(time));
    assert!(windows.node_batches() > 0 && steps.node_batches() == 0);
    assert_eq!((windows.now(), windows.counters()), (steps.now(), steps.counters()));
    assert_eq!(windows.records(), steps.records());
}
