//! Shortest paths, and one of several equal ones per flow.
//!
//! All hosts of an *edge*, the switch that they are attached to, are reached over the same next hops, so a switch has one entry per
//! edge; the edge itself has one exit per host. Tables and searches grow with switches times edges, not with hosts. Where the path
//! depends on the destination ([`PathChoice::PerDestination`]) a switch has one entry per host.

use super::graph::{CHOICE, Exit, Graph, Search};
use super::{Node, Path, PathChoice, Topology, TopologyError};
use crate::random::{RandomStream, Stream, below};
use freeboard_fixmath::split_mix;
use std::collections::BTreeMap;

/// Equal-cost next hops of one switch towards one host: a slice of the member list.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    first: u32,
    count: u32,
}

/// The next hop of an edge towards its own hosts: each has its own.
const OWN: u32 = u32::MAX;

/// Which port leads where.
#[derive(Clone, Debug)]
pub struct Routes {
    /// Entries of a switch.
    columns: usize,
    /// Which of them is a host's: its edge, counted from 0, or its own.
    column_of: Vec<u32>,
    /// The exit of its edge that leads to each host.
    down: Vec<Exit>,
    /// One stream of choices per switch.
    choices: Vec<RandomStream>,
    /// Bits of a sequence number that decide beside the flow: all, or none.
    spray: u32,
    /// Every switch's next hops: an exit, with [`CHOICE`] a group of them, or [`OWN`].
    hops: Vec<u32>,
    groups: Vec<Group>,
    members: Vec<Exit>,
    host_ports: Vec<u32>,
}

/// The next hops of one switch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hops<'a> {
    column_of: &'a [u32],
    hops: &'a [u32],
}

impl Hops<'_> {
    /// The next hop towards a host, for [`Routes::exit_of_hop`].
    #[inline(always)]
    pub(crate) fn towards(self, host: u32) -> u32 {
        self.hops[self.column_of[host as usize] as usize]
    }
}

impl Routes {
    /// All shortest paths; `seed` decides which of several equal ones a flow takes.
    ///
    /// # Errors
    /// The topology is malformed, or a host cannot be reached.
    pub fn new(topology: &Topology, seed: u64) -> Result<Self, TopologyError> {
        topology.check()?;
        let graph = Graph::new(topology);
        let (edge_of, edges) = graph.edges();
        let switches = topology.switches as usize;
        let divisors = match &topology.choice {
            PathChoice::PerFlow | PathChoice::PerPacket => None,
            PathChoice::PerDestination(divisors) => Some(divisors),
        };
        let columns = if divisors.is_some() { edge_of.len() } else { edges.len() };
        let mut routes = Self {
            columns,
            column_of: if divisors.is_some() { (0..topology.hosts).collect() } else { edge_of.clone() },
            down: graph.down.clone(),
            choices: (0..u64::from(topology.switches))
                .map(|s| RandomStream::new(seed, Stream::Path, s))
                .collect(),
            spray: if topology.choice == PathChoice::PerPacket { u32::MAX } else { 0 },
            hops: vec![OWN; switches * columns],
            groups: Vec::new(),
            members: Vec::new(),
            host_ports: graph.host_ports.clone(),
        };
        let mut known = Known { latest: vec![None; switches], all: BTreeMap::new() };
        let (mut search, mut next) = (Search::new(switches), Vec::new());
        for (edge, &(at, first)) in edges.iter().enumerate() {
            search.run(&graph, at);
            let hosts = || edge_of.iter().enumerate().filter(|&(_, &of)| of as usize == edge).map(|it| it.0);
            let hosts: Vec<usize> = if divisors.is_some() { hosts().collect() } else { Vec::new() };
            for switch in 0..topology.switches {
                let own = search.distance[switch as usize];
                if own == u32::MAX {
                    return Err(TopologyError::Unreachable { switch, host: first });
                }
                // The edge itself has [`OWN`].
                let Some(nearer) = own.checked_sub(1) else { continue };
                next.clear();
                for (exit, peer) in graph.exits(switch) {
                    if search.distance[peer as usize] == nearer {
                        next.push(exit);
                    }
                }
                let row = switch as usize * columns;
                let Some(divisors) = divisors else {
                    routes.hops[row + edge] = routes.hop(&mut known, switch, &next);
                    continue;
                };
                let divisor = divisors.get(switch as usize).copied().unwrap_or(1).max(1);
                for &host in &hosts {
                    routes.hops[row + host] = next[by_destination(host, divisor, next.len())].0;
                }
            }
        }
        Ok(routes)
    }

    /// The next hop that these exits of a switch are.
    fn hop(&mut self, known: &mut Known, switch: u32, exits: &[Exit]) -> u32 {
        if let [only] = exits {
            return only.0;
        }
        // Most edges are reached as the one before.
        if let Some(group) = known.latest[switch as usize]
            && self.members_of(self.groups[group as usize]) == exits
        {
            return CHOICE | group;
        }
        let group = known.all.get(exits).copied().unwrap_or_else(|| {
            let group = self.groups.len() as u32;
            self.groups.push(Group { first: self.members.len() as u32, count: exits.len() as u32 });
            self.members.extend_from_slice(exits);
            known.all.insert(exits.to_vec(), group);
            group
        });
        known.latest[switch as usize] = Some(group);
        CHOICE | group
    }

    fn members_of(&self, group: Group) -> &[Exit] {
        &self.members[group.first as usize..][..group.count as usize]
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

    /// The port on which a switch forwards a flow's packets towards a host; its first packet, where packets differ.
    #[inline]
    #[must_use]
    pub fn port(&self, switch: u32, host: u32, flow: u32) -> u32 {
        self.port_of(switch, host, || (flow, 0))
    }

    /// The same by flow and sequence number, asking for them only if there is a choice.
    #[inline(always)]
    pub(crate) fn port_of(&self, switch: u32, host: u32, packet: impl Fn() -> (u32, u32)) -> u32 {
        let hop = self.hops[self.place(switch, host)];
        self.exit_of_hop(switch, hop, host, packet).port()
    }

    /// Where the next hop of a switch towards a host is.
    #[inline(always)]
    fn place(&self, switch: u32, host: u32) -> usize {
        switch as usize * self.columns + self.column_of[host as usize] as usize
    }

    /// The next hops of a switch.
    #[inline(always)]
    pub(crate) fn hops_of(&self, switch: u32) -> Hops<'_> {
        let first = switch as usize * self.columns;
        Hops { column_of: &self.column_of, hops: &self.hops[first..first + self.columns] }
    }

    /// The exit of a next hop towards a host.
    #[inline(always)]
    pub(crate) fn exit_of_hop(
        &self,
        switch: u32,
        hop: u32,
        host: u32,
        packet: impl Fn() -> (u32, u32),
    ) -> Exit {
        if hop & CHOICE == 0 {
            return Exit(hop);
        }
        if hop == OWN {
            return self.down[host as usize];
        }
        let group = self.groups[(hop & !CHOICE) as usize];
        let (flow, number) = packet();
        let index = u64::from(flow) ^ u64::from(number & self.spray) << 32;
        let choice = below(self.choices[switch as usize].word(index), group.count);
        self.members[(group.first + choice) as usize]
    }

    /// Prefetches the hop of a switch towards a host.
    #[inline(always)]
    pub(crate) fn prefetch(&self, switch: u32, host: u32) {
        prefetch_index::prefetch_index(&self.hops, self.place(switch, host));
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
fn by_destination(host: usize, divisor: u32, count: usize) -> usize {
    ((split_mix::word(host as u64, 0) / u64::from(divisor)) % count as u64) as usize
}

/// Groups that are there already: each switch's latest one, and all by their members.
struct Known {
    latest: Vec<Option<u32>>,
    all: BTreeMap<Vec<Exit>, u32>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{LinkRate, Ps};
    use crate::topology::{FatTree, LeafSpine, Link};

    /// Switches on a ring with chords, hosts at some of them: nothing is regular.
    fn irregular(seed: u64) -> Topology {
        let word = |index: u64| split_mix::word(seed, index);
        let switches = 5 + (word(0) % 8) as u32;
        let hosts = 3 + (word(1) % 20) as u32;
        let at = |index: u64| Node::Switch((word(index) % u64::from(switches)) as u32);
        let chord = |index: u64| [at(2 * index + 100), at(2 * index + 101)];
        let ends = (0..switches).map(|s| [Node::Switch(s), Node::Switch((s + 1) % switches)]);
        let ends = ends.chain((0..u64::from(switches)).map(chord).filter(|[one, other]| one != other));
        let ends = ends.chain((0..hosts).map(|host| [Node::Host(host), at(1_000 + u64::from(host))]));
        Topology {
            hosts,
            switches,
            links: ends.map(|ends| Link::even(ends, LinkRate::G10, Ps::from_us(1))).collect(),
            delay_classes: Vec::new(),
            frame_gap: 0,
            choice: PathChoice::PerFlow,
        }
    }

    /// Ports of a switch that are on a shortest path to a host, by the distances of all nodes from the host.
    fn on_shortest_paths(topology: &Topology, host: u32) -> Vec<Vec<u32>> {
        let neighbours = topology.neighbours();
        let number = |node: Node| match node {
            Node::Host(host) => host as usize,
            Node::Switch(switch) => topology.hosts as usize + switch as usize,
        };
        let mut distance = vec![usize::MAX; neighbours.len()];
        distance[host as usize] = 0;
        // Relaxed until nothing changes: slow, and without a queue.
        while (0..neighbours.len()).fold(false, |changed, node| {
            let passes = node == host as usize || node >= topology.hosts as usize;
            let near = |&&next: &&usize| next == host as usize || next >= topology.hosts as usize;
            let nearest = neighbours[node].iter().filter(near).map(|&next| distance[next]).min();
            let through = nearest.unwrap_or(usize::MAX).saturating_add(1);
            let nearer = passes && through < distance[node];
            distance[node] = if nearer { through } else { distance[node] };
            changed | nearer
        }) {}
        let of = |switch: u32| {
            let own = distance[number(Node::Switch(switch))];
            let ports =
                (0..topology.port_count()).filter(|&p| topology.port_owner(p) == Some(Node::Switch(switch)));
            let leads = |port: &u32| {
                let peer = topology.port_peer(*port).map(number);
                peer.is_some_and(|peer| {
                    distance[peer] < own && (peer == host as usize || peer >= topology.hosts as usize)
                })
            };
            ports.filter(leads).collect()
        };
        (0..topology.switches).map(of).collect()
    }

    fn agrees(topology: &Topology) {
        let routes = Routes::new(topology, 1).unwrap();
        for host in 0..topology.hosts {
            for (switch, expected) in (0..).zip(on_shortest_paths(topology, host)) {
                let hop = routes.hops_of(switch).towards(host);
                let exits: Vec<u32> = if hop == OWN || hop & CHOICE == 0 {
                    vec![routes.port(switch, host, 0)]
                } else {
                    let group = routes.groups[(hop & !CHOICE) as usize];
                    routes.members_of(group).iter().map(|exit| exit.port()).collect()
                };
                assert_eq!(exits, expected, "switch {switch}, host {host}");
            }
        }
    }

    #[test]
    fn next_hops_are_those_of_all_shortest_paths() {
        (0..60).for_each(|seed| agrees(&irregular(seed)));
        agrees(&LeafSpine::even(3, 2, 4, LinkRate::G10, Ps::from_us(8)).build());
        agrees(&FatTree::of_ports(4, LinkRate::G10, Ps::from_us(1)).build());
    }
}
