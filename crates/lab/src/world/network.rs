//! A scenario's network and hosts as the simulator takes them.

use crate::scenario::{self, Buffer, NToOne, Scenario, Shape, Split};
use anyhow::{Context, Result, anyhow};
use freeboard_aqm_api::Bytes;
use freeboard_fabric::topology::{self, Link};
use freeboard_fabric::workload::DelayAssignment;
use freeboard_fabric::{BufferConfig, LinkRate, Node, PortSplit, Ps, Topology};
use freeboard_hw_model::mmu::Alpha;

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
    let (host_rate, fabric_rate) = (rate(wanted.rate_bps)?, rate(wanted.fabric_rate_bps())?);
    let core_rate = rate(wanted.core_rate_bps())?;
    let propagation = Ps(wanted.rtt.min_ps - wanted.transmissions_ps(&scenario.host));
    let (mut topology, classes) = match wanted.shape {
        Shape::NToOne(it) => (n_to_few(it, host_rate, propagation), it.senders),
        Shape::LeafSpine(it) => {
            let hosts = it.hosts_per_leaf;
            let even = topology::LeafSpine::even(it.leaves, it.spines, hosts, host_rate, propagation);
            (topology::LeafSpine { fabric_rate, ..even }.build(), hosts)
        }
        Shape::FatTree(it) => {
            let scenario::FatTree { pods, edges, aggregations, cores, hosts_per_edge, .. } = it;
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
            test: pool.test,
        },
    })
}
