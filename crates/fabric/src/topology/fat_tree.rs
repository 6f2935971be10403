//! The three-tier fat-tree: racks under edge switches, pods of edge and aggregation switches, a core.

use super::{Link, Node, PathChoice, Topology};
use crate::time::{LinkRate, Ps};

/// Pods of edge and aggregation switches, fully meshed inside a pod, under a core.
///
/// Switches are numbered edge first, then aggregation, both pod by pod, then core. Edge switch e has hosts
/// `e hosts_per_edge ..`, and the l-th aggregation switch of every pod is linked to cores `l cores ..`.
#[derive(Clone, Debug)]
pub struct FatTree {
    /// Number of pods.
    pub pods: u32,
    /// Edge switches per pod.
    pub edges: u32,
    /// Aggregation switches per pod.
    pub aggregations: u32,
    /// Core switches above each aggregation switch.
    pub cores: u32,
    /// Hosts per edge switch.
    pub hosts_per_edge: u32,
    /// Rate of host links.
    pub host_rate: LinkRate,
    /// Rate of links between edge and aggregation switches.
    pub fabric_rate: LinkRate,
    /// Rate of links to core switches.
    pub core_rate: LinkRate,
    /// One-way delay of all links.
    pub delay: Ps,
}

impl FatTree {
    /// Of switches with `ports` ports each, an even number: as many pods of half as many edge and aggregation
    /// switches; all links alike.
    #[must_use]
    pub const fn of_ports(ports: u32, rate: LinkRate, delay: Ps) -> Self {
        let half = ports / 2;
        Self {
            pods: ports,
            edges: half,
            aggregations: half,
            cores: half,
            hosts_per_edge: half,
            host_rate: rate,
            fabric_rate: rate,
            core_rate: rate,
            delay,
        }
    }

    /// Edge switches in all pods.
    const fn edge_tier(&self) -> u32 {
        self.pods * self.edges
    }

    /// Edge and aggregation switches in all pods.
    const fn below_core(&self) -> u32 {
        self.edge_tier() + self.pods * self.aggregations
    }

    /// Number of hosts.
    #[must_use]
    pub const fn hosts(&self) -> u32 {
        self.edge_tier() * self.hosts_per_edge
    }

    /// The network, one path per flow.
    #[must_use]
    pub fn build(&self) -> Topology {
        let link = |rate, a, b| Link::even([a, b], rate, self.delay);
        let edge_of = |host: u32| Node::Switch(host / self.hosts_per_edge);
        let mut links: Vec<Link> =
            (0..self.hosts()).map(|host| link(self.host_rate, Node::Host(host), edge_of(host))).collect();
        for edge in 0..self.edge_tier() {
            let first = self.edge_tier() + edge / self.edges * self.aggregations;
            let above = first..first + self.aggregations;
            links.extend(above.map(|it| link(self.fabric_rate, Node::Switch(edge), Node::Switch(it))));
        }
        for aggregation in self.edge_tier()..self.below_core() {
            let place = (aggregation - self.edge_tier()) % self.aggregations;
            let first = self.below_core() + place * self.cores;
            let above = first..first + self.cores;
            links.extend(above.map(|it| link(self.core_rate, Node::Switch(aggregation), Node::Switch(it))));
        }
        Topology {
            hosts: self.hosts(),
            switches: self.below_core() + self.aggregations * self.cores,
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
        let divisor = |switch: u32| if switch < self.edge_tier() { 1 } else { self.aggregations };
        let mut topology = self.build();
        topology.choice = PathChoice::PerDestination((0..topology.switches).map(divisor).collect());
        topology
    }
}
