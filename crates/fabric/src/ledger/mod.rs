//! Ledger: injected packets against delivered, dropped and resident packets.
//!
//! Packets are counted twice: by counters while the network runs, and one by one when it has stopped. Most counters are those of
//! the ports. The ledger costs two additions per packet that a host injects, one per data packet that arrives, and the counters
//! of drops and retransmissions. [`Network::ledger`](crate::Network::ledger) compares in this order and returns the first
//! difference:
//!
//! 1. nodes: packets and bytes that arrived at a switch left it, were dropped there or wait; packets and bytes of hosts were
//!    injected; packets that arrived at hosts were delivered; drops add up by cause;
//! 2. slots: every slot of a slab is counted once, as free or in use: a leak counts 0, a double free 2;
//! 3. depths: the depths of queues, ports, wires and devices equal the sums over their packets;
//! 4. memories: the accounts of pools, reserves, groups and headroom equal these sums too, and no empty group pauses;
//! 5. flows: the payload sent has arrived, was lost or is in flight.
//!
//! In an empty network all of them are therefore zero.

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

/// Sums of packets or bytes, where `injected = delivered + dropped + resident` at any time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Injected: handed by hosts to their ports.
    pub injected: u64,
    /// Delivered to its host.
    pub delivered: u64,
    /// Dropped.
    pub dropped: u64,
    /// Resident in queues and on wires.
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

/// The first entity whose numbers differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imbalance {
    /// A switch, a slot, a queue, an account or a flow, and the counted quantity.
    pub entity: String,
    /// Injected number: sent, charged, acquired.
    pub made: u64,
    /// Accounted number: outcomes, or present packets.
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

/// Compares the two numbers of one entity.
pub(crate) fn check(entity: impl FnOnce() -> String, made: u64, accounted: u64) -> Result<(), Imbalance> {
    if made == accounted { Ok(()) } else { Err(Imbalance { entity: entity(), made, accounted }) }
}

/// Checks that the accounted number is at most the injected number.
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

/// The ledger of the data plane, with all precomputed departures executed.
#[derive(Debug)]
pub(crate) struct Books<'a, Q> {
    pub(crate) plane: &'a DataPlane<Q>,
    pub(crate) topology: &'a Topology,
    /// First difference, if there is one.
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
