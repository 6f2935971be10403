//! The ledger balances whatever is sent over whatever network, at any time.

use crate::listener::{Listener, ListenerNet};
use crate::support::Erased;
use freeboard_aqm_api::{Activity, Arrival, Departure, DepthUnit, Nanos32, NotEct, PortView, Verdict};
use freeboard_cc_api::Bytes;
use freeboard_device::mmu::{Alpha, ThresholdTest};
use freeboard_device::pfc::CLASSES;
use freeboard_fabric::data_plane::{QueueConfig, QueueMemory};
use freeboard_fabric::topology::{FatTree, LeafSpine, NToOne};
use freeboard_fabric::transport::{Pacing, Reports};
use freeboard_fabric::{
    AqmScope, BufferConfig, Departures, Discipline, FlowSpec, HostConfig, LinkRate, Lossless, Network,
    PortQueues, PortSplit, Ps, QueueScheme, Slot, SwitchConfig, Topology,
};
use freeboard_fixmath::split_mix::SplitMix64;
use proptest::prelude::*;

/// Forwards, signals and drops at random, in percent; at departure it drops only if it asks for the very moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whims {
    signals: u32,
    drops: u32,
    departures: Departures,
    not_ect: NotEct,
    watches_pool: bool,
    period_ns: u32,
}

impl Whims {
    /// Drops little enough for every flow to get through.
    pub(crate) fn calm(&mut self) {
        self.not_ect = NotEct::Pass;
        self.drops = self.drops.min(1);
    }

    fn verdict(&self, random: u32, may_drop: bool) -> Verdict {
        let percent = random % 100;
        if percent < self.signals {
            Verdict::Signal
        } else if may_drop && percent < self.signals + self.drops {
            Verdict::Drop
        } else {
            Verdict::Forward
        }
    }
}

impl QueueScheme for Whims {
    fn for_device(&self, _: &[LinkRate], _: usize) -> Self {
        *self
    }

    fn on_enqueue(&mut self, _: Slot, arrival: &Arrival) -> Verdict {
        self.verdict(arrival.random, true)
    }

    fn on_dequeue(&mut self, _: Slot, departure: &Departure) -> Verdict {
        self.verdict(departure.random, self.departures == Departures::AtOnce)
    }

    fn on_control(&mut self, _: Slot, _: Nanos32, _: &PortView<'_>) {}

    fn control_period_ns(&self) -> u32 {
        self.period_ns
    }

    fn not_ect(&self) -> NotEct {
        self.not_ect
    }

    fn reads_random(&self) -> bool {
        true
    }

    fn departures(&self) -> Departures {
        self.departures
    }

    fn watches_pool(&self) -> bool {
        self.watches_pool
    }

    fn activity(&self, _: usize) -> Activity {
        Activity::default()
    }
}

/// Draws from one seed.
pub(crate) struct Draw(pub(crate) SplitMix64);

impl Draw {
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0.below(bound)
    }

    /// One time in n.
    pub(crate) fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }

    fn topology(&mut self) -> Topology {
        let delay = Ps::from_ns(self.one_of(&[0, 500, 2_000, 20_000]));
        let rate = self.one_of(&[LinkRate::G10, LinkRate::G100]);
        let mut topology = match self.below(4) {
            0 | 1 => {
                let shape = NToOne::even(2 + self.below(5), LinkRate::G10, Ps(4 * delay.0));
                NToOne { receiver_rate: self.one_of(&[LinkRate::G10, LinkRate::G1]), ..shape }.build()
            }
            2 => LeafSpine::even(2, 2, 2 + self.below(2), rate, Ps(8 * delay.0)).build(),
            _ => FatTree::of_ports(4, rate, delay).build(),
        };
        if self.one_in(3) {
            topology.delay_classes = vec![Ps::from_us(7), Ps::from_us(30)];
        }
        topology
    }

    fn scheme(&mut self) -> Whims {
        let all = [Departures::Unseen, Departures::OfPort, Departures::OfDevice, Departures::AtOnce];
        Whims {
            signals: self.one_of(&[0, 5, 50]),
            drops: self.one_of(&[0, 1, 10]),
            departures: self.one_of(&all),
            not_ect: self.one_of(&[NotEct::Pass, NotEct::Drop]),
            watches_pool: self.one_in(2),
            period_ns: self.one_of(&[0, 0, 3_000]),
        }
    }

    fn pool(&mut self, least: u32) -> BufferConfig {
        BufferConfig::Shared {
            total: Bytes(least + self.below(100_000)),
            reserve: Bytes(self.one_of(&[0, 1_000])),
            alpha: Alpha::from_log2(self.one_of(&[-2, 0, 2])).unwrap(),
            split: self.one_of(&[PortSplit::Together, PortSplit::Blocks(2), PortSplit::RoundRobin(3)]),
            test: self.one_of(&[ThresholdTest::Before, ThresholdTest::Including]),
        }
    }

    fn switches(&mut self, change: impl Fn(&mut Whims)) -> SwitchConfig<Erased> {
        let buffer = match self.below(4) {
            0 => BufferConfig::PortPackets(2 + self.below(30)),
            1 => BufferConfig::PortBytes(3_000 + self.below(50_000)),
            _ => self.pool(20_000),
        };
        let mut scheme = self.scheme();
        change(&mut scheme);
        let mut switches = SwitchConfig::new(Erased::new(scheme), buffer);
        if self.one_in(4) {
            switches.unit = DepthUnit::cell(208).unwrap();
        }
        if self.one_in(2) {
            self.add_queues(&mut switches);
        }
        switches
    }

    fn add_queues(&mut self, switches: &mut SwitchConfig<Erased>) {
        let discipline = self.one_of(&[0, 1, 2]);
        let discipline = [Discipline::Strict, Discipline::Dwrr, Discipline::Wfq][discipline as usize].clone();
        let mut queues = PortQueues::new(&[1, 2, 1, 3], discipline);
        queues.queue_of_class = [0, 1, 2, 3, 2, 2, 2, 2];
        queues.scope = self.one_of(&[AqmScope::Queue, AqmScope::Port, AqmScope::Pool]);
        if self.one_in(2) {
            let memory = QueueMemory { reserve: Bytes(500), alpha: Alpha::ONE };
            queues.queues[1] = QueueConfig { memory: Some(memory), ..queues.queues[1] };
        }
        if self.one_in(2) {
            let mut classes = [false; CLASSES];
            classes[3] = true;
            // A hundred thousand bytes of headroom are those of the longest and fastest of these links, six times over.
            switches.buffer = self.pool(4_000_000);
            queues.lossless = Some(Lossless {
                classes,
                guaranteed: Bytes(self.one_of(&[0, 1_500])),
                alpha: Alpha::from_log2(self.one_of(&[-6, -3, 0])).unwrap(),
                alpha_mbps: None,
                xon_offset: Bytes(self.one_of(&[0, 3_000])),
                headroom: None,
                frame_max: Bytes(1_560),
                frame_min: Bytes(40),
                quanta: self.one_of(&[200, u16::MAX]),
            });
        }
        switches.queues = Some(queues);
    }

    fn hosts(&mut self) -> HostConfig {
        let plain = if self.one_in(2) { HostConfig::rdma() } else { HostConfig::default() };
        HostConfig {
            sack: !self.one_in(3),
            ack_every: 1 + self.below(3),
            offload: self.one_of(&[0, 0, 16_384]),
            pacing: self.one_of(&[Pacing::None, Pacing::Fq]),
            reports: self.one_of(&[Reports::OnAck, Reports::Packets { wire: 78 }]),
            cnp_interval: Ps::from_us(self.one_of(&[0, 50])),
            ack_class: self.one_of(&[None, Some(0), Some(3)]),
            burst: self.one_of(&[0, 0, 2]),
            nic_packets: self.one_of(&[u32::MAX, u32::MAX, 20]),
            nic_scheme: self.one_in(4),
            rto_min: Ps::from_us(300),
            rto_initial: Ps::from_us(500),
            ack_delay: Ps::from_us(100),
            ..plain
        }
    }

    fn controls(&mut self) -> Vec<Listener> {
        let mut with = |listener: Listener| Listener {
            cnp: self.one_in(2),
            telemetry: self.one_in(3),
            report_every: self.one_of(&[0, 0, 1, 3]),
            held_until: self.one_of(&[0, 60_000]),
            ..listener
        };
        [Listener::new(1_500), Listener::new(30_000), Listener::paced(1 << 18)].map(&mut with).to_vec()
    }

    fn flow(&mut self, hosts: u32, delay_classes: u32) -> FlowSpec {
        let to = self.below(hosts);
        let from = (to + 1 + self.below(hosts - 1)) % hosts;
        let most = self.one_of(&[3_000, 200_000]);
        let bytes = 1 + u64::from(self.below(most));
        let start = Ps::from_ns(u64::from(self.below(300_000)));
        let flow = FlowSpec::new(from, to, bytes, start)
            .in_class(self.below(delay_classes) as u8)
            .of_class(self.below(CLASSES as u32) as u8)
            .under(self.below(3) as u8);
        match self.below(10) {
            0 => flow.until(start + Ps::from_us(u64::from(self.below(100)))),
            1 => flow.under(2).in_datagrams_of(900),
            2 => FlowSpec { bytes: u64::MAX, ..flow }.until(start + Ps::from_us(50)),
            _ => flow,
        }
    }

    pub(crate) fn network(&mut self) -> Option<ListenerNet> {
        let mut net = self.empty_network(|_| {})?;
        self.add_flows(&mut net);
        Some(net)
    }

    /// A network without flows, whose scheme may be changed.
    pub(crate) fn empty_network(&mut self, change: impl Fn(&mut Whims)) -> Option<ListenerNet> {
        let (topology, switches, hosts) = (self.topology(), self.switches(change), self.hosts());
        let seed = self.0.word();
        Network::new(topology, &switches, hosts, self.controls(), seed).ok()
    }

    pub(crate) fn add_flows(&mut self, net: &mut ListenerNet) {
        let (hosts, delay_classes) = (net.topology().hosts, net.topology().delay_classes.len() as u32 + 1);
        for _ in 0..=self.below(25) {
            let flow = self.flow(hosts, delay_classes);
            net.add_flow(flow).unwrap();
        }
    }
}

/// Runs the network of a seed; whether it could be built, and whether it ran dry.
fn run(seed: u64) -> Result<(bool, bool), TestCaseError> {
    let mut draw = Draw(SplitMix64::new(seed));
    let Some(mut net) = draw.network() else { return Ok((false, false)) };
    let balanced = |net: &ListenerNet| match net.ledger() {
        Ok(ledger) => Ok(ledger),
        Err(imbalance) => {
            Err(TestCaseError::fail(format!("seed {seed}, at {} ps: {imbalance}", net.now().0)))
        }
    };
    for _ in 0..12 {
        net.run_until(net.now() + Ps::from_ns(u64::from(draw.below(60_000))));
        balanced(&net)?;
    }
    let done = net.run_until_all_done(Ps::from_ms(100));
    balanced(&net)?;
    net.run_until(net.now() + Ps::from_ms(5));
    let ledger = balanced(&net)?;
    prop_assert_eq!(ledger.packets, net.census());
    Ok((true, done && ledger.packets.resident == 0))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_ledger_balances_at_any_time_whatever_is_sent_over_whatever_network(seed: u64) {
        run(seed)?;
    }
}

#[test]
fn most_random_networks_can_be_built_and_run_dry() {
    let (mut built, mut dry) = (0, 0);
    for seed in 0..100 {
        let (is_built, is_dry) = run(seed).unwrap();
        built += u32::from(is_built);
        dry += u32::from(is_dry);
    }
    assert!(built >= 80 && dry >= 50, "{built} built, {dry} of them ran dry");
}
