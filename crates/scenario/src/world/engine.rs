//! A network put together without a file, of the types that every run instantiates: what a benchmark of the engine measures.

use super::control::AnyControl;
use super::schemes::AnyScheme;
use super::switches::{World, world};
use freeboard_fabric::data_plane::PortStats;
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::ledger::{Imbalance, Ledger};
use freeboard_fabric::results::RunCounters;
use freeboard_fabric::{FabricError, FlowSpec, HostConfig, Ps, SwitchConfig, Topology};

/// Parts of a network.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// Nodes and links.
    pub topology: Topology,
    /// Ports of the switches, and their scheme.
    pub switches: SwitchConfig<AnyScheme>,
    /// All hosts.
    pub hosts: HostConfig,
    /// The control of all flows.
    pub control: AnyControl,
    /// The traffic.
    pub flows: Vec<FlowSpec>,
}

/// A network of registry algorithms that runs. Nothing here is generic, so that whoever runs one does not compile the fabric again.
#[derive(Debug)]
pub struct Engine(World<AnyScheme>);

impl Engine {
    /// The network at time 0, with its traffic.
    ///
    /// # Errors
    /// The fabric refuses it, or cannot be split into as many shards as threads.
    pub fn new(assembly: &Assembly, seed: u64, threads: u32) -> Result<Self, FabricError> {
        let Assembly { topology, switches, hosts, control, flows } = assembly;
        let controls = core::slice::from_ref(control);
        let mut world = world(topology, switches, *hosts, controls, (seed, threads))?;
        flows.iter().try_for_each(|flow| world.add_flow(*flow).map(drop))?;
        Ok(Self(world))
    }

    /// Lets time pass up to and including `end`.
    pub fn run_until(&mut self, end: Ps) {
        self.0.run_until(end);
    }

    /// Lets time pass until every flow has completed, but not beyond `limit`.
    pub fn run_until_all_done(&mut self, limit: Ps) -> bool {
        self.0.run_until_all_done(limit)
    }

    /// How far it is.
    #[must_use]
    pub fn now(&self) -> Ps {
        self.0.now()
    }

    /// Counters of the run so far.
    #[must_use]
    pub fn counters(&self) -> RunCounters {
        self.0.counters()
    }

    /// Payload that the receiver of a flow has had in order.
    #[must_use]
    pub fn received(&self, flow: FlowId) -> Option<u64> {
        self.0.received(flow)
    }

    /// Counters of a port.
    #[must_use]
    pub fn port_stats(&self, port: u32) -> PortStats {
        self.0.port_stats(port)
    }

    /// Ledger of all packets.
    ///
    /// # Errors
    /// One is nowhere, or twice.
    pub fn ledger(&self) -> Result<Ledger, Imbalance> {
        self.0.ledger()
    }

    /// Packets of all nodes over those of the busiest shard's, with as many shards; `None` with fewer switches than that.
    #[must_use]
    pub fn balance(&self, shards: u32) -> Option<f64> {
        self.0.balance(shards)
    }
}
