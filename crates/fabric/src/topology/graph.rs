//! Switches, their exits and the edges of hosts, and a search over them.

use super::{Node, Topology};
use crate::engine::{INDEX_BITS, INDEX_MAX};
use std::collections::BTreeMap;

/// A next hop that is a choice: the rest is the index of a group, without it the only [`Exit`].
pub(super) const CHOICE: u32 = 1 << 31;

/// A port by which packets leave a switch, and in the bits above its index which of the switch's ports it is: whoever needs only
/// that need not ask the port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Exit(pub(super) u32);

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

/// Switches and the exits between them.
pub(super) struct Graph {
    pub(super) host_ports: Vec<u32>,
    /// The switch that each host is attached to, if it is one.
    edge_of: Vec<Option<u32>>,
    /// Where the exits of each switch begin, and the end of all.
    first: Vec<usize>,
    /// Every switch's exits in port order, and the switch behind each: the number of switches where there is none.
    exits: Vec<(Exit, u32)>,
    /// The exit of its switch that leads to each host.
    pub(super) down: Vec<Exit>,
}

impl Graph {
    pub(super) fn new(topology: &Topology) -> Self {
        let (hosts, switches) = (topology.hosts as usize, topology.switches as usize);
        let mut count = vec![0; switches + 1];
        let owners = || {
            (0..topology.port_count()).map(|port| (port, topology.port_owner(port), topology.port_peer(port)))
        };
        for (_, owner, _) in owners() {
            if let Some(Node::Switch(switch)) = owner {
                count[switch as usize + 1] += 1;
            }
        }
        let first: Vec<usize> = count
            .iter()
            .scan(0, |sum, more| {
                Some({
                    *sum += more;
                    *sum
                })
            })
            .collect();
        let mut graph = Self {
            host_ports: vec![0; hosts],
            edge_of: vec![None; hosts],
            exits: vec![(Exit(0), topology.switches); first[switches]],
            down: vec![Exit(0); hosts],
            first,
        };
        let mut filled = vec![0; switches];
        for (port, owner, peer) in owners() {
            match (owner, peer) {
                (Some(Node::Host(host)), peer) => {
                    graph.host_ports[host as usize] = port;
                    graph.edge_of[host as usize] =
                        if let Some(Node::Switch(edge)) = peer { Some(edge) } else { None };
                }
                (Some(Node::Switch(switch)), peer) => {
                    let local = &mut filled[switch as usize];
                    let exit = Exit::new(port, *local as u32);
                    let behind = if let Some(Node::Switch(peer)) = peer { peer } else { topology.switches };
                    graph.exits[graph.first[switch as usize] + *local] = (exit, behind);
                    *local += 1;
                    if let Some(Node::Host(host)) = peer {
                        graph.down[host as usize] = exit;
                    }
                }
                (None, _) => {}
            }
        }
        graph
    }

    /// The number of every host's edge, and every edge with its first host, in the order of these. A host that is attached to no
    /// switch is at an edge that no search reaches.
    pub(super) fn edges(&self) -> (Vec<u32>, Vec<(Option<u32>, u32)>) {
        let (mut edges, mut numbers) = (Vec::new(), BTreeMap::new());
        let of = |(host, &switch): (u32, &Option<u32>)| {
            *numbers.entry(switch).or_insert_with(|| {
                edges.push((switch, host));
                edges.len() as u32 - 1
            })
        };
        let hosts = (0..).zip(&self.edge_of).map(of).collect();
        (hosts, edges)
    }

    pub(super) fn exits(&self, switch: u32) -> impl Iterator<Item = (Exit, u32)> {
        let (first, end) = (self.first[switch as usize], self.first[switch as usize + 1]);
        self.exits[first..end].iter().copied()
    }
}

/// A breadth-first search from an edge. Hosts do not forward.
pub(super) struct Search {
    /// Hops to the edge from each switch; `u32::MAX` where there is no path. One entry more, for no switch.
    pub(super) distance: Vec<u32>,
    /// Switches in the order in which they were reached.
    reached: Vec<u32>,
}

impl Search {
    pub(super) fn new(switches: usize) -> Self {
        Self { distance: vec![u32::MAX; switches + 1], reached: Vec::with_capacity(switches) }
    }

    pub(super) fn run(&mut self, graph: &Graph, edge: Option<u32>) {
        self.distance.fill(u32::MAX);
        // Behind exits that lead to hosts: never reached, and at no distance that a neighbour can have.
        if let Some(nowhere) = self.distance.last_mut() {
            *nowhere = u32::MAX - 1;
        }
        self.reached.clear();
        let Some(edge) = edge else { return };
        self.distance[edge as usize] = 0;
        self.reached.push(edge);
        let mut next = 0;
        while let Some(&switch) = self.reached.get(next) {
            next += 1;
            let beyond = self.distance[switch as usize] + 1;
            for (_, peer) in graph.exits(switch) {
                if self.distance[peer as usize] == u32::MAX {
                    self.distance[peer as usize] = beyond;
                    self.reached.push(peer);
                }
            }
        }
    }
}
