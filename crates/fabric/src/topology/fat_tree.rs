//! The three-tier fat-tree of k-port switches.

use super::{Link, Node, PathChoice, Topology};
use crate::time::{LinkRate, Ps};

/// k pods of k/2 edge and k/2 aggregation switches under (k/2)^2 core switches, all links alike.
///
/// Switches are numbered edge first, then aggregation, both pod by pod, then core. With h = k/2, edge switch e
/// has hosts `e h .. (e + 1) h`, and aggregation switch l of every pod is linked to cores `l h .. (l + 1) h`.
#[derive(Clone, Debug)]
pub struct FatTree {
    /// Ports per switch, even.
    pub k: u32,
    /// Rate of all links.
    pub rate: LinkRate,
    /// One-way delay of all links.
    pub delay: Ps,
}

impl FatTree {
    const fn half(&self) -> u32 {
        self.k / 2
    }

    /// Edge switches, or aggregation switches, in all pods.
    const fn tier(&self) -> u32 {
        self.k * self.half()
    }

    /// Number of hosts.
    #[must_use]
    pub const fn hosts(&self) -> u32 {
        self.tier() * self.half()
    }

    /// The network, one path per flow.
    #[must_use]
    pub fn build(&self) -> Topology {
        let (half, tier) = (self.half(), self.tier());
        let link = |a, b| Link { ends: [a, b], rate: self.rate, delay: self.delay };
        let mut links: Vec<Link> =
            (0..self.hosts()).map(|host| link(Node::Host(host), Node::Switch(host / half))).collect();
        for edge in 0..tier {
            let pod = edge / half;
            links.extend((0..half).map(|l| link(Node::Switch(edge), Node::Switch(tier + pod * half + l))));
        }
        for aggregation in 0..tier {
            let l = aggregation % half;
            let core = |j: u32| Node::Switch(2 * tier + l * half + j);
            links.extend((0..half).map(|j| link(Node::Switch(tier + aggregation), core(j))));
        }
        Topology {
            hosts: self.hosts(),
            switches: 2 * tier + half * half,
            links,
            delay_classes: Vec::new(),
            frame_gap: 0,
            choice: PathChoice::PerFlow,
        }
    }

    /// The network, one path per destination: edge switches choose by the destination hash, aggregation
    /// switches by what is left of it.
    #[must_use]
    pub fn build_single_path(&self) -> Topology {
        let divisor = |switch: u32| if switch < self.tier() { 1 } else { self.half() };
        let mut topology = self.build();
        topology.choice = PathChoice::PerDestination((0..topology.switches).map(divisor).collect());
        topology
    }
}
