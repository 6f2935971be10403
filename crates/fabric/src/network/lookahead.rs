//! Conservative lookahead windows and their node batches.
//!
//! A packet takes at least the shortest propagation delay (the *lookahead*) from one node to the next. Events within a
//! window no longer than that can therefore run node by node (a *node batch*) instead of in global time order, and the
//! state of a node stays in the first-level cache for its batch. State that nodes share is read between windows only, or
//! accumulated in time order when a window closes (the *barrier*): the results are those of one global event order.

use super::node_batch::BatchKind;
use super::owners::Owners;
use super::{Connection, Network, Until};
use crate::data_plane::{DataPlane, NONE, QueueScheme, device_of_refresh};
use crate::engine::{Kind, What};
use crate::topology::{Node, Topology};
use crate::transport::FlowControl;

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
    /// What every node's batch is made of.
    kinds: Vec<BatchKind>,
    /// The ports of every node.
    pub(super) owners: Owners,
    /// Every node's events.
    lists: Vec<List>,
    given: Vec<Given>,
    /// A bit for every node with events, while they are handed out.
    busy: Vec<u64>,
    /// Nodes with events, by index.
    pub(super) nodes: Vec<u32>,
    /// Flows that ended in this window.
    pub(super) endings: Vec<Ending>,
    /// Slots that became free in this window, after their places in the order of all events.
    pub(super) freed: Vec<((u64, What), u32)>,
    /// A connection with unsent data when last checked: as long as it has some, the run cannot end in the next window.
    witness: usize,
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
        kinds.extend(switches.map(|it| if it.has_lanes { BatchKind::Lanes } else { BatchKind::Events }));
        Self {
            kinds,
            wires,
            ports,
            owners,
            lists: vec![List::EMPTY; nodes as usize],
            busy: vec![0; nodes.div_ceil(64) as usize],
            given: Vec::new(),
            nodes: Vec::new(),
            endings: Vec::new(),
            freed: Vec::new(),
            witness: 0,
        }
    }

    /// What the batch of a node is made of.
    pub(super) fn kind_of(&self, node: u32) -> BatchKind {
        self.kinds[node as usize]
    }

    /// Adds an event to the list of a node.
    fn keep(&mut self, node: u32, time: u64, what: What) {
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

    /// Collects the nodes with events, by index.
    fn collect_nodes(&mut self) {
        for (word, base) in self.busy.iter_mut().zip((0u32..).step_by(64)) {
            let mut left = core::mem::take(word);
            while left != 0 {
                self.nodes.push(base + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }

    /// Events of a node, about in the order of their times.
    pub(super) fn events_of(&self, node: u32) -> impl Iterator<Item = &Given> {
        let first = self.given.get(self.lists[node as usize].first as usize);
        core::iter::successors(first, |last| self.given.get(last.next as usize))
    }

    /// Removes all events.
    fn clear(&mut self) {
        self.nodes.drain(..).for_each(|node| self.lists[node as usize] = List::EMPTY);
        self.given.clear();
    }

    /// The number of entries that need no allocation.
    pub(super) fn places(&self) -> usize {
        self.given.capacity() + self.endings.capacity() + self.freed.capacity()
    }
}

/// What the batch of every host is made of, from the node at the end of every wire.
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

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Runs one window, a batch per node; returns `false` if no window is worth it, or if the run may end in it.
    pub(super) fn run_window(&mut self, until: Until) -> bool {
        if until == Until::AllDone && !self.will_go_on() || !self.open_window() {
            return false;
        }
        // Nodes are independent within the window, so any order gives the same result; by index, neighbours lie side by
        // side in memory.
        self.lookahead.collect_nodes();
        let window = self.plane.events.window();
        for batch in 0..self.lookahead.nodes.len() {
            if self.plane.prefetches {
                self.prefetch_batches(batch);
            }
            // `will_go_on` has ruled out that the run ends here, so no batch checks for the end.
            self.run_node(self.lookahead.nodes[batch], window);
        }
        // The queue must leave window mode before `settle_window`: what that starts is pushed for the wheel, not for a node.
        self.lookahead.clear();
        self.plane.events.close_window();
        self.settle_window();
        true
    }

    /// Opens a window and assigns each event due in it to its node.
    fn open_window(&mut self) -> bool {
        let Self { lookahead, plane, connections, .. } = self;
        let (devices, refresh_events) = (&plane.devices, &plane.refresh_events);
        plane.events.open_window(|time, what| {
            let event = what.at(time);
            let index = event.index() as usize;
            let port_node = |port: u32| lookahead.ports[port as usize];
            let node = match event.kind() {
                Kind::Deliver => lookahead.wires[index],
                Kind::Retransmit | Kind::Pace | Kind::Tick => port_node(connections[index].sender.route.port),
                Kind::Acknowledge => port_node(connections[index].receiver.port()),
                Kind::Control => port_node(devices[index].ports[0]),
                Kind::Refresh => {
                    let device = device_of_refresh(refresh_events, event.index()).unwrap_or(0);
                    port_node(devices[device as usize].ports[0])
                }
                _ => lookahead.ports[index],
            };
            lookahead.keep(node, time, what);
        })
    }

    /// Some flow will not have completed at the end of the next window: not all of it has been sent, and what is sent
    /// within arrives later.
    pub(super) fn will_go_on(&mut self) -> bool {
        let sends = |connection: &Connection<F::Flow, F::Reporter>| {
            connection.is_open
                && connection.sender.has_new()
                && self.flows.get(connection.flow).spec.has_end()
        };
        if self.flows.will_start()
            || self.loops.will_start()
            || self.connections.get(self.lookahead.witness).is_some_and(sends)
        {
            return true;
        }
        let Some(witness) = self.connections.iter().position(sends) else { return false };
        self.lookahead.witness = witness;
        true
    }

    /// The barrier: applies what the batches did to shared state, in time order, as one global event order would have.
    fn settle_window(&mut self) {
        // Where some nodes are run elsewhere, theirs have to be put in order with these.
        if self.plane.is_shard {
            return;
        }
        self.lookahead.endings.sort_unstable_by_key(|ending| ending.key);
        for index in 0..self.lookahead.endings.len() {
            self.book_completion(self.lookahead.endings[index]);
        }
        self.lookahead.endings.clear();
        // Slots are reused last in, first out: freed in any other order, later flows would get other slots, and ties
        // between their events would break the other way.
        self.lookahead.freed.sort_unstable();
        self.free.extend(self.lookahead.freed.drain(..).map(|(_, slot)| slot));
        self.plane.resends.clear();
    }
}
