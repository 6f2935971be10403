//! The topologies of the papers.

use super::{Link, Node, PathChoice, Topology};
use crate::time::{LinkRate, Ps};

/// N senders, one switch, one receiver (the last host).
#[derive(Clone, Debug)]
pub struct NToOne {
    /// Number of senders.
    pub senders: u32,
    /// Rate of the senders' links.
    pub sender_rate: LinkRate,
    /// One-way delays of the senders' links, repeated cyclically; empty means 0.
    pub sender_delays: Vec<Ps>,
    /// Rate of the receiver's link, the bottleneck.
    pub receiver_rate: LinkRate,
    /// One-way delay of the receiver's link.
    pub receiver_delay: Ps,
}

impl NToOne {
    /// All links at `rate`, the base RTT (propagation only) split evenly over the two links.
    #[must_use]
    pub fn even(senders: u32, rate: LinkRate, propagation_rtt: Ps) -> Self {
        let hop = Ps(propagation_rtt.0 / 4);
        Self {
            senders,
            sender_rate: rate,
            sender_delays: vec![hop],
            receiver_rate: rate,
            receiver_delay: hop,
        }
    }

    /// The receiver's host id.
    #[must_use]
    pub const fn receiver(&self) -> u32 {
        self.senders
    }

    /// The switch port everything queues at.
    #[must_use]
    pub const fn bottleneck(&self) -> u32 {
        2 * self.senders
    }

    /// The network.
    #[must_use]
    pub fn build(&self) -> Topology {
        let switch = Node::Switch(0);
        let delay = |host: u32| match self.sender_delays.len() {
            0 => Ps::ZERO,
            count => self.sender_delays[host as usize % count],
        };
        let mut links: Vec<Link> = (0..self.senders)
            .map(|host| Link::even([Node::Host(host), switch], self.sender_rate, delay(host)))
            .collect();
        let last = [switch, Node::Host(self.receiver())];
        links.push(Link::even(last, self.receiver_rate, self.receiver_delay));
        Topology {
            hosts: self.senders + 1,
            switches: 1,
            links,
            delay_classes: Vec::new(),
            frame_gap: 0,
            choice: PathChoice::PerFlow,
        }
    }
}

/// Two tiers: every leaf is linked to every spine, hosts hang off leaves.
#[derive(Clone, Debug)]
pub struct LeafSpine {
    /// Number of leaves.
    pub leaves: u32,
    /// Number of spines.
    pub spines: u32,
    /// Hosts per leaf.
    pub hosts_per_leaf: u32,
    /// Rate of host links.
    pub host_rate: LinkRate,
    /// One-way delay of host links.
    pub host_delay: Ps,
    /// Rate of leaf-spine links.
    pub fabric_rate: LinkRate,
    /// One-way delay of leaf-spine links.
    pub fabric_delay: Ps,
}

impl LeafSpine {
    /// All links alike, eight hops of propagation in a cross-rack round trip.
    #[must_use]
    pub const fn even(leaves: u32, spines: u32, hosts_per_leaf: u32, rate: LinkRate, rtt: Ps) -> Self {
        let hop = Ps(rtt.0 / 8);
        Self {
            leaves,
            spines,
            hosts_per_leaf,
            host_rate: rate,
            host_delay: hop,
            fabric_rate: rate,
            fabric_delay: hop,
        }
    }

    /// Number of hosts; host `h` hangs off leaf `h / hosts_per_leaf`.
    #[must_use]
    pub const fn hosts(&self) -> u32 {
        self.leaves * self.hosts_per_leaf
    }

    /// Host capacity of a leaf over its capacity to the spines.
    #[must_use]
    pub fn oversubscription(&self) -> f64 {
        let down = f64::from(self.hosts_per_leaf) * self.host_rate.bps() as f64;
        down / (f64::from(self.spines) * self.fabric_rate.bps() as f64)
    }

    /// The network: switches 0 .. leaves are leaves, the rest spines.
    #[must_use]
    pub fn build(&self) -> Topology {
        let mut links = Vec::new();
        for host in 0..self.hosts() {
            let ends = [Node::Host(host), Node::Switch(host / self.hosts_per_leaf)];
            links.push(Link::even(ends, self.host_rate, self.host_delay));
        }
        for leaf in 0..self.leaves {
            for spine in 0..self.spines {
                let ends = [Node::Switch(leaf), Node::Switch(self.leaves + spine)];
                links.push(Link::even(ends, self.fabric_rate, self.fabric_delay));
            }
        }
        Topology {
            hosts: self.hosts(),
            switches: self.leaves + self.spines,
            links,
            delay_classes: Vec::new(),
            frame_gap: 0,
            choice: PathChoice::PerFlow,
        }
    }
}
