//! The network of a scenario.

use super::{Buffer, Frame, Queues};
use crate::document::{Entry, Fault, Section};
use crate::quantity::{COUNT, PICOS, RATE, print};
use freeboard_fabric::workload::SIMULATED_RTT;

/// How hosts and switches are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Senders, one switch, one receiver or a few.
    NToOne {
        /// Number of senders.
        senders: u32,
        /// Number of receivers.
        receivers: u32,
    },
    /// Two tiers, every leaf linked to every spine.
    LeafSpine {
        /// Number of leaves.
        leaves: u32,
        /// Number of spines.
        spines: u32,
        /// Hosts per leaf.
        hosts_per_leaf: u32,
    },
    /// Three tiers: pods of edge and aggregation switches under a core.
    FatTree {
        /// Number of pods.
        pods: u32,
        /// Edge switches per pod.
        edges: u32,
        /// Aggregation switches per pod.
        aggregations: u32,
        /// Core switches above each aggregation switch.
        cores: u32,
        /// Hosts per edge switch.
        hosts_per_edge: u32,
    },
}

/// Base round-trip times of the hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Rate of links between switches \[bit/s\].
    pub fabric_rate_bps: u64,
    /// Base round-trip times, of a full-size packet and its ACK through an empty network.
    pub rtt: Rtt,
    /// The memory of every switch.
    pub buffer: Buffer,
    /// The queues of every switch port; `None` for one, first in first out.
    pub queues: Option<Box<Queues>>,
}

const KINDS: [&str; 3] = ["n-to-1", "leaf-spine", "fat-tree"];
const COMMON_KEYS: [&str; 5] = ["kind", "rate", "rtt", "buffer", "queues"];
/// Most receivers, chosen by us: a switch's worth.
const MAX_RECEIVERS: u32 = 128;
/// Most hosts: the fabric's host ids are 16 bits.
const MAX_HOSTS: u32 = 65_534;
/// bit/s x ps of one byte: a rate is legal when its byte time is a whole number of picoseconds.
const BYTE_PS_BPS: u64 = 8_000_000_000_000;

impl Topology {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, Fault> {
        let kind = section.need("kind", &KINDS.join(", "))?.choice(&KINDS)?;
        let own: &[&str] = match kind {
            0 => &["senders", "receivers"],
            1 => &["leaves", "spines", "hosts_per_leaf", "fabric_rate"],
            _ => &["pods", "edges", "aggregations", "cores", "hosts_per_edge", "fabric_rate"],
        };
        section.expect_keys(&[&COMMON_KEYS, own].concat())?;
        let shape = match kind {
            0 => n_to_one(section)?,
            1 => leaf_spine(section)?,
            _ => fat_tree(section)?,
        };
        let rate_bps = rate(&section.need("rate", "a rate, e.g. \"10 Gbps\"")?)?;
        let fabric_rate_bps = section.get("fabric_rate").map_or(Ok(rate_bps), |entry| rate(&entry))?;
        let rtt = Rtt::read(section)?;
        let buffer = Buffer::read(section, shape.switch_ports())?;
        let queues = Queues::read(section, &buffer)?.map(Box::new);
        Ok(Self { shape, rate_bps, fabric_rate_bps, rtt, buffer, queues })
    }

    pub(crate) fn frame(&self, run_ps: u64) -> Frame {
        let receivers = self.shape.receivers();
        let senders = self.shape.hosts() - receivers;
        let queues = self.queues.as_ref().map_or(1, |queues| queues.count() as u32);
        Frame { run_ps, senders, receivers, rate_bps: self.rate_bps, queues }
    }

    /// Links between a host and the farthest other host.
    #[must_use]
    pub const fn links_across(&self) -> u64 {
        match self.shape {
            Shape::NToOne { .. } => 2,
            Shape::LeafSpine { .. } => 4,
            Shape::FatTree { .. } => 6,
        }
    }
}

impl Shape {
    /// Hosts in all.
    #[must_use]
    pub const fn hosts(&self) -> u32 {
        match self {
            Self::NToOne { senders, receivers } => *senders + *receivers,
            Self::LeafSpine { leaves, hosts_per_leaf, .. } => *leaves * *hosts_per_leaf,
            Self::FatTree { pods, edges, hosts_per_edge, .. } => *pods * *edges * *hosts_per_edge,
        }
    }

    /// Hosts that many-to-one traffic may go to: the last ones.
    #[must_use]
    pub const fn receivers(&self) -> u32 {
        match self {
            Self::NToOne { receivers, .. } => *receivers,
            Self::LeafSpine { .. } | Self::FatTree { .. } => 1,
        }
    }

    /// Ports of the largest switch.
    fn switch_ports(self) -> u16 {
        let ports = match self {
            Self::NToOne { senders, receivers } => senders + receivers,
            Self::LeafSpine { leaves, spines, hosts_per_leaf } => leaves.max(spines + hosts_per_leaf),
            Self::FatTree { pods, edges, aggregations, cores, hosts_per_edge } => {
                pods.max(edges + cores).max(aggregations + hosts_per_edge)
            }
        };
        u16::try_from(ports).unwrap_or(u16::MAX)
    }
}

fn n_to_one(section: &Section<'_>) -> Result<Shape, Fault> {
    let senders =
        section.need("senders", "a number, e.g. 16")?.word(&COUNT, 1..=MAX_HOSTS - MAX_RECEIVERS)?;
    let receivers = section.get("receivers").map_or(Ok(1), |entry| entry.word(&COUNT, 1..=MAX_RECEIVERS))?;
    Ok(Shape::NToOne { senders, receivers })
}

fn leaf_spine(section: &Section<'_>) -> Result<Shape, Fault> {
    let count = |key: &str, most: u32| section.need(key, "a number, e.g. 8")?.word(&COUNT, 1..=most);
    let (leaves, spines) = (count("leaves", 256)?, count("spines", 256)?);
    let hosts_per_leaf = count("hosts_per_leaf", MAX_HOSTS / leaves)?;
    Ok(Shape::LeafSpine { leaves, spines, hosts_per_leaf })
}

fn fat_tree(section: &Section<'_>) -> Result<Shape, Fault> {
    let count = |key: &str, most: u32| section.need(key, "a number, e.g. 4")?.word(&COUNT, 1..=most);
    let (pods, edges) = (count("pods", 256)?, count("edges", 128)?);
    let (aggregations, cores) = (count("aggregations", 128)?, count("cores", 128)?);
    let hosts_per_edge = count("hosts_per_edge", MAX_HOSTS / (pods * edges))?;
    Ok(Shape::FatTree { pods, edges, aggregations, cores, hosts_per_edge })
}

fn rate(entry: &Entry<'_>) -> Result<u64, Fault> {
    let bps = entry.unsigned(&RATE, 1_000_000..=1_000_000_000_000)?;
    if BYTE_PS_BPS.is_multiple_of(bps) {
        return Ok(bps);
    }
    let problem = "is a rate at which one byte does not take a whole number of picoseconds";
    Err(entry.fault(problem, "a divisor of 8 Tbps, e.g. 1, 10, 25, 40, 50, 100, 200, 400 Gbps"))
}

impl Rtt {
    fn read(section: &Section<'_>) -> Result<Self, Fault> {
        let legal = "a time, or two for the smallest and the largest, e.g. [\"80 us\", \"240 us\"]";
        let entry = section.need("rtt", legal)?;
        let longest = 1_000_000_000_000;
        let times = entry.items();
        let read = |entry: &Entry<'_>| entry.unsigned(&PICOS, 1_000_000..=longest);
        match times.as_slice() {
            [one] => {
                let only = read(one)?;
                Ok(Self { min_ps: only, max_ps: only })
            }
            [low, high] => {
                let min_ps = read(low)?;
                let max_ps = read(high)?;
                if max_ps < min_ps {
                    let legal = format!("{} or more", print(i128::from(min_ps), &PICOS));
                    return Err(high.fault("is below the smallest", legal));
                }
                Ok(Self { min_ps, max_ps })
            }
            _ => Err(entry.fault("is neither one time nor two", legal)),
        }
    }

    /// The base RTT at quantile `q` in 0 ..= 1 \[ps\].
    ///
    /// The long tail of ECN# §5.3's simulations, stretched to this range.
    #[must_use]
    pub fn quantile_ps(&self, q: f64) -> u64 {
        let (low, high) = (SIMULATED_RTT.at(0.0), SIMULATED_RTT.at(1.0));
        let share = (SIMULATED_RTT.at(q) - low) / (high - low);
        self.min_ps + libm::round(share * (self.max_ps - self.min_ps) as f64) as u64
    }

    /// As it would be written.
    #[must_use]
    pub fn describe(&self) -> String {
        let time = |ps: u64| print(i128::from(ps), &PICOS);
        if self.min_ps == self.max_ps {
            return time(self.min_ps);
        }
        let high = time(self.quantile_ps(0.9));
        format!("{} to {}, long tail (90th percentile {high})", time(self.min_ps), time(self.max_ps))
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
