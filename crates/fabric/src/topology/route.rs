//! Shortest paths, and one of several equal ones per flow.

use super::{Node, Path, PathChoice, Topology, TopologyError};
use crate::engine::{INDEX_BITS, INDEX_MAX};
use crate::random::{RandomStream, Stream, below};
use freeboard_fixmath::split_mix;
use std::collections::BTreeMap;

/// Equal-cost next hops of one switch towards one host: a slice of the member list.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    first: u32,
    count: u32,
}

/// A next hop that is a choice: the rest is the index of a group, without it the only [`Exit`].
const CHOICE: u32 = 1 << 31;

/// A port by which packets leave a switch, and in the bits above its index which of the switch's ports it is: whoever needs only
/// that need not ask the port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Exit(u32);

impl Exit {
    /// Ports of a switch that can be told apart by [`Self::local`]: what [`CHOICE`] and the index leave room for.
    pub(crate) const LOCALS: usize = (CHOICE >> INDEX_BITS) as usize;

    const fn new(port: u32, local: u32) -> Self {
        Self(port | local << INDEX_BITS & !CHOICE)
    }

    /// The port.
    #[inline(always)]
    pub(crate) const fn port(self) -> u32 {
        self.0 & INDEX_MAX
    }

    /// Which of the ports of its switch it is, if that has no more than [`Self::LOCALS`].
    #[inline(always)]
    pub(crate) const fn local(self) -> u32 {
        self.0 >> INDEX_BITS
    }
}

/// Which port leads where.
#[derive(Clone, Debug)]
pub struct Routes {
    hosts: u32,
    /// One delay class of choices per switch.
    choices: Vec<RandomStream>,
    /// Every switch's next hop towards every host: an exit, or with [`CHOICE`] a group of them.
    hops: Vec<u32>,
    groups: Vec<Group>,
    members: Vec<Exit>,
    host_ports: Vec<u32>,
}

impl Routes {
    /// All shortest paths; `seed` decides which of several equal ones a flow takes.
    ///
    /// # Errors
    /// The topology is malformed, or a host cannot be reached.
    pub fn new(topology: &Topology, seed: u64) -> Result<Self, TopologyError> {
        topology.check()?;
        let ports = PortsOf::new(topology);
        let mut routes = Self {
            hosts: topology.hosts,
            choices: (0..u64::from(topology.switches))
                .map(|s| RandomStream::new(seed, Stream::Path, s))
                .collect(),
            hops: vec![0; topology.hosts as usize * topology.switches as usize],
            groups: Vec::new(),
            members: Vec::new(),
            host_ports: ports.hosts.clone(),
        };
        let mut known: BTreeMap<Vec<Exit>, u32> = BTreeMap::new();
        for host in 0..topology.hosts {
            let distance = distances(topology, &ports, host);
            for switch in 0..topology.switches {
                let own = distance[switch as usize];
                if own == u32::MAX {
                    return Err(TopologyError::Unreachable { switch, host });
                }
                let mut next = next_hops(topology, &ports, &distance, switch, host);
                if let PathChoice::PerDestination(divisors) = &topology.choice {
                    let divisor = divisors.get(switch as usize).copied().unwrap_or(1).max(1);
                    next = vec![next[by_destination(host, divisor, next.len())]];
                }
                let hop = *known.entry(next).or_insert_with_key(|next| routes.append(next));
                routes.hops[(switch * topology.hosts + host) as usize] = hop;
            }
        }
        Ok(routes)
    }

    fn append(&mut self, members: &[Exit]) -> u32 {
        if let [only] = members {
            return only.0;
        }
        self.groups.push(Group { first: self.members.len() as u32, count: members.len() as u32 });
        self.members.extend_from_slice(members);
        CHOICE | (self.groups.len() as u32 - 1)
    }

    /// The port a host sends from.
    #[inline]
    #[must_use]
    pub fn host_port(&self, host: u32) -> u32 {
        self.host_ports[host as usize]
    }

    /// Some packets take one of several ports, by their flows.
    #[inline]
    pub(crate) const fn depend_on_flows(&self) -> bool {
        !self.members.is_empty()
    }

    /// The port on which a switch forwards a flow's packets towards a host.
    #[inline]
    #[must_use]
    pub fn port(&self, switch: u32, host: u32, flow: u32) -> u32 {
        self.port_of(switch, host, || flow)
    }

    /// The same, asking for the flow only if there is a choice.
    #[inline(always)]
    pub(crate) fn port_of(&self, switch: u32, host: u32, flow: impl Fn() -> u32) -> u32 {
        let hop = self.hops[(switch * self.hosts + host) as usize];
        self.exit_of_hop(switch, hop, flow).port()
    }

    /// The next hops of a switch, by host, for [`Self::exit_of_hop`].
    pub(crate) fn hops_of(&self, switch: u32) -> &[u32] {
        let first = (switch * self.hosts) as usize;
        &self.hops[first..first + self.hosts as usize]
    }

    /// The exit of a next hop.
    #[inline(always)]
    pub(crate) fn exit_of_hop(&self, switch: u32, hop: u32, flow: impl Fn() -> u32) -> Exit {
        if hop & CHOICE == 0 {
            return Exit(hop);
        }
        let group = self.groups[(hop & !CHOICE) as usize];
        let choice = below(self.choices[switch as usize].word(u64::from(flow())), group.count);
        self.members[(group.first + choice) as usize]
    }

    /// Prefetches the hop of a switch towards a host.
    #[inline(always)]
    pub(crate) fn prefetch(&self, switch: u32, host: u32) {
        prefetch_index::prefetch_index(&self.hops, (switch * self.hosts + host) as usize);
    }

    /// The ports a flow's packets take from one host to another, the sender's own first.
    #[must_use]
    pub fn path(&self, topology: &Topology, from: u32, to: u32, flow: u32) -> Path {
        let mut port = self.host_port(from);
        let mut ports = vec![port];
        while let Some(Node::Switch(switch)) = topology.port_peer(port) {
            port = self.port(switch, to, flow);
            ports.push(port);
        }
        Path::new(topology, ports)
    }
}

/// The next hop that all traffic to a host takes.
fn by_destination(host: u32, divisor: u32, count: usize) -> usize {
    ((split_mix::word(u64::from(host), 0) / u64::from(divisor)) % count as u64) as usize
}

/// The ports each node sends from.
struct PortsOf {
    hosts: Vec<u32>,
    switches: Vec<Vec<u32>>,
}

impl PortsOf {
    fn new(topology: &Topology) -> Self {
        let mut hosts = vec![0; topology.hosts as usize];
        let mut switches = vec![Vec::new(); topology.switches as usize];
        for port in 0..topology.port_count() {
            match topology.port_owner(port) {
                Some(Node::Host(host)) => hosts[host as usize] = port,
                Some(Node::Switch(switch)) => switches[switch as usize].push(port),
                None => {}
            }
        }
        Self { hosts, switches }
    }
}

/// Hops from every switch to `host`; `u32::MAX` where there is no path. Hosts do not forward.
fn distances(topology: &Topology, ports: &PortsOf, host: u32) -> Vec<u32> {
    let mut distance = vec![u32::MAX; topology.switches as usize];
    let mut frontier = Vec::new();
    if let Some(Node::Switch(edge)) = topology.port_peer(ports.hosts[host as usize]) {
        distance[edge as usize] = 1;
        frontier.push(edge);
    }
    while !frontier.is_empty() {
        let mut reached = Vec::new();
        for switch in frontier {
            for &port in &ports.switches[switch as usize] {
                if let Some(Node::Switch(peer)) = topology.port_peer(port)
                    && distance[peer as usize] == u32::MAX
                {
                    distance[peer as usize] = distance[switch as usize] + 1;
                    reached.push(peer);
                }
            }
        }
        frontier = reached;
    }
    distance
}

fn next_hops(topology: &Topology, ports: &PortsOf, distance: &[u32], switch: u32, host: u32) -> Vec<Exit> {
    let closer = |port: u32| match topology.port_peer(port) {
        Some(Node::Host(peer)) => peer == host,
        Some(Node::Switch(peer)) => {
            distance[switch as usize] > 1 && distance[peer as usize] == distance[switch as usize] - 1
        }
        None => false,
    };
    let exits = ports.switches[switch as usize].iter().zip(0..).map(|(&port, local)| Exit::new(port, local));
    exits.filter(|exit| closer(exit.port())).collect()
}
