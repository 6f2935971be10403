//! The network of a scenario.

use super::link_rate::{BYTE_PS_BPS, LinkRate};
use super::links::{LinkFile, Links};
use super::place::{Place, SharedMemory};
use super::reach::Reach;
use super::{Buffer, Frame, Host, Queues};
use crate::document::{
    Choice, Fault, Form, Key, Keyed, Maybe, Section, Span, count, keys, kinds, picos, read_over, rows,
    section,
};
use crate::quantity::{PICOS, print};
use freeboard_fabric::topology::{HOSTS_MAX, SWITCH_PORTS_MAX};
use freeboard_fabric::workload::SIMULATED_RTT;

/// How hosts and switches are connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Senders, one switch, one receiver or a few.
    NToOne(NToOne),
    /// Two tiers, every leaf linked to every spine.
    LeafSpine(LeafSpine),
    /// Three tiers: pods of edge and aggregation switches under a core.
    FatTree(FatTree),
    /// Any graph, of a file.
    LinkNetwork(LinkNetwork),
}

kinds! { Shape:
    "n-to-1" NToOne;
    "leaf-spine" LeafSpine;
    "fat-tree" FatTree;
    "file" LinkNetwork;
}

/// Most receivers, chosen by us: a switch's worth.
const MAX_RECEIVERS: u64 = 128;
/// Most hosts of a network and ports of a switch, as numbers of a file.
const HOSTS: u64 = HOSTS_MAX as u64;
const SWITCH_PORTS: u64 = SWITCH_PORTS_MAX as u64;

section! {
    /// Senders, one switch, one receiver or a few.
    #[derive(Copy)]
    NToOne {
        "senders" senders: u32 = 0, count(1, SWITCH_PORTS - MAX_RECEIVERS), "hosts that send", needed "a number, e.g. 16";
        "receivers" receivers: u32 = 1, count(1, MAX_RECEIVERS), "hosts that many-to-one traffic goes to";
    }
}

section! {
    /// Two tiers, every leaf linked to every spine.
    #[derive(Copy)]
    LeafSpine {
        "leaves" leaves: u32 = 0, count(1, 256), "switches with hosts", needed "a number, e.g. 8";
        "spines" spines: u32 = 0, count(1, 256), "switches above them", needed "a number, e.g. 8";
        "hosts_per_leaf" hosts_per_leaf: u32 = 0, count(1, SWITCH_PORTS - 256), "hosts of each leaf",
            needed "a number, e.g. 16";
        "fabric_rate" fabric_rate_bps: Option<u64> = None, Maybe(LinkRate), "rate of links between switches",
            default "`rate`";
    }
}

section! {
    /// Three tiers: pods of edge and aggregation switches under a core.
    #[derive(Copy)]
    FatTree {
        "pods" pods: u32 = 0, count(1, 256), "groups of switches under the core", needed "a number, e.g. 4";
        "edges" edges: u32 = 0, count(1, 128), "switches with hosts in each pod", needed "a number, e.g. 4";
        "aggregations" aggregations: u32 = 0, count(1, 128), "switches above them in each pod",
            needed "a number, e.g. 4";
        "cores" cores: u32 = 0, count(1, 128), "core switches above each aggregation switch",
            needed "a number, e.g. 4";
        "hosts_per_edge" hosts_per_edge: u32 = 0, count(1, SWITCH_PORTS - 128),
            "hosts of each edge switch", needed "a number, e.g. 4";
        "fabric_rate" fabric_rate_bps: Option<u64> = None, Maybe(LinkRate), "rate of links between switches",
            default "`rate`";
        "core_rate" core_rate_bps: Option<u64> = None, Maybe(LinkRate), "rate of links to core switches, if it is another",
            default "`fabric_rate`";
    }
}

section! {
    /// Any graph, of a file.
    LinkNetwork {
        "file" links: LinkFile = LinkFile::default(), Links,
            "CSV with a header, a link per line: `from,to,rate,delay,rate_back`; hosts are `h1`, `h2`, ..., switches `s1`, `s2`, ...; \
             a rate of the way back only if it is another; the path is from the scenario's folder",
            needed "a path, e.g. \"links.csv\"";
    }
}

/// Which of several equal paths packets take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paths {
    /// Drawn per switch and flow.
    #[default]
    Flow,
    /// Drawn per switch and packet.
    Packet,
}

const PATHS: Choice<Paths> = Choice(&[("flow", Paths::Flow), ("packet", Paths::Packet)]);

/// Base round-trip times of the hosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rtt {
    /// Smallest \[ps\].
    pub min_ps: u64,
    /// Largest \[ps\]; equal to the smallest for no variation. Between them lies the long-tail quantile
    /// function of ECN# §5.3.
    pub max_ps: u64,
}

/// The network of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// How it is connected.
    pub shape: Shape,
    /// Rate of host links \[bit/s\].
    pub rate_bps: u64,
    /// Base round-trip times, of a full-size packet and its ACK through an empty network.
    pub rtt: Rtt,
    /// Which of several equal paths packets take.
    pub paths: Paths,
    /// The memory of every switch.
    pub buffer: Buffer,
    /// The queues of every switch port; `None` for one, first in first out.
    pub queues: Option<Box<Queues>>,
}

impl Default for Topology {
    fn default() -> Self {
        let (shape, buffer) = (Shape::NToOne(NToOne::default()), Buffer::Packets(0));
        Self { shape, rate_bps: 0, rtt: Rtt::default(), paths: Paths::Flow, buffer, queues: None }
    }
}

impl Keyed for Topology {
    const KEYS: &'static [Key<Self>] = keys! {
        "rate" (rate_bps) LinkRate, "rate of host links", needed "a rate, e.g. \"10 Gbps\"";
        "rtt" (rtt) Span(picos(1_000_000, 1_000_000_000_000)),
            "round trip of a full packet and its ACK through the empty network, transmissions included; between two, a long tail",
            needed "a time, or two for the smallest and the largest, e.g. [\"80 us\", \"240 us\"]";
        "paths" (paths) PATHS, "which of several equal paths: drawn per switch and flow, or anew for each packet (spraying)";
    };
}

impl Topology {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, Fault> {
        let shape = Shape::read_kind(section, &["rate", "rtt", "paths", "buffer", "queues"])?;
        let own = [shape.keys().as_slice(), &["kind", "buffer", "queues"]].concat();
        let mut topology = match &shape {
            Shape::LinkNetwork(it) => Self::of_links(it.clone(), section, &own)?,
            _ => read_over(Self { shape: shape.clone(), ..Self::default() }, section, &own)?,
        };
        match &mut topology.shape {
            Shape::LinkNetwork(_) => {}
            Shape::NToOne(_) => {
                if let Some(entry) = section.get("paths") {
                    return Err(entry.fault("has no effect with one path", "a network with several paths"));
                }
            }
            Shape::LeafSpine(it) => {
                let leaves = u64::from(it.leaves);
                hosts_per(section, "hosts_per_leaf", it.hosts_per_leaf, leaves, "leaves")?;
                it.fabric_rate_bps.get_or_insert(topology.rate_bps);
            }
            Shape::FatTree(it) => {
                let edges = u64::from(it.pods) * u64::from(it.edges);
                hosts_per(section, "hosts_per_edge", it.hosts_per_edge, edges, "edge switches")?;
                let fabric = *it.fabric_rate_bps.get_or_insert(topology.rate_bps);
                it.core_rate_bps.get_or_insert(fabric);
            }
        }
        topology.buffer = Buffer::read(section, topology.shape.switch_ports())?;
        topology.queues = Queues::read(section, &topology.buffer)?.map(Box::new);
        Ok(topology)
    }

    /// The network of a file, whose rates and delays it has.
    fn of_links(it: LinkNetwork, section: &Section<'_>, own: &[&str]) -> Result<Self, Fault> {
        section.expect_keys(&[own, &["paths"]].concat())?;
        let paths = section.get("paths").map_or(Ok(Paths::Flow), |entry| PATHS.read(&entry))?;
        let rate_bps = it.links.host_rates().max().unwrap_or_default();
        Ok(Self { rate_bps, paths, shape: Shape::LinkNetwork(it), ..Self::default() })
    }

    /// The round-trip time that follows from a file's links, between the hosts farthest apart; others were asked for.
    pub(super) fn measure_rtt(&mut self, host: &Host) {
        if let Shape::LinkNetwork(it) = &self.shape {
            let rtt_ps = it.links.rtt_ps(host.full_packet(), host.ack().into());
            self.rtt = Rtt { min_ps: rtt_ps, max_ps: rtt_ps };
        }
    }

    /// Returns the rate of a host's link where all links are given one by one \[bit/s\].
    pub(super) fn own_rate_bps(&self, host: u32) -> Option<u64> {
        if let Shape::LinkNetwork(it) = &self.shape { Some(it.links.rate_bps(host)) } else { None }
    }

    /// Returns the rate of the slowest host's link, groups of hosts aside \[bit/s\].
    pub(super) fn slowest_bps(&self) -> u64 {
        match &self.shape {
            Shape::LinkNetwork(it) => it.links.host_rates().min().unwrap_or_default(),
            _ => self.rate_bps,
        }
    }

    /// Links of hosts, those of the fastest hosts' rate counted as one.
    pub(crate) fn host_links(&self) -> f64 {
        match &self.shape {
            Shape::LinkNetwork(it) => {
                it.links.host_rates().map(|bps| bps as f64).sum::<f64>() / self.rate_bps as f64
            }
            shape => f64::from(shape.hosts()),
        }
    }

    /// What a workload has to fit into; no host has a slower link than `rate_bps`.
    pub fn frame(&self, run_ps: u64, rate_bps: u64) -> Frame {
        let receivers = self.shape.receivers();
        let senders = self.shape.hosts() - receivers;
        let queues = self.queues.as_ref().map_or(1, |queues| queues.count() as u32);
        let per_rack = if let Shape::LeafSpine(it) = &self.shape { it.hosts_per_leaf } else { 0 };
        let is_one_sided = matches!(self.shape, Shape::NToOne(_));
        Frame { run_ps, senders, receivers, rate_bps, queues, per_rack, is_one_sided }
    }

    /// Returns the rate of links between switches \[bit/s\].
    #[must_use]
    pub fn fabric_rate_bps(&self) -> u64 {
        let own = match &self.shape {
            Shape::NToOne(_) | Shape::LinkNetwork(_) => None,
            Shape::LeafSpine(it) => it.fabric_rate_bps,
            Shape::FatTree(it) => it.fabric_rate_bps,
        };
        own.unwrap_or(self.rate_bps)
    }

    /// Returns the rate of links to the switches furthest up \[bit/s\].
    #[must_use]
    pub fn core_rate_bps(&self) -> u64 {
        match &self.shape {
            Shape::FatTree(FatTree { core_rate_bps: Some(bps), .. }) => *bps,
            _ => self.fabric_rate_bps(),
        }
    }

    /// Returns what settings of hosts with links of `rate_bps` follow: with a slower link the round-trip time is that much longer.
    pub(super) fn place(&self, host: &Host, rate_bps: u64) -> Place {
        let own = Self { rate_bps, ..self.clone() }.transmissions_ps(host);
        let rtt_ps = self.rtt.max_ps + own.saturating_sub(self.transmissions_ps(host));
        let spread_ps = self.rtt.max_ps - self.rtt.mean_ps();
        let memory = match &self.buffer {
            Buffer::Pool(pool) => Some(SharedMemory::new(pool, u32::from(self.shape.switch_ports()))),
            Buffer::Packets(_) | Buffer::Bytes(_) => None,
        };
        let rates = [rate_bps, self.slowest_bps(), self.fabric_rate_bps(), self.core_rate_bps()];
        let slowest_mbps = rates.into_iter().min().unwrap_or_default() / 1_000_000;
        let (ports, packet) = (u32::from(self.shape.switch_ports()), u64::from(host.full_packet()));
        // The scheme may run in hosts as well, whose own queue is another one.
        let reach = match host.config().nic_scheme {
            true => Reach::default(),
            false => Reach::new(&self.buffer, self.queues.as_deref(), (ports, packet, slowest_mbps)),
        };
        // What delays of single hosts add is on the way of their data.
        let propagation_ps = self.rtt.min_ps.saturating_sub(self.transmissions_ps(host));
        let one_way_ps = propagation_ps / 2
            + Self { rate_bps, ..self.clone() }.times_ps(packet)
            + (self.rtt.max_ps - self.rtt.min_ps);
        Place {
            line_mbps: rate_bps / 1_000_000,
            rtt_ns: rtt_ps.div_ceil(1_000),
            mean_rtt_ns: (rtt_ps - spread_ps).div_ceil(1_000),
            mss: u64::from(host.mss()),
            one_way_ns: one_way_ps.div_ceil(1_000),
            packet,
            memory,
            reach,
        }
    }

    /// Returns what sending a full packet and its ACK, store and forward, adds to propagation \[ps\]; 0 where links are given one
    /// by one.
    #[must_use]
    pub fn transmissions_ps(&self, host: &Host) -> u64 {
        self.times_ps(u64::from(host.full_packet()) + u64::from(host.ack()))
    }

    /// Returns what sending these bytes over all links of a path takes \[ps\], likewise.
    fn times_ps(&self, bytes: u64) -> u64 {
        if let Shape::LinkNetwork(_) = self.shape {
            return 0;
        }
        let time = |bps: u64, links: u64| links * bytes * (BYTE_PS_BPS / bps);
        let (host, core) = (2, if let Shape::FatTree(_) = self.shape { 2 } else { 0 });
        time(self.rate_bps, host)
            + time(self.fabric_rate_bps(), self.links_across() - host - core)
            + time(self.core_rate_bps(), core)
    }

    /// Refuses a round-trip time that transmissions alone exceed.
    pub(super) fn check_rtt(&self, section: &Section<'_>, host: &Host) -> Result<(), Fault> {
        let (needed, entry) = (self.transmissions_ps(host), section.get("rtt"));
        let Some(entry) = entry.filter(|_| self.rtt.min_ps < needed) else { return Ok(()) };
        let text = |ps: u64| print(i128::from(ps), &PICOS);
        let problem = format!(
            "is {} at least, but a full packet and its ACK take {} on the links alone",
            text(self.rtt.min_ps),
            text(needed)
        );
        Err(entry.fault(problem, format!("{} or more", text(needed))))
    }

    /// Links between a host and the farthest other host.
    #[must_use]
    pub const fn links_across(&self) -> u64 {
        match &self.shape {
            Shape::LinkNetwork(it) => it.links.links_across,
            Shape::NToOne(_) => 2,
            Shape::LeafSpine(_) => 4,
            Shape::FatTree(_) => 6,
        }
    }

    /// Returns the keys that have an effect with their values.
    pub(super) fn rows(&self) -> Vec<(String, String)> {
        let mut all = vec![("topology.kind".to_owned(), self.shape.kind().to_owned())];
        all.extend(self.shape.rows("topology"));
        all.extend(rows(self, "topology"));
        all.extend(self.buffer.rows("topology.buffer"));
        match &self.queues {
            Some(queues) => all.extend(queues.rows("topology.queues")),
            None => all.push(("topology.queues".to_owned(), "one per port, first in first out".to_owned())),
        }
        all
    }
}

/// Refuses hosts of each of some switches that are too many in all, or so few that a flow has no two ends.
fn hosts_per(section: &Section<'_>, key: &str, each: u32, switches: u64, name: &str) -> Result<(), Fault> {
    let all = u64::from(each) * switches;
    if (2..=HOSTS).contains(&all) {
        return Ok(());
    }
    let (least, most) = (if switches > 1 { 1 } else { 2 }, HOSTS / switches);
    let problem = format!("makes {all} hosts with {switches} {name}");
    let each = if most < least { "fewer switches".to_owned() } else { format!("{least} to {most} here") };
    let legal = format!("2 to {HOSTS} hosts in all, {each}");
    // Without the key its default counts, and the number of switches is at fault.
    let keys = [key, "pods", "leaves", "edges", "kind"];
    match keys.iter().find_map(|key| section.get(key)) {
        Some(entry) => Err(entry.fault(problem, legal)),
        None => Err(section.missing(key, &legal)),
    }
}

impl Shape {
    /// Hosts in all.
    #[must_use]
    pub const fn hosts(&self) -> u32 {
        match self {
            Self::NToOne(it) => it.senders + it.receivers,
            Self::LeafSpine(it) => it.leaves * it.hosts_per_leaf,
            Self::FatTree(it) => it.pods * it.edges * it.hosts_per_edge,
            Self::LinkNetwork(it) => it.links.hosts,
        }
    }

    /// Hosts that many-to-one traffic may go to: the last ones.
    #[must_use]
    pub const fn receivers(&self) -> u32 {
        match self {
            Self::NToOne(it) => it.receivers,
            Self::LeafSpine(_) | Self::FatTree(_) | Self::LinkNetwork(_) => 1,
        }
    }

    /// Ports of the largest switch.
    fn switch_ports(&self) -> u16 {
        let ports = match self {
            Self::NToOne(it) => it.senders + it.receivers,
            Self::LeafSpine(it) => it.leaves.max(it.spines + it.hosts_per_leaf),
            Self::FatTree(it) => it.pods.max(it.edges + it.cores).max(it.aggregations + it.hosts_per_edge),
            Self::LinkNetwork(it) => it.links.switch_ports,
        };
        u16::try_from(ports).unwrap_or(u16::MAX)
    }
}

impl From<[u64; 2]> for Rtt {
    fn from([min_ps, max_ps]: [u64; 2]) -> Self {
        Self { min_ps, max_ps }
    }
}

impl From<Rtt> for [u64; 2] {
    fn from(rtt: Rtt) -> Self {
        [rtt.min_ps, rtt.max_ps]
    }
}

impl Rtt {
    /// The base RTT at quantile `q` in 0 ..= 1 \[ps\].
    ///
    /// The long tail of ECN# §5.3's simulations, stretched to this range.
    #[must_use]
    pub fn quantile_ps(&self, q: f64) -> u64 {
        let (low, high) = (SIMULATED_RTT.at(0.0), SIMULATED_RTT.at(1.0));
        let share = (SIMULATED_RTT.at(q) - low) / (high - low);
        self.min_ps + libm::round(share * (self.max_ps - self.min_ps) as f64) as u64
    }

    /// The mean base RTT \[ps\], over the middles of a hundred slices.
    fn mean_ps(&self) -> u64 {
        let middles = (0..100u8).map(|slice| self.quantile_ps((f64::from(slice) + 0.5) / 100.0));
        middles.sum::<u64>() / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_long_tail_has_the_papers_moments() {
        let rtt = Rtt { min_ps: 80_000_000, max_ps: 240_000_000 };
        assert_eq!(rtt.quantile_ps(0.0), 80_000_000);
        assert_eq!(rtt.quantile_ps(0.5), 111_100_000);
        assert_eq!(rtt.quantile_ps(0.9), 220_000_000);
        assert_eq!(rtt.quantile_ps(1.0), 240_000_000);
        let mean: f64 =
            (0..10_000).map(|i| rtt.quantile_ps((f64::from(i) + 0.5) / 1e4) as f64).sum::<f64>() / 1e4;
        assert!((mean / 1e6 - 137.0).abs() < 0.1, "mean {mean}");
    }
}
