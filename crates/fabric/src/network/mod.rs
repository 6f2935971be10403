//! A network with traffic: flows in, a run, results out.

mod closed_loop;
mod dispatch;
mod faults;
mod flows;
mod inspect;
mod ledger;
mod lifecycle;
mod lookahead;
mod nic_service;
mod node_batch;
mod observe;
mod owners;
mod prefetch;
mod probes;
mod shards;
mod stuck;
mod traffic;
mod windows;

pub use closed_loop::{ClosedLoop, Exchange};
pub use inspect::Footprint;
pub use observe::{Crossing, OpenFlow, Purpose};
pub use probes::{ProbeSample, ProbeSpec};
pub use shards::ShardedNetwork;
pub use stuck::{Stuck, StuckReason};

use crate::data_plane::{
    AckPriority, ArbiterSetup, DataPlane, NicSetup, Packet, PortBatches, QueueScheme, SwitchConfig,
};
use crate::error::FabricError;
use crate::faults::Faults;
use crate::results::{FlowRecord, QueueTrace};
use crate::time::Ps;
use crate::topology::Topology;
use crate::transport::{FlowControl, HostConfig, Rdma, Receiver, Sender, Totals, Transport};
use closed_loop::ClosedLoops;
use flows::FlowTable;
use freeboard_device::nic::Clock;
use lookahead::Lookahead;
use probes::Probes;
use std::collections::VecDeque;

/// One flow's two ends.
#[derive(Debug)]
struct Connection<S, R> {
    /// The flow whose sender has it, or had it last; [`NONE`](crate::data_plane::NONE) before the first one.
    flow: u32,
    /// The same of its receiver; [`NONE`](crate::data_plane::NONE) while another flow takes the connection.
    receiver_flow: u32,
    /// That flow's predecessor, which has the receiver up to `taken_at`.
    leaving: u32,
    /// The flow has not been acknowledged to its end.
    is_open: bool,
    sender: Sender<S>,
    receiver: Receiver<R>,
    /// Which entry of the controls it runs.
    control: u8,
    /// The same of its receiver.
    receiver_control: u8,
    /// When the next flow takes it, within the window that is open; [`u64::MAX`] if none does \[ps\].
    taken_at: u64,
    /// The ports of that flow's hosts, sender and receiver.
    next_ports: [u32; 2],
}

impl<S: Copy, R: Copy + Default> Connection<S, R> {
    /// All of the flow has arrived, and that has not been recorded.
    #[inline]
    const fn has_all_to_complete(&self) -> bool {
        !self.receiver.complete && self.receiver.next >= self.sender.size
    }

    /// The control of the half that a packet belongs to, where one of the halves is another flow's; `None` for a packet that comes too
    /// late.
    #[cold]
    fn owner(&self, packet: &Packet, now: u64) -> Option<u8> {
        if packet.kind.is_for_sender() {
            return (self.flow == packet.flow && self.is_open).then_some(self.control);
        }
        let is_leaving = self.leaving == packet.flow && now <= self.taken_at;
        (self.receiver_flow == packet.flow || is_leaving).then_some(self.receiver_control)
    }

    /// All of the flow is acknowledged, and its slot not free yet.
    #[inline]
    const fn is_done(&self) -> bool {
        self.is_open && self.sender.is_done()
    }
}

/// A network: plane, hosts, flows.
///
/// `Q` is the marking scheme of the queues, `F` the congestion control with its underlay; both may be
/// enums. All hosts share one configuration, flows may run different congestion controls.
#[derive(Debug)]
pub struct Network<Q, F: FlowControl> {
    topology: Topology,
    config: HostConfig,
    controls: Vec<F>,
    seed: u64,
    plane: DataPlane<Q>,
    /// What arrives at a switch in this window; empty but for the room.
    port_batches: PortBatches,
    /// What breaks; most runs have none.
    faults: Option<Box<Faults>>,
    flows: FlowTable,
    loops: ClosedLoops,
    connections: Vec<Connection<F::Flow, F::Reporter>>,
    free: Vec<u32>,
    /// Slots that became free less than [`Self::rest`] ago, each with when it did \[ps\].
    resting: VecDeque<(u64, u32)>,
    /// How long a slot rests before another flow takes it \[ps\]: what ends within a window is not known where others start.
    rest: u64,
    totals: Totals,
    records: Vec<FlowRecord>,
    trace: Option<QueueTrace>,
    probes: Probes,
    lookahead: Lookahead,
    /// Whether each node is its own, if others have the rest; empty where all are.
    owned: Vec<bool>,
    /// Time that each part of the bipartition has reached, if other shards run some nodes \[ps\].
    reached: [u64; 2],
    started: bool,
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// An idle network at time 0.
    ///
    /// # Errors
    /// What the topology, the switches or the hosts are asked to be is impossible.
    pub fn new(
        topology: Topology,
        switches: &SwitchConfig<Q>,
        hosts: HostConfig,
        controls: Vec<F>,
        seed: u64,
    ) -> Result<Self, FabricError> {
        if controls.is_empty() {
            return Err(FabricError::NoControl);
        }
        let parts = [hosts.header, hosts.frame, hosts.telemetry];
        let full = parts.iter().try_fold(hosts.mss, |sum, part| sum.checked_add(*part));
        if hosts.mss == 0 || full.is_none() {
            return Err(FabricError::Segment);
        }
        let telemetry = controls.iter().any(FlowControl::needs_int);
        let arbiter = match hosts.transport {
            Transport::Tcp => None,
            Transport::Rdma(Rdma { ack_priority, slot, .. }) => {
                let acks = if ack_priority { AckPriority::Strict } else { AckPriority::RoundRobin };
                Some(ArbiterSetup { acks, slot: slot.map(|slot| slot.0) })
            }
        };
        let (limit_packets, scheme) = (hosts.nic_packets, hosts.nic_scheme);
        // What leaves as one has one stamp, which is that of the first packet.
        let notifies = hosts.offload > 0 || controls.iter().any(FlowControl::needs_sent);
        let nic = NicSetup { limit_packets, scheme, telemetry, notifies, arbiter };
        let mut plane = DataPlane::new(&topology, switches, nic, seed)?;
        // A connection that is taken up again has to be idle: what other hosts do decides whether it is.
        plane.events.set_starts_end_windows(hosts.reuse);
        let (lookahead, rest) = (Lookahead::new(&topology, &plane), plane.events.longest_window());
        let port_batches = PortBatches::new(&plane);
        Ok(Self {
            topology,
            config: hosts,
            controls,
            seed,
            plane,
            port_batches,
            faults: None,
            flows: FlowTable::default(),
            loops: ClosedLoops::default(),
            connections: Vec::new(),
            free: Vec::new(),
            resting: VecDeque::new(),
            rest,
            totals: Totals::default(),
            records: Vec::new(),
            trace: None,
            probes: Probes::default(),
            lookahead,
            owned: Vec::new(),
            reached: [0; 2],
            started: false,
        })
    }

    /// Gives every host its clock, which stamps packets for underlays; without, all clocks are perfect.
    ///
    /// Round-trip times are not touched: both of their ends are taken with one clock, whose error cancels.
    ///
    /// # Errors
    /// There are not as many clocks as hosts.
    pub fn set_clocks(&mut self, clocks: &[Clock]) -> Result<(), FabricError> {
        if clocks.len() != self.topology.hosts as usize {
            return Err(FabricError::Clocks);
        }
        self.plane.hosts.clocks = vec![Clock::PERFECT; self.plane.ports.len()];
        for (host, clock) in (0..).zip(clocks) {
            let port = self.plane.routes.host_port(host);
            self.plane.hosts.clocks[port as usize] = *clock;
        }
        Ok(())
    }

    /// Samples the queues of some ports at an interval from now on, for at most `samples` times.
    pub fn trace_queues(&mut self, ports: Vec<u32>, interval: Ps, samples: usize) {
        self.trace = Some(QueueTrace::new(ports, Ps(self.plane.now), interval, samples));
        self.plane.events.push(self.plane.now, crate::engine::Kind::Sample, 0);
    }

    /// Lets time pass up to and including `end`.
    pub fn run_until(&mut self, end: Ps) {
        self.run(end, Until::Time);
    }

    /// Lets time pass until every flow with an end has completed, but not beyond `limit`; the answer says
    /// whether all have.
    pub fn run_until_all_done(&mut self, limit: Ps) -> bool {
        self.run(limit, Until::AllDone)
    }

    /// Lets time pass until what is asked for, or up to and including `limit`; the answer says whether all flows
    /// with an end have completed.
    fn run(&mut self, limit: Ps, until: Until) -> bool {
        self.prepare();
        loop {
            let is_over = self.is_over(until);
            self.plane.events.set_limits([limit.0; 2]);
            if is_over || !self.plane.events.is_due() {
                if !is_over {
                    self.plane.advance(self.plane.now.max(limit.0));
                }
                self.plane.settle();
                return is_over;
            }
            if self.faults.is_some() {
                self.run_faulted(until);
            } else if !self.run_window(until) {
                self.plane.events.skip_window();
                self.run_events(until);
            }
        }
    }

    #[inline]
    const fn is_over(&self, until: Until) -> bool {
        matches!(until, Until::AllDone) && self.flows.unfinished() == 0
    }

    /// Dispatches the events of one node batch. Most of a run is spent here and in what is made a part of it:
    /// a call fewer per event is worth having all of that twice, here and in [`Self::run_events`].
    fn run_batch(&mut self) {
        while let Some(event) = self.plane.events.pop_batch() {
            self.plane.advance(event.time);
            self.dispatch(event);
        }
    }

    /// Deals with one event after another, whosever they are.
    fn run_events(&mut self, until: Until) {
        while !self.is_over(until)
            && let Some(event) = self.plane.events.pop()
        {
            self.plane.advance(event.time);
            self.dispatch(event);
        }
    }
}

/// What ends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    /// Its limit alone.
    Time,
    /// The last flow with an end.
    AllDone,
}
