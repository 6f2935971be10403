//! Ledger: what a run has made against what became of it.
//!
//! The books are kept twice: by counters while the network runs, and by counting what is in it once it has stopped.
//! Most counters are those of the ports anyway; a run pays for two additions per packet that a host makes, one per data
//! packet that arrives, and for what a drop or a retransmission adds.
//! [`Network::ledger`](crate::Network::ledger) compares in this order and returns the first difference:
//!
//! 1. nodes: packets and bytes that came to a switch left it, were dropped there or wait; packets and bytes that hosts
//!    made they offered; packets that came to hosts were consumed; drops add up by cause;
//! 2. slots: every slot of a slab is free or in use, once: a leak leaves none of it, a double free two;
//! 3. depths: queues, ports, wires and devices say what their packets come to;
//! 4. memories: the accounts of pools, reserves, groups and headroom do so too, and nothing that is empty is paused;
//! 5. flows: the payload sent has arrived, was lost or is on its way.
//!
//! In a network that has run dry all of these are therefore zero.

mod depths;
mod memories;
mod nodes;
mod residents;
mod slots;

use crate::data_plane::DataPlane;
use crate::faults::Faults;
use crate::topology::{Node, Topology};
pub(crate) use residents::Whereabouts;
pub(crate) use slots::Slots;

/// Where all packets or bytes are: `made = consumed + dropped + resident` holds at any time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// What hosts handed to their ports.
    pub made: u64,
    /// What reached its host.
    pub consumed: u64,
    /// What was dropped.
    pub dropped: u64,
    /// What is in queues and on wires.
    pub resident: u64,
}

/// A balanced ledger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Packets.
    pub packets: Census,
    /// Their bytes.
    pub bytes: Census,
}

/// The first entity whose books do not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imbalance {
    /// A switch, a slot, a queue, an account, a flow, and what is counted of it.
    pub entity: String,
    /// What was made: sent, booked, acquired.
    pub made: u64,
    /// What became of it, or what is there.
    pub accounted: u64,
}

impl core::fmt::Display for Imbalance {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "the ledger does not balance: {}: made {}, accounted {}",
            self.entity, self.made, self.accounted
        )
    }
}

impl core::error::Error for Imbalance {}

/// Compares the two sides of one entity.
pub(crate) fn check(entity: impl FnOnce() -> String, made: u64, accounted: u64) -> Result<(), Imbalance> {
    if made == accounted { Ok(()) } else { Err(Imbalance { entity: entity(), made, accounted }) }
}

/// Checks that no more is accounted than was made.
pub(crate) fn at_most(entity: impl FnOnce() -> String, made: u64, accounted: u64) -> Result<(), Imbalance> {
    if accounted <= made { Ok(()) } else { Err(Imbalance { entity: entity(), made, accounted }) }
}

fn node(node: Option<Node>) -> String {
    match node {
        Some(Node::Host(host)) => format!("host {host}"),
        Some(Node::Switch(switch)) => format!("switch {switch}"),
        None => "nowhere".to_owned(),
    }
}

/// The books of the data plane; everything that waits is settled.
#[derive(Debug)]
pub(crate) struct Books<'a, Q> {
    pub(crate) plane: &'a DataPlane<Q>,
    pub(crate) topology: &'a Topology,
    /// What breaks in it, if anything does.
    pub(crate) faults: Option<&'a Faults>,
}

impl<Q> Books<'_, Q> {
    /// The name of a port: its link, from its own end.
    fn port(&self, port: u32) -> String {
        let (from, to) = (self.topology.port_owner(port), self.topology.port_peer(port));
        format!("port {port} from {} to {}", node(from), node(to))
    }

    /// The name of a device: the node that has its ports.
    fn device(&self, ports: &[u32]) -> String {
        node(ports.first().and_then(|&port| self.topology.port_owner(port)))
    }

    /// The wires of a port: one, or a host's one per delay class.
    fn wires_of(&self, port: usize) -> core::ops::Range<usize> {
        let first = |port: &crate::data_plane::Port| port.wire as usize;
        let ports = &self.plane.ports;
        first(&ports[port])..ports.get(port + 1).map_or(self.plane.wires.len(), first)
    }
}
