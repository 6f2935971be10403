//! The simulated network, and the ports of its switches.

use super::control::AnyControl;
use super::schemes::AnyScheme;
use freeboard_fabric::{Node, Parallel};

/// The simulated network.
pub(super) type World = Parallel<AnyScheme, AnyControl>;

/// Ports of switches, the ones with schemes.
pub(super) fn switch_ports(world: &World) -> impl Iterator<Item = u32> + '_ {
    let topology = world.topology();
    (0..topology.port_count()).filter(|port| matches!(topology.port_owner(*port), Some(Node::Switch(_))))
}
