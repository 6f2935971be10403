//! The simulated network, and the ports of its switches.

use super::control::AnyControl;
use freeboard_fabric::transport::HostConfig;
use freeboard_fabric::{FabricError, Network, Node, QueueScheme, ShardedNetwork, SwitchConfig, Topology};

/// The simulated network, whose switches run one scheme.
pub(super) type World<S> = ShardedNetwork<S, AnyControl>;

/// An idle network on this number of threads.
pub(super) fn world<S: QueueScheme>(
    topology: &Topology,
    switches: &SwitchConfig<S>,
    hosts: HostConfig,
    controls: &[AnyControl],
    (seed, threads): (u64, u32),
) -> Result<World<S>, FabricError> {
    World::new(threads, || Network::new(topology.clone(), switches, hosts, controls.to_vec(), seed))
}

/// Ports of switches, the ones with schemes.
pub(super) fn switch_ports<S: QueueScheme>(world: &World<S>) -> impl Iterator<Item = u32> + '_ {
    let topology = world.topology();
    (0..topology.port_count()).filter(|port| matches!(topology.port_owner(*port), Some(Node::Switch(_))))
}
