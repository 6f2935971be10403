//! A scenario's network and switch memories as the simulator takes them.

use super::{
    Buffer, FatTree, LosslessClasses, NToOne, Paths, Queues, Scenario, Scheduler, Scheme, Scope, Shape, Split,
};
use crate::catalog::VariantId;
use crate::document::{Fault, Section};
use anyhow::{Context, Result, anyhow};
use freeboard_aqm_api::{Bytes, DepthUnit};
use freeboard_device::mmu::Alpha;
use freeboard_device::pfc::CLASSES;
use freeboard_fabric::data_plane::{QueueConfig, QueueMemory, Rank, SetupError, check_memory};
use freeboard_fabric::topology::{self, Link, PathChoice};
use freeboard_fabric::workload::DelayAssignment;
use freeboard_fabric::{
    AqmScope, BufferConfig, Discipline, LinkRate, Lossless, Node, PortQueues, PortSplit, Ps, Topology,
};

/// Most delay classes: the simulator's class is 8 bits and class 0 adds nothing.
const CLASSES_MAX: u32 = 255;

/// A built network.
pub(crate) struct Built {
    pub(crate) topology: Topology,
    /// Hosts that many-to-one traffic comes from: all but the last ones.
    pub(crate) senders: u32,
    /// The switch ports to the others, in host order.
    pub(crate) bottlenecks: Vec<u32>,
    /// Who gets which added delay.
    pub(crate) delays: DelayAssignment,
}

pub(crate) fn rate(bps: u64) -> Result<LinkRate> {
    LinkRate::from_bps(bps).with_context(|| format!("{bps} bit/s is not a link rate"))
}

pub(crate) fn build(scenario: &Scenario) -> Result<Built> {
    let wanted = &scenario.topology;
    let (host_rate, fabric_rate) = (rate(wanted.rate_bps)?, rate(wanted.fabric_rate_bps())?);
    let core_rate = rate(wanted.core_rate_bps())?;
    let propagation = Ps(wanted.rtt.min_ps - wanted.transmissions_ps(&scenario.host));
    let (mut topology, classes) = match &wanted.shape {
        &Shape::NToOne(it) => (n_to_few(it, host_rate, propagation), it.senders),
        &Shape::LeafSpine(it) => {
            let hosts = it.hosts_per_leaf;
            let even = topology::LeafSpine::even(it.leaves, it.spines, hosts, host_rate, propagation);
            (topology::LeafSpine { fabric_rate, ..even }.build(), hosts)
        }
        &Shape::FatTree(it) => {
            let FatTree { pods, edges, aggregations, cores, hosts_per_edge, .. } = it;
            let delay = Ps(propagation.0 / (2 * wanted.links_across()));
            let tree = topology::FatTree {
                pods,
                edges,
                aggregations,
                cores,
                hosts_per_edge,
                host_rate,
                fabric_rate,
                core_rate,
                delay,
            };
            (tree.build(), hosts_per_edge)
        }
        Shape::LinkNetwork(it) => (it.links.topology(), 0),
    };
    if wanted.paths == Paths::Packet {
        topology.choice = PathChoice::PerPacket;
    }
    let mut delays = DelayAssignment::None;
    let is_of_file = matches!(wanted.shape, Shape::LinkNetwork(_));
    if !is_of_file && wanted.rtt.max_ps > wanted.rtt.min_ps {
        // One class per host of a rack, the middles of as many slices: every rack has the distribution's moments.
        let classes = classes.clamp(1, CLASSES_MAX);
        let added = |class: u32| {
            let middle = (f64::from(class) + 0.5) / f64::from(classes);
            Ps(wanted.rtt.quantile_ps(middle) - wanted.rtt.min_ps)
        };
        topology.delay_classes = (0..classes).map(added).collect();
        delays = DelayAssignment::PerHost(classes as u8);
    }
    for link in topology.links.iter_mut().filter(|_| !is_of_file) {
        if let Some(host) =
            link.ends.iter().find_map(|end| if let Node::Host(host) = end { Some(*host) } else { None })
        {
            link.rates = [rate(scenario.rate_bps(host))?; 2];
        }
    }
    let senders = wanted.shape.hosts() - wanted.shape.receivers();
    let port = |host: u32| topology.port_to_host(host).context("a receiver has no link");
    let bottlenecks = (senders..wanted.shape.hosts()).map(port).collect::<Result<_>>()?;
    Ok(Built { topology, senders, bottlenecks, delays })
}

/// The N-to-1 network with as many receivers as wanted: each has a link like the first one's.
fn n_to_few(NToOne { senders, receivers }: NToOne, rate: LinkRate, propagation: Ps) -> Topology {
    let mut topology = topology::NToOne::even(senders, rate, propagation).build();
    if let Some(link) = topology.links.last().copied() {
        for host in senders + 1..senders + receivers {
            topology.links.push(Link { ends: [link.ends[0], Node::Host(host)], ..link });
            topology.hosts += 1;
        }
    }
    topology
}

/// The packet memory of every switch, and the queues of its ports.
pub(crate) struct SwitchMemory {
    pub(crate) buffer: BufferConfig,
    pub(crate) unit: DepthUnit,
    pub(crate) queues: Option<PortQueues>,
}

impl SwitchMemory {
    /// That of a scenario; packets may carry `telemetry`.
    pub(crate) fn new(scenario: &Scenario, telemetry: bool) -> Result<Self> {
        let (topology, host) = (&scenario.topology, &scenario.host);
        let telemetry = if telemetry { host.config().telemetry } else { 0 };
        let frame_max = host.full_packet() + u32::from(telemetry);
        let queues = topology.queues.as_deref();
        Ok(Self {
            buffer: buffer(&topology.buffer)?,
            unit: DepthUnit::cell(topology.buffer.cell()).unwrap_or(DepthUnit::BYTE),
            queues: queues.map(|queues| port_queues(queues, frame_max)).transpose()?,
        })
    }
}

impl Scenario {
    /// Refuses memories that the switches' links do not allow, such as headroom that a pool does not have.
    pub(super) fn check_memory(&self, topology: &Section<'_>) -> Result<(), Fault> {
        let Some(section) = topology.section("buffer").ok().flatten() else { return Ok(()) };
        let Some(pool) = section.get("pool").or_else(|| section.get("profile")) else { return Ok(()) };
        let has_telemetry = self
            .schemes
            .iter()
            .flat_map(Scheme::running)
            .any(|it| matches!(it.cc.variant, VariantId::Cc(id) if id.meta().int));
        let check = || -> Result<()> {
            let SwitchMemory { buffer, unit, queues } = SwitchMemory::new(self, has_telemetry)?;
            Ok(check_memory(&build(self)?.topology, buffer, unit, queues.as_ref())?)
        };
        let cell = u32::from(self.topology.buffer.cell());
        let sentence = |error: anyhow::Error| match error.downcast_ref() {
            Some(SetupError::Buffer(refusal)) => refusal.counted_in(cell).to_string(),
            _ => error.to_string(),
        };
        check().map_err(|error| {
            pool.fault(format!("does not do for the switches' links: {}", sentence(error)), "")
        })
    }
}

fn buffer(buffer: &Buffer) -> Result<BufferConfig> {
    Ok(match buffer {
        Buffer::Packets(packets) => BufferConfig::PortPackets(*packets),
        Buffer::Bytes(bytes) => BufferConfig::PortBytes(*bytes),
        Buffer::Pool(pool) => BufferConfig::Shared {
            total: Bytes(pool.bytes),
            reserve: Bytes(pool.reserve),
            alpha: alpha(pool.alpha_log2)?,
            split: match pool.split {
                Split::Together => PortSplit::Together,
                Split::Blocks(ports) => PortSplit::Blocks(ports),
                Split::RoundRobin(mmus) => PortSplit::RoundRobin(mmus),
            },
            test: pool.test,
        },
    })
}

/// The queues of every port.
fn port_queues(queues: &Queues, frame_max: u32) -> Result<PortQueues> {
    let mut all = PortQueues::new(&queues.weights, discipline(queues));
    for (config, share) in all.queues.iter_mut().zip(queues.shares()) {
        let memory = QueueMemory { reserve: Bytes(share.reserve), alpha: alpha(share.alpha_log2)? };
        *config = QueueConfig { memory: Some(memory), ..*config };
    }
    all.quantum = Bytes(queues.quantum);
    all.scope = match queues.scope {
        Scope::Queue => AqmScope::Queue,
        Scope::Port => AqmScope::Port,
        Scope::Pool => AqmScope::Pool,
    };
    let classes = &queues.lossless;
    if !classes.classes.is_empty() {
        let lossy = (0u8..).find(|class| !classes.classes.contains(class)).unwrap_or_default();
        // Classes that nothing is sent in go where a pause stops nothing.
        all.queue_of_class.iter_mut().skip(queues.count()).for_each(|queue| *queue = lossy);
        all.lossless = Some(lossless(classes, frame_max)?);
    }
    Ok(all)
}

fn discipline(queues: &Queues) -> Discipline {
    let (first, rest) = (usize::from(queues.priority), queues.count() as u16 - queues.priority);
    let rank = match queues.scheduler {
        Scheduler::Strict => return Discipline::Strict,
        Scheduler::Dwrr if first == 0 => return Discipline::Dwrr,
        Scheduler::Wfq if first == 0 => return Discipline::Wfq,
        Scheduler::Dwrr => Rank::Dwrr(rest),
        Scheduler::Wfq => Rank::Wfq(rest),
    };
    let mut ranks = vec![Rank::One; first];
    ranks.push(rank);
    Discipline::Ranked(ranks)
}

fn lossless(classes: &LosslessClasses, frame_max: u32) -> Result<Lossless> {
    let mut which = [false; CLASSES];
    for class in &classes.classes {
        which[usize::from(*class) % CLASSES] = true;
    }
    Ok(Lossless {
        classes: which,
        guaranteed: Bytes(classes.guaranteed),
        alpha: alpha(classes.alpha_log2)?,
        alpha_mbps: classes.alpha_bps.map(|bps| (bps / 1_000_000) as u32),
        xon_offset: Bytes(classes.xon),
        headroom: None,
        frame_max: Bytes(frame_max),
        frame_min: Bytes(classes.frame_min.min(frame_max)),
        quanta: classes.quanta,
    })
}

fn alpha(log2: i8) -> Result<Alpha> {
    Alpha::from_log2(log2).map_err(|error| anyhow!("{error}"))
}
