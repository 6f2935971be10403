//! Windows of time in which hosts and switches cannot hear of each other.
//!
//! A packet needs the delay of a wire at least to get from one node to the next. What is due within a window that is
//! no longer can therefore be dealt with node by node instead of in the order of time, and all that a node has stays in
//! the first caches for as long as its turn lasts. What nodes share is looked at between windows only, or added up in
//! the order of time when a window closes: the results are those of one event after the other.

use super::owners::Owners;
use super::{Connection, Network, Until};
use crate::engine::{Kind, What};
use crate::plane::{NONE, Plane, QueueScheme};
use crate::topology::{Node, Topology};
use crate::transport::FlowControl;

/// A flow has arrived as a whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// Its place in the order of all events.
    pub(super) key: (u64, What),
    pub(super) slot: u32,
    pub(super) flow: u32,
}

/// An event of a window, in a list of its node's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub(super) time: u64,
    pub(super) what: What,
    /// The next one of the same node, or [`NONE`].
    next: u32,
}

/// Which nodes have something to do in a window, and what.
#[derive(Debug)]
pub(super) struct Windows {
    /// The node at the end of every wire: hosts first, then switches.
    wires: Vec<u32>,
    /// The node of every port.
    ports: Vec<u32>,
    /// The ports of every node.
    pub(super) owners: Owners,
    /// The first of every node's events, or [`NONE`].
    firsts: Vec<u32>,
    given: Vec<Given>,
    /// Nodes with events.
    pub(super) nodes: Vec<u32>,
    /// Flows that ended in this window.
    pub(super) endings: Vec<Ending>,
    /// Slots that became free in this window, after their places in the order of all events.
    pub(super) freed: Vec<((u64, What), u32)>,
    /// A connection that had not sent all of its flow when last looked at.
    witness: usize,
}

impl Windows {
    pub(super) fn new<Q>(topology: &Topology, plane: &Plane<Q>) -> Self {
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
        Self {
            wires,
            ports,
            owners,
            firsts: vec![NONE; nodes as usize],
            given: Vec::new(),
            nodes: Vec::new(),
            endings: Vec::new(),
            freed: Vec::new(),
            witness: 0,
        }
    }

    /// An event is for a node.
    fn keep(&mut self, node: u32, time: u64, what: What) {
        let first = &mut self.firsts[node as usize];
        if *first == NONE {
            self.nodes.push(node);
        }
        self.given.push(Given { time, what, next: *first });
        *first = self.given.len() as u32 - 1;
    }

    /// Events of a node.
    pub(super) fn events_of(&self, node: u32) -> impl Iterator<Item = &Given> {
        let first = self.given.get(self.firsts[node as usize] as usize);
        core::iter::successors(first, |last| self.given.get(last.next as usize))
    }

    /// No node has anything to do.
    fn clear(&mut self) {
        self.nodes.drain(..).for_each(|node| self.firsts[node as usize] = NONE);
        self.given.clear();
    }

    /// Events for which nodes need no room.
    pub(super) fn places(&self) -> usize {
        self.given.capacity() + self.endings.capacity() + self.freed.capacity()
    }
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Lets all nodes have their turns in the next window; `false` if there is none that is worth it, or in which the
    /// run may end.
    pub(super) fn run_window(&mut self, until: Until) -> bool {
        if until == Until::AllDone && !self.will_go_on() || !self.open_window() {
            return false;
        }
        // Neighbours lie side by side in memory.
        self.windows.nodes.sort_unstable();
        for turn in 0..self.windows.nodes.len() {
            if self.plane.looks_ahead {
                self.look_ahead(turn);
            }
            let node = self.windows.nodes[turn];
            self.windows.events_of(node).for_each(|given| self.plane.events.give(given.time, given.what));
            self.plane.events.begin_turn();
            // The run does not end in here.
            self.run_turn();
        }
        self.windows.clear();
        self.plane.events.close_window();
        self.settle_window();
        true
    }

    /// Begins a window and sees whose the events are that are due in it.
    fn open_window(&mut self) -> bool {
        let Self { windows, plane, connections, .. } = self;
        let devices = &plane.devices;
        plane.events.open_window(|time, what| {
            let event = what.at(time);
            let index = event.index() as usize;
            let port_node = |port: u32| windows.ports[port as usize];
            let node = match event.kind() {
                Kind::Deliver => windows.wires[index],
                Kind::Retransmit | Kind::Pace | Kind::Tick => port_node(connections[index].sender.route.port),
                Kind::Acknowledge => port_node(connections[index].receiver.port()),
                Kind::Control => port_node(devices[index].ports[0]),
                _ => windows.ports[index],
            };
            windows.keep(node, time, what);
        })
    }

    /// Some flow will not have completed at the end of the next window: not all of it has been sent, and what is sent
    /// within arrives later.
    fn will_go_on(&mut self) -> bool {
        let sends = |connection: &Connection<F::Flow, F::Reporter>| {
            connection.is_open
                && connection.sender.nxt < connection.sender.size
                && self.flows.get(connection.flow).spec.has_end()
        };
        if self.flows.will_start() || self.connections.get(self.windows.witness).is_some_and(sends) {
            return true;
        }
        let Some(witness) = self.connections.iter().position(sends) else { return false };
        self.windows.witness = witness;
        true
    }

    /// Adds up what happened in the window to things that all nodes share, in the order of time.
    fn settle_window(&mut self) {
        self.windows.endings.sort_unstable_by_key(|ending| ending.key);
        for index in 0..self.windows.endings.len() {
            self.book_completion(self.windows.endings[index]);
        }
        self.windows.endings.clear();
        self.windows.freed.sort_unstable();
        self.free.extend(self.windows.freed.drain(..).map(|(_, slot)| slot));
        self.plane.resends.clear();
    }
}
