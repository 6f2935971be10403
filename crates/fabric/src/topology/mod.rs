//! Hosts, switches, links, and what follows from them: paths, base round-trip times, products.
//!
//! Links are full duplex; link `l` has port `2 l` at its first end and port `2 l + 1` at its second. A
//! host has exactly one link. Added delays (host stacks, load balancers) are *delay classes*: pure
//! propagation on the host's own link, for the data packets of flows of that class only. Every class is a
//! delay class of its own, in order, so a class never holds up another and no packet overtakes one of its flow.
//! Not modelled: delay classes share one transmitter but do not meet again before the switch.

mod build;
mod fat_tree;
mod graph;
mod path;
mod route;

pub use build::{LeafSpine, NToOne};
pub use fat_tree::FatTree;
pub(crate) use graph::Exit;
pub use path::{Hop, Path};
pub use route::Routes;

use crate::time::{LinkRate, Ps};

/// A host or a switch, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// An end host.
    Host(u32),
    /// A switch.
    Switch(u32),
}

/// A full-duplex link.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Its two ends.
    pub ends: [Node; 2],
    /// Rates: from the first end, and from the second.
    pub rates: [LinkRate; 2],
    /// Propagation delay of each direction.
    pub delay: Ps,
}

impl Link {
    /// A link with the same rate both ways.
    #[must_use]
    pub const fn even(ends: [Node; 2], rate: LinkRate, delay: Ps) -> Self {
        Self { ends, rates: [rate; 2], delay }
    }
}

/// Which of several equal next hops a switch takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PathChoice {
    /// Drawn per switch and flow.
    #[default]
    PerFlow,
    /// Drawn per switch, flow and sequence number: packets of a flow overtake each other.
    PerPacket,
    /// One path per destination: next hop number (hash of the destination host / divisor) mod the number of
    /// next hops, in port order, with a divisor per switch; 1 for switches that have none. The hash is
    /// SplitMix64's first word for the seed that is the host's number.
    PerDestination(Vec<u32>),
}

/// A network without traffic.
#[derive(Clone, Debug)]
pub struct Topology {
    /// Number of hosts.
    pub hosts: u32,
    /// Number of switches.
    pub switches: u32,
    /// The links; see the module for how ports are numbered.
    pub links: Vec<Link>,
    /// Added one-way delays; class `k` of a flow is entry `k - 1`, class 0 adds nothing.
    pub delay_classes: Vec<Ps>,
    /// Bytes that a frame costs on the wire beyond its size, in every transmission (preamble, gap).
    pub frame_gap: u32,
    /// Which of several equal paths a packet takes.
    pub choice: PathChoice,
}

/// What is wrong with a topology.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopologyError {
    /// A link ends at a host or switch that does not exist.
    UnknownEnd {
        /// The link.
        link: usize,
    },
    /// A host does not have exactly one link.
    HostLinks {
        /// The host.
        host: u32,
        /// How many it has.
        links: u32,
    },
    /// No path leads from a switch to a host.
    Unreachable {
        /// The switch.
        switch: u32,
        /// The host.
        host: u32,
    },
    /// More hosts, delay classes or ports than ids allow, or more ports of one switch.
    TooLarge,
}

/// Most hosts of a network: a packet's tag has 18 bits for its destination.
pub const HOSTS_MAX: u32 = 1 << 18;

/// Most ports of a switch: ports of a packet memory have numbers of 16 bits.
pub const SWITCH_PORTS_MAX: u32 = u16::MAX as u32;

impl core::fmt::Display for TopologyError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::UnknownEnd { link } => write!(f, "link {link} ends at nothing"),
            Self::HostLinks { host, links } => write!(f, "host {host} has {links} links, it needs one"),
            Self::Unreachable { switch, host } => write!(f, "no path from switch {switch} to host {host}"),
            Self::TooLarge => write!(f, "more hosts, classes or ports than ids allow"),
        }
    }
}

impl core::error::Error for TopologyError {}

impl Topology {
    /// The node a port sends from.
    #[must_use]
    pub fn port_owner(&self, port: u32) -> Option<Node> {
        self.links.get(port as usize / 2).map(|link| link.ends[port as usize % 2])
    }

    /// The node a port sends to.
    #[must_use]
    pub fn port_peer(&self, port: u32) -> Option<Node> {
        self.links.get(port as usize / 2).map(|link| link.ends[1 - port as usize % 2])
    }

    /// The rate at which a port sends; `port` is below [`Self::port_count`].
    pub(crate) fn rate_of(&self, port: u32) -> LinkRate {
        self.links[port as usize / 2].rates[port as usize % 2]
    }

    /// The port that sends from `from` to `to`, the first if there are several.
    #[must_use]
    pub fn port_between(&self, from: Node, to: Node) -> Option<u32> {
        (0..self.port_count()).find(|&p| self.port_owner(p) == Some(from) && self.port_peer(p) == Some(to))
    }

    /// The switch port that sends to a host: where many-to-one traffic queues.
    #[must_use]
    pub fn port_to_host(&self, host: u32) -> Option<u32> {
        (0..self.port_count()).find(|&port| self.port_peer(port) == Some(Node::Host(host)))
    }

    /// Number of ports, two per link.
    #[must_use]
    pub fn port_count(&self) -> u32 {
        u32::try_from(self.links.len().saturating_mul(2)).unwrap_or(u32::MAX)
    }

    /// The added delay of a class; 0 for class 0 and for unknown classes.
    #[must_use]
    pub fn class_delay(&self, class: u8) -> Ps {
        let index = usize::from(class).checked_sub(1);
        index.and_then(|index| self.delay_classes.get(index)).copied().unwrap_or(Ps::ZERO)
    }

    /// The nodes at the other ends of every node's links; hosts come first, then switches.
    pub(crate) fn neighbours(&self) -> Vec<Vec<usize>> {
        let number = |node: Node| match node {
            Node::Host(host) => host as usize,
            Node::Switch(switch) => self.hosts as usize + switch as usize,
        };
        let mut neighbours = vec![Vec::new(); self.hosts as usize + self.switches as usize];
        for link in &self.links {
            let [one, other] = link.ends.map(number);
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        neighbours
    }

    /// Part of every node, hosts first, if the network is bipartite with all hosts in part 0.
    #[must_use]
    pub(crate) fn bipartition(&self) -> Option<Vec<usize>> {
        let neighbours = self.neighbours();
        let mut sides = vec![None; neighbours.len()];
        let mut reached: Vec<usize> = (0..self.hosts as usize).collect();
        reached.iter().for_each(|&host| sides[host] = Some(0));
        while let Some(node) = reached.pop() {
            let other = sides[node].map(|side: usize| 1 - side);
            for &next in &neighbours[node] {
                if sides[next].is_none() {
                    sides[next] = other;
                    reached.push(next);
                } else if sides[next] != other {
                    return None;
                }
            }
        }
        // What no host reaches has nothing to do.
        Some(sides.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// Every end exists, every host has one link, ids suffice.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), TopologyError> {
        let mut host_links = vec![0u32; self.hosts as usize];
        let mut switch_ports = vec![0u32; self.switches as usize];
        for (index, link) in self.links.iter().enumerate() {
            for end in link.ends {
                let count = match end {
                    Node::Host(host) => host_links.get_mut(host as usize),
                    Node::Switch(switch) => switch_ports.get_mut(switch as usize),
                };
                *count.ok_or(TopologyError::UnknownEnd { link: index })? += 1;
            }
        }
        for (host, &links) in (0u32..).zip(&host_links) {
            if links != 1 {
                return Err(TopologyError::HostLinks { host, links });
            }
        }
        let delay_classes = self.delay_classes.len() + 1;
        if self.hosts > HOSTS_MAX
            || switch_ports.iter().any(|&ports| ports > SWITCH_PORTS_MAX)
            || delay_classes > 256
            || self.wires() > crate::engine::INDEX_MAX as usize
        {
            return Err(TopologyError::TooLarge);
        }
        Ok(())
    }

    /// The directions of all links, a host's own once for each delay class.
    pub(crate) fn wires(&self) -> usize {
        self.links.len() * 2 + self.hosts as usize * self.delay_classes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hosts at these switches, and links between switches.
    fn network(switches: u32, hosts_at: &[u32], between: &[(u32, u32)]) -> Topology {
        let link = |ends: [Node; 2]| Link::even(ends, LinkRate::G10, Ps::from_us(1));
        let hosts = (0..).zip(hosts_at).map(|(host, &switch)| link([Node::Host(host), Node::Switch(switch)]));
        let others = between.iter().map(|&(one, other)| link([Node::Switch(one), Node::Switch(other)]));
        Topology {
            hosts: hosts_at.len() as u32,
            switches,
            links: hosts.chain(others).collect(),
            delay_classes: Vec::new(),
            frame_gap: 0,
            choice: PathChoice::PerFlow,
        }
    }

    #[test]
    fn sides_are_those_of_a_bipartite_graph_with_all_hosts_on_one() {
        let star = network(1, &[0, 0], &[]);
        assert_eq!(star.bipartition(), Some(vec![0, 0, 1]));
        let leaves_and_spine = network(3, &[0, 0, 1], &[(0, 2), (1, 2)]);
        assert_eq!(leaves_and_spine.bipartition(), Some(vec![0, 0, 0, 1, 1, 0]));
        let without_hosts_beyond = network(3, &[0], &[(0, 1), (1, 2)]);
        assert_eq!(without_hosts_beyond.bipartition(), Some(vec![0, 1, 0, 1]));
        // The second switch would be in the part of its own hosts, or links would connect nodes of one part.
        assert_eq!(network(2, &[0, 1], &[(0, 1)]).bipartition(), None);
        assert_eq!(network(3, &[0], &[(0, 1), (1, 2), (2, 0)]).bipartition(), None);
    }
}
