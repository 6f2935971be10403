//! The simulated network, and the ports of its switches.

use super::control::AnyControl;
use freeboard_fabric::{Node, Parallel, QueueScheme};

/// The simulated network, whose switches run one scheme.
pub(super) type World<S> = Parallel<S, AnyControl>;

/// Ports of switches, the ones with schemes.
pub(super) fn switch_ports<S: QueueScheme>(world: &World<S>) -> impl Iterator<Item = u32> + '_ {
    let topology = world.topology();
    (0..topology.port_count()).filter(|port| matches!(topology.port_owner(*port), Some(Node::Switch(_))))
}
