//! Tiny schemes and congestion controls, and networks built from them.

mod controls;
mod schemes;

pub(crate) use controls::{Dctcp, Fixed, PLAIN, Told};
pub(crate) use schemes::{Erased, Long, META, Onlooker, Rule, Scheme, Step, Word};

use freeboard_cc_api::{Bytes, Control, NoUnderlay};
use freeboard_fabric::topology::NToOne;
use freeboard_fabric::{
    BufferConfig, Controls, HostConfig, Instance, LinkRate, Network, Ps, SwitchConfig, Topology,
};

// One type of switch for all tests: each further one compiles the network again.
pub(crate) type FixedNet = Network<Erased, Controls<Fixed, NoUnderlay>>;
pub(crate) type DctcpNet = Network<Erased, Controls<Dctcp, NoUnderlay>>;

/// Switches that mark at `k` bytes, with `buffer`.
pub(crate) fn step(k: u32, buffer: BufferConfig) -> SwitchConfig<Erased> {
    SwitchConfig::new(Erased::new(Instance::<Step>::new(k)), buffer)
}

/// Switches that never mark.
pub(crate) fn tail_drop(buffer: BufferConfig) -> SwitchConfig<Erased> {
    step(u32::MAX, buffer)
}

/// Flows with a fixed window.
pub(crate) fn fixed(topology: Topology, buffer: BufferConfig, hosts: HostConfig, window: u32) -> FixedNet {
    let controls = vec![Controls::new(Control::window(Bytes(window)), ())];
    Network::new(topology, &tail_drop(buffer), hosts, controls, 1).unwrap()
}

/// Flows under DCTCP, marking at `k` bytes.
pub(crate) fn dctcp(
    topology: Topology,
    k: u32,
    buffer: BufferConfig,
    hosts: HostConfig,
    seed: u64,
) -> DctcpNet {
    let controls = vec![Controls::new(u32::from(hosts.mss), ())];
    Network::new(topology, &step(k, buffer), hosts, controls, seed).unwrap()
}

/// `senders` to one at 10 Gbit/s; returns the receiver and the bottleneck port too.
pub(crate) fn dumbbell(senders: u32, propagation_rtt: Ps) -> (Topology, u32, u32) {
    let shape = NToOne::even(senders, LinkRate::G10, propagation_rtt);
    (shape.build(), shape.receiver(), shape.bottleneck())
}

/// No handshake: a flow is its data.
pub(crate) fn bare() -> HostConfig {
    HostConfig { handshake: false, ..HostConfig::default() }
}
