//! Counters and state of a run: taken from the shard that runs the node, or added up.

use super::partition::Parts;
use super::{Network, ShardedNetwork};
use crate::data_plane::{PortStats, QueueScheme};
use crate::digest::RunDigest;
use crate::error::FabricError;
use crate::flow::{FlowId, FlowSpec};
use crate::ledger::{Census, Imbalance, Ledger};
use crate::network::{Exchange, Stuck};
use crate::results::{FlowRecord, QueueSample, RunCounters};
use crate::time::Ps;
use crate::topology::Topology;
use crate::transport::FlowControl;
use freeboard_aqm_api::Activity;
use freeboard_device::nic::Clock;
use freeboard_device::pfc::PauseStats;

impl<Q: QueueScheme, F: FlowControl> ShardedNetwork<Q, F> {
    /// Calls with all shards.
    fn parts<R>(&self, call: impl FnOnce(Parts<'_, Q, F>) -> R) -> R {
        let parts: Vec<&Network<Q, F>> = self.shards.iter().map(|shard| &**shard).collect();
        call(Parts(&parts))
    }

    /// The shard that runs the node of a port.
    fn of_port(&self, port: u32) -> &Network<Q, F> {
        let node = self.shards[0].lookahead.ports.get(port as usize);
        &self.shards[node.map_or(0, |&node| self.partition.owners[node as usize])]
    }

    /// Topology of the network.
    #[must_use]
    pub fn topology(&self) -> &Topology {
        self.shards[0].topology()
    }

    /// All flows so far, as [`Network::flows`] has them.
    pub fn flows(&self) -> impl Iterator<Item = &FlowSpec> {
        self.shards[0].flows()
    }

    /// Congestion controls of the flows, over all shards.
    pub fn controls(&self) -> impl Iterator<Item = &F> {
        self.shards.iter().flat_map(|shard| shard.controls())
    }

    /// Now.
    #[must_use]
    pub fn now(&self) -> Ps {
        self.shards.iter().map(|shard| shard.now()).max().unwrap_or(Ps::ZERO)
    }

    /// Completed flows in order of completion.
    #[must_use]
    pub fn records(&self) -> &[FlowRecord] {
        match &self.shards[..] {
            [one] => one.records(),
            _ => &self.records,
        }
    }

    /// The exchanges of closed loops that are complete, as [`Network::exchanges`].
    #[must_use]
    pub fn exchanges(&self) -> &[Exchange] {
        self.shards[0].exchanges()
    }

    /// Flows with an end that have not completed.
    #[must_use]
    pub fn unfinished(&self) -> u64 {
        self.shards[0].unfinished()
    }

    /// Payload bytes of a flow that have arrived in order, as [`Network::received`].
    #[must_use]
    pub fn received(&self, flow: FlowId) -> Option<u64> {
        let flows = self.shards[0].flows.all();
        let to = flows.get(flow.0 as usize)?.spec.to;
        self.shards[self.partition.owners[to as usize]].received(flow)
    }

    /// Segments that the sender of a flow has sent again, and its timeouts, as [`Network::repairs`].
    #[must_use]
    pub fn repairs(&self, flow: FlowId) -> [u32; 2] {
        let from = self.shards[0].flows.all().get(flow.0 as usize).map(|flow| flow.spec.from);
        from.map_or([0; 2], |from| self.shards[self.partition.owners[from as usize]].repairs(flow))
    }

    /// The flows with an end that have not completed, as [`Network::stuck`].
    #[must_use]
    pub fn stuck(&self) -> Vec<Stuck> {
        self.parts(|parts| parts.stuck())
    }

    /// Counters of one port, as [`Network::port_stats`].
    #[must_use]
    pub fn port_stats(&self, port: u32) -> PortStats {
        self.of_port(port).port_stats(port)
    }

    /// Queues of a port, as [`Network::queues`].
    #[must_use]
    pub fn queues(&self, port: u32) -> usize {
        self.shards[0].queues(port)
    }

    /// Counters of one queue of a port, as [`Network::queue_stats`].
    #[must_use]
    pub fn queue_stats(&self, port: u32, queue: usize) -> PortStats {
        self.of_port(port).queue_stats(port, queue)
    }

    /// Packets for one queue of a port that watchdogs have dropped before it, as [`Network::refused`].
    #[must_use]
    pub fn refused(&self, port: u32, queue: usize) -> u64 {
        self.of_port(port).refused(port, queue)
    }

    /// Activity counters of the scheme of one queue, as [`Network::queue_activity`].
    #[must_use]
    pub fn queue_activity(&self, port: u32, queue: usize) -> Activity {
        self.of_port(port).queue_activity(port, queue)
    }

    /// Counts and durations of the pauses of a class, as [`Network::pauses`].
    #[must_use]
    pub fn pauses(&self, port: u32, class: u8) -> PauseStats {
        self.of_port(port).pauses(port, class)
    }

    /// Time for which a transmitter has been told not to send a class, as [`Network::held`].
    #[must_use]
    pub fn held(&self, port: u32, class: u8) -> Ps {
        self.of_port(port).held(port, class)
    }

    /// The samples of a port's queue with their times; none if they were not asked for.
    #[must_use]
    pub fn queue_samples(&self, port: u32) -> Vec<(Ps, QueueSample)> {
        self.of_port(port).queue_samples(port)
    }

    /// Pause frames of all switches, resumes and repeats included.
    #[must_use]
    pub fn pause_frames(&self) -> u64 {
        self.shards.iter().map(|shard| shard.pause_frames()).sum()
    }

    /// Sums over the run so far.
    #[must_use]
    pub fn counters(&self) -> RunCounters {
        if let [one] = &self.shards[..] {
            return one.counters();
        }
        let mut digest = RunDigest::default();
        let mut sums = RunCounters::default();
        for shard in &self.shards {
            digest.merge(shard.plane.books.digest);
            let it = shard.counters();
            // Every shard has taken each global event, which counts once.
            sums.events += it.events - shard.plane.events.common();
            sums.packet_hops += it.packet_hops;
            sums.data_packets += it.data_packets;
            sums.delivered_packets += it.delivered_packets;
            sums.resent_packets += it.resent_packets;
            sums.recoveries += it.recoveries;
            sums.timeouts += it.timeouts;
            sums.stray_packets += it.stray_packets;
            sums.late_acks += it.late_acks;
            sums.drops += it.drops;
        }
        sums.events += self.shards[0].plane.events.common();
        RunCounters { digest: digest.value(), ..sums }
    }

    /// Compares injected with delivered, dropped and resident packets, as [`Network::ledger`] does.
    ///
    /// # Errors
    /// The first entity whose numbers differ: a defect of the simulator.
    pub fn ledger(&self) -> Result<Ledger, Imbalance> {
        self.parts(|parts| parts.ledger())
    }

    /// Where all packets are.
    #[must_use]
    pub fn census(&self) -> Census {
        self.shards.iter().map(|shard| shard.census()).fold(Census::default(), |sum, it| Census {
            injected: sum.injected + it.injected,
            delivered: sum.delivered + it.delivered,
            dropped: sum.dropped + it.dropped,
            resident: sum.resident + it.resident,
        })
    }

    /// Gives every host its clock, as [`Network::set_clocks`] does.
    ///
    /// # Errors
    /// There are not as many clocks as hosts.
    pub fn set_clocks(&mut self, clocks: &[Clock]) -> Result<(), FabricError> {
        self.shards.iter_mut().try_for_each(|shard| shard.set_clocks(clocks))
    }

    /// Samples the queues of some ports, as [`Network::trace_queues`] does.
    pub fn trace_queues(&mut self, ports: &[u32], interval: Ps, samples: usize) {
        for shard in &mut self.shards {
            // Every shard stops at every sample and keeps those of its own ports.
            let own = ports.iter().copied().filter(|&port| shard.owns_port(port)).collect();
            shard.trace_queues(own, interval, samples);
        }
    }

    /// Forgets the longest queue of every port.
    pub fn reset_maxima(&mut self) {
        self.shards.iter_mut().for_each(|shard| shard.reset_maxima());
    }

    /// Load balance of the packets sent so far, as [`Network::balance`].
    #[must_use]
    pub fn balance(&self, shards: u32) -> Option<f64> {
        self.parts(|parts| parts.balance(shards))
    }
}
