//! Events of a lookahead window, by node.

use super::owners::Owners;
use crate::data_plane::{DataPlane, NONE};
use crate::engine::What;
use crate::topology::{Node, Topology};

/// Kind of a node's batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchKind {
    /// A host: arrivals over its only incoming wire, and its timers.
    Host(u32),
    /// A switch all of whose ports have precomputed departures: arrivals and nothing else.
    PortBatches(u32),
    /// Any other node: event after event.
    Events,
}

/// The completion of a flow within a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// Its place in the order of all events.
    pub(super) key: (u64, What),
    pub(super) slot: u32,
    pub(super) flow: u32,
}

/// An event of a window, in the linked list of its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub(super) time: u64,
    pub(super) what: What,
    /// The next one of the same node, or [`NONE`].
    next: u32,
}

/// The linked list of a node's events.
#[derive(Clone, Copy, Debug)]
struct List {
    /// The first one, or [`NONE`].
    first: u32,
    /// The last one, or [`NONE`].
    last: u32,
}

impl List {
    const EMPTY: Self = Self { first: NONE, last: NONE };
}

/// The nodes with events in a window, and these events.
#[derive(Debug)]
pub(super) struct Lookahead {
    /// The node at the end of every wire: hosts first, then switches.
    pub(super) wires: Vec<u32>,
    /// The node of every port.
    pub(super) ports: Vec<u32>,
    /// Part of every node in the bipartition.
    sides: Vec<usize>,
    /// Kind of every node's batch.
    kinds: Vec<BatchKind>,
    /// The ports of every node.
    pub(super) owners: Owners,
    /// Every node's events.
    lists: Vec<List>,
    given: Vec<Given>,
    /// A bit for every node with events whose batch has not run.
    busy: Vec<u64>,
    /// Flows that ended in this window.
    pub(super) endings: Vec<Ending>,
    /// Flows that start in this window, each with when it does \[ps\].
    pub(super) starts: Vec<(u64, u32)>,
    /// Slots that became free in this window, after their places in the order of all events.
    pub(super) freed: Vec<((u64, What), u32)>,
    /// A connection with unsent data when last checked: as long as it has some, the run cannot end in the next window.
    pub(super) open_connection: usize,
}

impl Lookahead {
    pub(super) fn new<Q>(topology: &Topology, plane: &DataPlane<Q>) -> Self {
        let number = |node: Option<Node>| match node {
            Some(Node::Host(host)) => host,
            Some(Node::Switch(switch)) => topology.hosts + switch,
            None => NONE,
        };
        let count = topology.port_count();
        let mut wires = vec![NONE; plane.wires.len()];
        for port in 0..count {
            let first = plane.ports[port as usize].wire as usize;
            let end = plane.ports.get(port as usize + 1).map_or(wires.len(), |next| next.wire as usize);
            wires[first..end].fill(number(topology.port_peer(port)));
        }
        let nodes = topology.hosts + topology.switches;
        let ports: Vec<u32> = (0..count).map(|port| number(topology.port_owner(port))).collect();
        let owners = Owners::new(&ports, nodes, |port| plane.ports[port as usize].wire);
        let mut kinds = kinds_of_hosts(&wires, topology.hosts);
        let switches = plane.devices.iter().take(topology.switches as usize);
        let kind =
            |(switch, has_lanes)| if has_lanes { BatchKind::PortBatches(switch) } else { BatchKind::Events };
        kinds.extend((0..).zip(switches.map(|device| device.has_lanes)).map(kind));
        Self {
            sides: topology.bipartition().unwrap_or_else(|| vec![0; nodes as usize]),
            kinds,
            wires,
            ports,
            owners,
            lists: vec![List::EMPTY; nodes as usize],
            busy: vec![0; nodes.div_ceil(64) as usize],
            given: Vec::new(),
            endings: Vec::new(),
            starts: Vec::new(),
            freed: Vec::new(),
            open_connection: 0,
        }
    }

    /// Part of the node of a port.
    pub(super) fn side_of_port(&self, port: u32) -> usize {
        self.sides[self.ports[port as usize] as usize]
    }

    /// Part of the node at the end of a wire.
    pub(super) fn side_of_wire(&self, wire: u32) -> usize {
        self.sides[self.wires[wire as usize] as usize]
    }

    /// Kind of the batch of a node.
    pub(super) fn kind_of(&self, node: u32) -> BatchKind {
        self.kinds[node as usize]
    }

    /// Adds an event to the list of a node.
    pub(super) fn keep(&mut self, node: u32, time: u64, what: What) {
        let place = self.given.len() as u32;
        let list = &mut self.lists[node as usize];
        match self.given.get_mut(list.last as usize) {
            Some(last) => last.next = place,
            None => {
                list.first = place;
                self.busy[node as usize / 64] |= 1 << (node % 64);
            }
        }
        list.last = place;
        self.given.push(Given { time, what, next: NONE });
    }

    /// The first node from `from` on that has events and has not run its batch.
    #[inline]
    pub(super) fn next_busy(&self, from: u32) -> Option<u32> {
        let mut word = from as usize / 64;
        let mut bits = self.busy.get(word)? & (u64::MAX << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *self.busy.get(word)?;
        }
        Some(word as u32 * 64 + bits.trailing_zeros())
    }

    /// The batch of a node has run.
    #[inline]
    pub(super) fn has_run(&mut self, node: u32) {
        self.busy[node as usize / 64] &= !(1 << (node % 64));
        self.lists[node as usize] = List::EMPTY;
    }

    /// Events of a node, about in the order of their times.
    pub(super) fn events_of(&self, node: u32) -> impl Iterator<Item = &Given> {
        let first = self.given.get(self.lists[node as usize].first as usize);
        core::iter::successors(first, |last| self.given.get(last.next as usize))
    }

    /// Removes all events: every batch has run.
    pub(super) fn clear(&mut self) {
        self.given.clear();
    }

    /// The number of entries that need no allocation.
    pub(super) fn places(&self) -> usize {
        self.given.capacity() + self.endings.capacity() + self.starts.capacity() + self.freed.capacity()
    }
}

/// Kind of every host's batch, from the node at the end of every wire.
fn kinds_of_hosts(wires: &[u32], hosts: u32) -> Vec<BatchKind> {
    let mut incoming = vec![(0, NONE); hosts as usize];
    for (wire, &node) in (0u32..).zip(wires) {
        if let Some((count, last)) = incoming.get_mut(node as usize) {
            (*count, *last) = (*count + 1, wire);
        }
    }
    let kind = |(count, wire)| if count == 1 { BatchKind::Host(wire) } else { BatchKind::Events };
    incoming.into_iter().map(kind).collect()
}
