//! A network on one thread or on several, behind one interface.

use super::{ClosedLoop, Exchange, Network, ShardedNetwork, Stuck};
use crate::data_plane::{PortStats, QueueScheme, SwitchConfig};
use crate::error::{FabricError, ShardRefusal};
use crate::faults::Fault;
use crate::flow::{FlowId, FlowSpec};
use crate::ledger::{Imbalance, Ledger};
use crate::results::{FlowRecord, QueueSample, RunCounters};
use crate::time::Ps;
use crate::topology::Topology;
use crate::transport::{FlowControl, HostConfig};
use freeboard_aqm_api::Activity;
use freeboard_device::nic::Clock;
use freeboard_device::pfc::PauseStats;

/// A network that is run on a number of threads. Whatever the number, what comes of it is the same.
#[derive(Debug)]
pub enum Parallel<Q, F: FlowControl> {
    /// On the caller's thread.
    One(Box<Network<Q, F>>),
    /// A thread per shard.
    Several(ShardedNetwork<Q, F>),
}

/// The same call, whichever it is.
macro_rules! either {
    ($it:expr, $net:ident => $call:expr) => {
        match $it {
            Parallel::One($net) => $call,
            Parallel::Several($net) => $call,
        }
    };
}

impl<Q, F> Parallel<Q, F>
where
    Q: QueueScheme + Send,
    F: FlowControl<Flow: Send, Reporter: Send> + Clone + Send,
{
    /// An idle network at time 0, on this number of threads.
    ///
    /// # Errors
    /// Those of [`Network::new`] and of [`ShardedNetwork::new`].
    pub fn new(
        topology: &Topology,
        switches: &SwitchConfig<Q>,
        hosts: HostConfig,
        controls: &[F],
        seed: u64,
        threads: u32,
    ) -> Result<Self, FabricError> {
        let build = || Network::new(topology.clone(), switches, hosts, controls.to_vec(), seed);
        if threads == 1 {
            return Ok(Self::One(Box::new(build()?)));
        }
        ShardedNetwork::new(threads, build).map(Self::Several)
    }

    /// Adds a flow, as [`Network::add_flow`] does.
    ///
    /// # Errors
    /// Those of [`Network::add_flow`].
    pub fn add_flow(&mut self, spec: FlowSpec) -> Result<FlowId, FabricError> {
        either!(self, net => net.add_flow(spec))
    }

    /// Adds a closed loop, as [`Network::add_loop`] does.
    ///
    /// # Errors
    /// Those of [`Network::add_loop`], and on several threads those of [`ShardedNetwork::add_loop`].
    pub fn add_loop(&mut self, spec: ClosedLoop) -> Result<(), FabricError> {
        either!(self, net => net.add_loop(spec))
    }

    /// Lets time pass up to and including `end`.
    pub fn run_until(&mut self, end: Ps) {
        either!(self, net => net.run_until(end));
    }

    /// Lets time pass until every flow with an end has completed, but not beyond `limit`; the answer says whether all have.
    pub fn run_until_all_done(&mut self, limit: Ps) -> bool {
        either!(self, net => net.run_until_all_done(limit))
    }

    /// Says what breaks in the run, as [`Network::set_faults`] does.
    ///
    /// # Errors
    /// Those of [`Network::set_faults`]; on several threads nothing may break.
    pub fn set_faults(&mut self, faults: &[Fault]) -> Result<(), FabricError> {
        match self {
            Self::One(net) => net.set_faults(faults),
            Self::Several(_) if faults.is_empty() => Ok(()),
            Self::Several(_) => Err(FabricError::Shards(ShardRefusal::Faults)),
        }
    }

    /// Gives every host its clock, as [`Network::set_clocks`] does.
    ///
    /// # Errors
    /// There are not as many clocks as hosts.
    pub fn set_clocks(&mut self, clocks: &[Clock]) -> Result<(), FabricError> {
        either!(self, net => net.set_clocks(clocks))
    }

    /// Samples the queues of some ports, as [`Network::trace_queues`] does.
    pub fn trace_queues(&mut self, ports: &[u32], interval: Ps, samples: usize) {
        match self {
            Self::One(net) => net.trace_queues(ports.to_vec(), interval, samples),
            Self::Several(net) => net.trace_queues(ports, interval, samples),
        }
    }

    /// Forgets the longest queue of every port.
    pub fn reset_maxima(&mut self) {
        either!(self, net => net.reset_maxima());
    }
}

impl<Q: QueueScheme, F: FlowControl> Parallel<Q, F> {
    /// The congestion controls that its flows run; each thread has its own.
    pub fn controls(&self) -> impl Iterator<Item = &F> {
        let (one, several) = match self {
            Self::One(net) => (Some(net.controls()), None),
            Self::Several(net) => (None, Some(net.controls())),
        };
        one.into_iter().flatten().chain(several.into_iter().flatten())
    }

    /// What it is built of.
    #[must_use]
    pub fn topology(&self) -> &Topology {
        either!(self, net => net.topology())
    }

    /// The exchanges of closed loops that are complete.
    #[must_use]
    pub fn exchanges(&self) -> &[Exchange] {
        match self {
            Self::One(net) => net.exchanges(),
            Self::Several(net) => net.exchanges(),
        }
    }

    /// All flows so far, as [`Network::flows`] has them.
    pub fn flows(&self) -> impl Iterator<Item = &FlowSpec> {
        match self {
            Self::One(net) => net.flows(),
            Self::Several(net) => net.first().flows(),
        }
    }

    /// Now.
    #[must_use]
    pub fn now(&self) -> Ps {
        either!(self, net => net.now())
    }

    /// Completed flows in order of completion.
    #[must_use]
    pub fn records(&self) -> &[FlowRecord] {
        either!(self, net => net.records())
    }

    /// Payload bytes of a flow that have arrived in order, as [`Network::received`].
    #[must_use]
    pub fn received(&self, flow: FlowId) -> Option<u64> {
        either!(self, net => net.received(flow))
    }

    /// The flows with an end that have not completed, and what each of them waits for first.
    #[must_use]
    pub fn stuck(&self) -> Vec<Stuck> {
        either!(self, net => net.stuck())
    }

    /// Counters of one port, as [`Network::port_stats`].
    #[must_use]
    pub fn port_stats(&self, port: u32) -> PortStats {
        either!(self, net => net.port_stats(port))
    }

    /// Queues of a port, as [`Network::queues`].
    #[must_use]
    pub fn queues(&self, port: u32) -> usize {
        either!(self, net => net.queues(port))
    }

    /// Counters of one queue of a port, as [`Network::queue_stats`].
    #[must_use]
    pub fn queue_stats(&self, port: u32, queue: usize) -> PortStats {
        either!(self, net => net.queue_stats(port, queue))
    }

    /// What the scheme of one queue has counted, as [`Network::queue_activity`].
    #[must_use]
    pub fn queue_activity(&self, port: u32, queue: usize) -> Activity {
        either!(self, net => net.queue_activity(port, queue))
    }

    /// What the pauses of a class that a switch port has sent came to, as [`Network::pauses`].
    #[must_use]
    pub fn pauses(&self, port: u32, class: u8) -> PauseStats {
        either!(self, net => net.pauses(port, class))
    }

    /// Time for which a transmitter has been told not to send a class, as [`Network::held`].
    #[must_use]
    pub fn held(&self, port: u32, class: u8) -> Ps {
        either!(self, net => net.held(port, class))
    }

    /// The samples of a port's queue with their times; none if they were not asked for.
    #[must_use]
    pub fn queue_samples(&self, port: u32) -> Vec<(Ps, QueueSample)> {
        either!(self, net => net.queue_samples(port))
    }

    /// Sums over the run so far.
    #[must_use]
    pub fn counters(&self) -> RunCounters {
        either!(self, net => net.counters())
    }

    /// Compares what was made with what became of it, as [`Network::ledger`] does.
    ///
    /// # Errors
    /// The first entity whose books do not agree: a defect of the simulator.
    pub fn ledger(&self) -> Result<Ledger, Imbalance> {
        either!(self, net => net.ledger())
    }

    /// How well the packets sent so far would have been shared out, as [`Network::balance`] tells.
    #[must_use]
    pub fn balance(&self, shards: u32) -> Option<f64> {
        either!(self, net => net.balance(shards))
    }
}
