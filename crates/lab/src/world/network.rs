//! A scenario's network and hosts as the simulator takes them.

use crate::scenario::{self, Buffer, Echo, Host, Mode, Reporting, Scenario, Shape, Split};
use anyhow::{Context, Result, anyhow};
use freeboard_aqm_api::Bytes;
use freeboard_cc_on_ramp::OR_ACK_WIRE;
use freeboard_fabric::topology::{FatTree, LeafSpine, Link, NToOne};
use freeboard_fabric::transport::{EcnEcho, EctPolicy, Pacing, Rdma, Reports, Transport};
use freeboard_fabric::workload::DelayAssignment;
use freeboard_fabric::{BufferConfig, HostConfig, LinkRate, Node, PortSplit, Ps, Topology};
use freeboard_hw_model::mmu::{Alpha, ThresholdTest};

/// Most delay classes: the simulator's class is 8 bits and class 0 adds nothing.
const CLASSES_MAX: u32 = 255;

/// A built network.
pub(super) struct Built {
    pub(super) topology: Topology,
    /// Hosts that many-to-one traffic comes from: all but the last ones.
    pub(super) senders: u32,
    /// The switch ports to the others, in host order.
    pub(super) bottlenecks: Vec<u32>,
    /// Who gets which added delay.
    pub(super) delays: DelayAssignment,
}

pub(super) fn rate(bps: u64) -> Result<LinkRate> {
    LinkRate::from_bps(bps).with_context(|| format!("{bps} bit/s is not a link rate"))
}

pub(super) fn build(scenario: &Scenario) -> Result<Built> {
    let wanted = &scenario.topology;
    let (host_rate, fabric_rate) = (rate(wanted.rate_bps)?, rate(wanted.fabric_rate_bps)?);
    let propagation = Ps(wanted.rtt.min_ps).since(serialisation(scenario, host_rate, fabric_rate));
    let (mut topology, classes) = match wanted.shape {
        Shape::NToOne { senders, receivers } => {
            (n_to_few(senders, receivers, host_rate, propagation), senders)
        }
        Shape::LeafSpine { leaves, spines, hosts_per_leaf } => {
            let even = LeafSpine::even(leaves, spines, hosts_per_leaf, host_rate, propagation);
            (LeafSpine { fabric_rate, ..even }.build(), hosts_per_leaf)
        }
        Shape::FatTree { pods, edges, aggregations, cores, hosts_per_edge } => {
            let delay = Ps(propagation.0 / (2 * wanted.links_across()));
            let tree =
                FatTree { pods, edges, aggregations, cores, hosts_per_edge, host_rate, fabric_rate, delay };
            (tree.build(), hosts_per_edge)
        }
    };
    let mut delays = DelayAssignment::None;
    if wanted.rtt.max_ps > wanted.rtt.min_ps {
        // One class per host of a rack, the middles of as many slices: every rack has the distribution's moments.
        let classes = classes.clamp(1, CLASSES_MAX);
        let added = |class: u32| {
            let middle = (f64::from(class) + 0.5) / f64::from(classes);
            Ps(wanted.rtt.quantile_ps(middle) - wanted.rtt.min_ps)
        };
        topology.delay_classes = (0..classes).map(added).collect();
        delays = DelayAssignment::PerHost(classes as u8);
    }
    let senders = wanted.shape.hosts() - wanted.shape.receivers();
    let port = |host: u32| topology.port_to_host(host).context("a receiver has no link");
    let bottlenecks = (senders..wanted.shape.hosts()).map(port).collect::<Result<_>>()?;
    Ok(Built { topology, senders, bottlenecks, delays })
}

/// The N-to-1 network with as many receivers as wanted: each has a link like the first one's.
fn n_to_few(senders: u32, receivers: u32, rate: LinkRate, propagation: Ps) -> Topology {
    let mut topology = NToOne::even(senders, rate, propagation).build();
    if let Some(link) = topology.links.last().copied() {
        for host in senders + 1..senders + receivers {
            topology.links.push(Link { ends: [link.ends[0], Node::Host(host)], ..link });
            topology.hosts += 1;
        }
    }
    topology
}

/// What the sending of a full packet and its ACK, store and forward, adds to propagation.
fn serialisation(scenario: &Scenario, host: LinkRate, fabric: LinkRate) -> Ps {
    let bytes = u64::from(scenario.host.full_packet()) + u64::from(scenario.host.ack());
    let across = scenario.topology.links_across();
    let at_hosts = host.time_of(2 * bytes);
    let between = fabric.time_of((across - 2) * bytes);
    at_hosts + between
}

pub(super) fn buffer(buffer: &Buffer) -> Result<BufferConfig> {
    Ok(match buffer {
        Buffer::Packets(packets) => BufferConfig::PortPackets(*packets),
        Buffer::Bytes(bytes) => BufferConfig::PortBytes(*bytes),
        Buffer::Pool(pool) => BufferConfig::Shared {
            total: Bytes(pool.bytes),
            reserve: Bytes(pool.reserve),
            alpha: Alpha::from_log2(pool.alpha_log2).map_err(|error| anyhow!("{error}"))?,
            split: match pool.split {
                Split::Together => PortSplit::Together,
                Split::Blocks(ports) => PortSplit::Blocks(ports),
                Split::InTurn(mmus) => PortSplit::InTurn(mmus),
            },
            test: ThresholdTest::Before,
        },
    })
}

pub(super) fn hosts(host: &Host) -> HostConfig {
    let echo = match host.echo {
        Echo::Dctcp => EcnEcho::Dctcp,
        Echo::PerPacket => EcnEcho::PerPacket,
        Echo::Classic => EcnEcho::Classic,
    };
    let transport = match host.transport {
        Mode::Tcp => Transport::Tcp,
        Mode::Rdma => Transport::Rdma(Rdma {
            nack_interval: Ps(host.nack_interval_ps),
            ack_priority: host.ack_priority,
            slot: host.wheel_slot_ps.map(Ps),
        }),
    };
    let reports = match host.reports {
        Reporting::OnAck => Reports::OnAck,
        Reporting::Packets => Reports::Packets { wire: OR_ACK_WIRE.0 as u16 },
    };
    HostConfig {
        transport,
        reports,
        mss: host.mss,
        header: host.header,
        telemetry: host.telemetry,
        ack_min: host.ack_min,
        cnp_interval: Ps(host.cnp_interval_ps),
        frame: host.frame,
        handshake: host.handshake,
        ect: EctPolicy { retransmissions: host.ect_retransmissions, ..EctPolicy::default() },
        echo,
        ack_every: host.ack_every,
        ack_class: host.ack_class,
        ack_delay: Ps(host.ack_delay_ps),
        sack: host.sack,
        rto_min: Ps(host.min_rto_ps),
        rto_initial: Ps(host.initial_rto_ps),
        burst: host.burst,
        offload: host.offload,
        pacing: match host.pacing {
            scenario::Pacing::None => Pacing::None,
            scenario::Pacing::Fq => Pacing::Fq,
        },
        nic_packets: if host.nic_packets == 0 { u32::MAX } else { host.nic_packets },
        ..HostConfig::default()
    }
}
