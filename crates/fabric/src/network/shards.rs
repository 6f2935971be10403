//! One run on several shards, with the results of one: conservative steps and what shards share between them.
//!
//! A packet is on a wire for longer than the shortest propagation delay, the *lookahead*. So what happens in one shard
//! within a step no longer than that cannot be heard of in another before the step has ended, and each runs it alone; then
//! the packets on cut wires are handed over. A flow that starts or stops concerns all: every shard halts at it, what they share
//! (records, slots that became free) is brought up to date in the order of all events, and each does its part. Where the last
//! flow may end within a step, shards take turns in the order of all events, so that none runs beyond that end.

use super::Network;
use super::lookahead::Ending;
use super::shard::Handed;
use crate::data_plane::{NONE, QueueScheme, SwitchConfig};
use crate::digest::RunDigest;
use crate::engine::{Event, Kind, What};
use crate::error::FabricError;
use crate::flow::{FlowId, FlowSpec};
use crate::ledger::{Census, Imbalance, Ledger};
use crate::results::{FlowRecord, RunCounters};
use crate::time::Ps;
use crate::topology::{Node, Topology};
use crate::transport::{FlowControl, HostConfig};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

/// Why a run cannot be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardRefusal {
    /// The number of shards is 0 or above that of switches.
    Count {
        /// Shards asked for.
        shards: u32,
        /// Most that there can be.
        most: u32,
    },
    /// A link has no propagation delay: nothing may happen at one end before the other end is known.
    NoDelay,
    /// Hosts reuse connections.
    Reuse,
}

impl core::fmt::Display for ShardRefusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Count { shards, most } => write!(f, "{shards} of them; 1 to {most} are possible"),
            Self::NoDelay => write!(f, "a link has no delay; more than one shard needs at least 1 ps"),
            Self::Reuse => write!(f, "connections that are reused run on 1 shard"),
        }
    }
}

/// A wire from one shard to another.
#[derive(Clone, Copy, Debug)]
struct Cut {
    wire: u32,
    from: usize,
    to: usize,
}

/// A network that is run as several, with the results of one: the same records, counters and digest, whatever the number.
/// Only `RunCounters::events` differs: each shard counts the flows that start and stop.
#[derive(Debug)]
pub struct ShardedNetwork<Q, F: FlowControl> {
    /// Boxed, since they go to their threads and back.
    pub(super) shards: Vec<Shard<Q, F>>,
    /// The shard of every node, hosts first.
    owners: Vec<usize>,
    cuts: Vec<Cut>,
    handed: Vec<Handed>,
    /// Shortest propagation delay \[ps\].
    lookahead: u64,
    records: Vec<FlowRecord>,
}

type Shard<Q, F> = Box<Network<Q, F>>;

/// A thread that runs the steps of one shard.
struct Worker<Q, F: FlowControl> {
    /// The shard and the end of its step \[ps\].
    steps: Sender<(Shard<Q, F>, u64)>,
    /// The shard and the event that concerns all and that it has come to.
    results: Receiver<(Shard<Q, F>, Option<Event>)>,
}

impl<Q, F> Worker<Q, F>
where
    Q: QueueScheme + Send,
    F: FlowControl<Flow: Send, Reporter: Send> + Send,
{
    fn new<'scope, 'env>(scope: &'scope Scope<'scope, 'env>) -> Self
    where
        Q: 'scope,
        F: 'scope,
    {
        let (steps, to_do) = channel::<(Shard<Q, F>, u64)>();
        let (done, results) = channel();
        scope.spawn(move || {
            for (mut shard, end) in to_do {
                let common = shard.run_step(end);
                if done.send((shard, common)).is_err() {
                    return;
                }
            }
        });
        Self { steps, results }
    }
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// How well the packets sent so far would have been shared out among `shards`: all of them over those of the busiest shard's
    /// nodes, so at most `shards`. `None` where nothing was sent, or where there cannot be that many.
    #[must_use]
    pub fn balance(&self, shards: u32) -> Option<f64> {
        Self::balance_of(&[self], shards)
    }

    /// [`Self::balance`] of a run on several: a port sends in the shard of its node only.
    fn balance_of(parts: &[&Self], shards: u32) -> Option<f64> {
        let topology = &parts.first()?.topology;
        if shards == 0 || shards > topology.switches {
            return None;
        }
        let owners = partition(topology, shards as usize);
        let mut sent = vec![0; shards as usize];
        for part in parts {
            for (port, &node) in part.plane.ports.iter().zip(&part.lookahead.ports) {
                sent[owners[node as usize]] += port.sent;
            }
        }
        let busiest = sent.iter().max().copied().filter(|&most| most > 0)?;
        Some(sent.iter().sum::<u64>() as f64 / busiest as f64)
    }
}

/// The shard of every node: switches with hosts in equal runs, hosts with their switch, every other switch where most of its
/// neighbours are.
fn partition(topology: &Topology, shards: usize) -> Vec<usize> {
    let hosts = topology.hosts as usize;
    let number = |node: Node| match node {
        Node::Host(host) => host as usize,
        Node::Switch(switch) => hosts + switch as usize,
    };
    let nodes = hosts + topology.switches as usize;
    let mut neighbours = vec![Vec::new(); nodes];
    for link in &topology.links {
        let [a, b] = link.ends.map(number);
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut owners = vec![usize::MAX; nodes];
    let mut placed = 0;
    for switch in hosts..nodes {
        let own: Vec<usize> = neighbours[switch].iter().copied().filter(|&node| node < hosts).collect();
        if own.is_empty() {
            continue;
        }
        let shard = placed * shards / hosts;
        owners[switch] = shard;
        own.iter().for_each(|&host| owners[host] = shard);
        placed += own.len();
    }
    let mut loads = vec![0; shards];
    while let Some(switch) = (hosts..nodes).find(|&node| owners[node] == usize::MAX) {
        let near = |shard: usize| neighbours[switch].iter().filter(|&&node| owners[node] == shard).count();
        let shard = (0..shards).max_by_key(|&shard| (near(shard), core::cmp::Reverse(loads[shard])));
        owners[switch] = shard.unwrap_or(0);
        loads[owners[switch]] += 1;
    }
    owners
}

impl<Q, F> ShardedNetwork<Q, F>
where
    Q: QueueScheme + Send,
    F: FlowControl<Flow: Send, Reporter: Send> + Clone + Send,
{
    /// An idle network at time 0, run as `shards`, each on a thread of its own; the caller's is the first.
    ///
    /// # Errors
    /// Those of [`Network::new`], and what cannot be split.
    pub fn new(
        topology: &Topology,
        switches: &SwitchConfig<Q>,
        hosts: HostConfig,
        controls: &[F],
        seed: u64,
        shards: u32,
    ) -> Result<Self, FabricError> {
        let lookahead = topology.links.iter().map(|link| link.delay.0).min().unwrap_or(0);
        let refusal = match shards {
            1 => None,
            _ if shards == 0 || shards > topology.switches => {
                Some(ShardRefusal::Count { shards, most: topology.switches })
            }
            _ if lookahead == 0 => Some(ShardRefusal::NoDelay),
            _ if hosts.reuse => Some(ShardRefusal::Reuse),
            _ => None,
        };
        if let Some(refusal) = refusal {
            return Err(FabricError::Shards(refusal));
        }
        let of = |_| Network::new(topology.clone(), switches, hosts, controls.to_vec(), seed).map(Box::new);
        let mut it = Self {
            shards: (0..shards).map(of).collect::<Result<_, _>>()?,
            owners: partition(topology, shards as usize),
            cuts: Vec::new(),
            handed: Vec::new(),
            lookahead: lookahead.max(1),
            records: Vec::new(),
        };
        it.split();
        Ok(it)
    }
}

impl<Q, F> ShardedNetwork<Q, F>
where
    Q: QueueScheme + Send,
    F: FlowControl<Flow: Send, Reporter: Send> + Send,
{
    /// Gives every shard its nodes and its halves of wires.
    fn split(&mut self) {
        let first = &self.shards[0];
        let ends = |wire: usize| {
            let port = first.plane.ports.partition_point(|port| port.wire as usize <= wire) - 1;
            let (from, to) = (first.lookahead.ports[port], first.lookahead.wires[wire]);
            (to != NONE).then(|| Cut {
                wire: wire as u32,
                from: self.owners[from as usize],
                to: self.owners[to as usize],
            })
        };
        let all = (0..first.plane.wires.len()).filter_map(ends);
        self.cuts = all.filter(|cut| cut.from != cut.to).collect();
        for (index, shard) in self.shards.iter_mut().enumerate() {
            let owned = self.owners.iter().map(|&owner| owner == index).collect();
            let cut: Vec<u32> =
                self.cuts.iter().filter(|cut| cut.from == index).map(|cut| cut.wire).collect();
            shard.become_shard(owned, &cut);
        }
    }

    /// Adds a flow, as [`Network::add_flow`] does.
    ///
    /// # Errors
    /// Those of [`Network::add_flow`].
    pub fn add_flow(&mut self, spec: FlowSpec) -> Result<FlowId, FabricError> {
        let ids = self.shards.iter_mut().map(|shard| shard.add_flow(spec)).collect::<Result<Vec<_>, _>>()?;
        Ok(ids[0])
    }

    /// Lets time pass up to and including `end`.
    pub fn run_until(&mut self, end: Ps) {
        self.run(end.0, false);
    }

    /// Lets time pass until every flow with an end has completed, but not beyond `limit`; the answer says whether all have.
    pub fn run_until_all_done(&mut self, limit: Ps) -> bool {
        self.run(limit.0, true)
    }

    fn run(&mut self, limit: u64, to_end_of_flows: bool) -> bool {
        self.shards.iter_mut().for_each(|shard| shard.prepare());
        let all_done = std::thread::scope(|scope| {
            let workers: Vec<_> = (1..self.shards.len()).map(|_| Worker::new(scope)).collect();
            self.run_steps(limit, to_end_of_flows, &workers)
        });
        self.shards.iter_mut().for_each(|shard| shard.plane.settle());
        all_done
    }

    fn run_steps(&mut self, limit: u64, to_end_of_flows: bool, workers: &[Worker<Q, F>]) -> bool {
        loop {
            if to_end_of_flows && self.unfinished() == 0 {
                let now = self.now().0;
                self.pass(now);
                return true;
            }
            let Some(start) = self.first_time().filter(|&start| start <= limit) else {
                self.pass(self.now().0.max(limit));
                return false;
            };
            let end = start.saturating_add(self.lookahead - 1).min(limit);
            if !to_end_of_flows || self.shards.iter_mut().any(|shard| shard.will_go_on()) {
                self.run_step(end, workers);
            } else if !self.run_in_turn(end) {
                continue;
            }
            self.pass(end);
        }
    }

    /// When something is due next that can be heard of in another shard: an event, or the beginning of a transmission over a cut
    /// wire, which with precomputed departures has no event.
    fn first_time(&mut self) -> Option<u64> {
        let begins = |cut: &Cut| self.shards[cut.from].plane.wires[cut.wire as usize].next_start;
        let sent = self.cuts.iter().map(begins).min().filter(|&time| time != u64::MAX);
        let events = self.shards.iter_mut().filter_map(|shard| shard.plane.events.first());
        events.map(|first| first.0).chain(sent).min()
    }

    /// Every shard runs what is due up to `end` \[ps\].
    fn run_step(&mut self, end: u64, workers: &[Worker<Q, F>]) {
        loop {
            for (worker, shard) in workers.iter().zip(self.shards.drain(1..)) {
                // Nobody takes it if the thread has panicked, which the scope tells.
                worker.steps.send((shard, end)).unwrap_or_default();
            }
            let mut common = self.shards[0].run_step(end);
            for worker in workers {
                let (shard, event) = worker.results.recv().expect("the thread of a shard has panicked");
                common = common.or(event);
                self.shards.push(shard);
            }
            self.settle();
            let Some(event) = common else { return };
            self.run_common(event);
        }
    }

    /// The shards take turns in the order of all events up to `end` \[ps\]; returns `false` if the last flow ends before.
    fn run_in_turn(&mut self, end: u64) -> bool {
        while self.unfinished() > 0 {
            let firsts = self.shards.iter_mut().map(|shard| shard.plane.events.first()).enumerate();
            let first = firsts.filter_map(|(index, first)| Some((first?, index))).min();
            let Some(((time, what), index)) = first.filter(|&((time, _), _)| time <= end) else {
                return true;
            };
            let event = what.at(time);
            if event.kind().is_common() {
                self.shards.iter_mut().for_each(|shard| {
                    shard.plane.events.set_limit(time);
                    shard.plane.events.pop();
                });
                self.run_common(event);
            } else {
                self.shards[index].run_next(time);
                self.settle();
            }
        }
        false
    }

    /// An event that concerns all shards, which all have come to.
    fn run_common(&mut self, event: Event) {
        if event.is(Kind::FlowStop) {
            self.tell_of_sent();
        }
        self.shards.iter_mut().for_each(|shard| shard.run_event(event));
        self.settle();
    }

    /// A flow that stops ends with what its sender has sent: the shard of its receiver learns that.
    fn tell_of_sent(&mut self) {
        for slot in 0..self.shards[0].connections.len() {
            let senders = self.shards.iter().map(|shard| &shard.connections[slot]);
            let Some(sent) = senders.filter(|it| it.is_open).map(|it| it.sender.nxt).next() else { continue };
            self.shards.iter_mut().for_each(|shard| shard.connections[slot].sender.nxt = sent);
        }
    }

    /// Applies what shards did to the state they share, in the order of all events.
    fn settle(&mut self) {
        let mut endings: Vec<(usize, Ending)> = Vec::new();
        let mut freed: Vec<((u64, What), u32, u32)> = Vec::new();
        for (index, shard) in self.shards.iter_mut().enumerate() {
            endings.extend(shard.lookahead.endings.drain(..).map(|ending| (index, ending)));
            let flow_of = |slot: u32| shard.connections[slot as usize].flow;
            freed.extend(shard.lookahead.freed.drain(..).map(|(key, slot)| (key, flow_of(slot), slot)));
        }
        endings.sort_unstable_by_key(|(_, ending)| (ending.key, ending.flow));
        freed.sort_unstable();
        for (receiver, ending) in endings {
            let others = self.shards.iter_mut().enumerate().filter(|&(index, _)| index != receiver);
            others.for_each(|(_, shard)| shard.flows.finished());
            let from = self.shards[0].flows.get(ending.flow).spec.from;
            let sender = &mut self.shards[self.owners[from as usize]];
            sender.book_completion(ending);
            self.records.append(&mut sender.records);
        }
        for shard in &mut self.shards {
            for &(_, flow, slot) in &freed {
                shard.flows.get_mut(flow).slot = NONE;
                shard.free.push(slot);
            }
            shard.plane.resends.clear();
        }
    }

    /// Time passes up to `end` \[ps\] for all, and what has begun to be sent over cut wires is handed over.
    fn pass(&mut self, end: u64) {
        for shard in &mut self.shards {
            shard.plane.advance(end);
        }
        for &Cut { wire, from, to } in &self.cuts {
            self.shards[from].hand_over(wire, &mut self.handed);
            self.handed.drain(..).for_each(|handed| self.shards[to].take_over(&handed));
        }
        // A pause frame takes effect no earlier than the propagation delay of its link from now: after this step.
        for from in 0..self.shards.len() {
            for frame in core::mem::take(&mut self.shards[from].plane.pauses_out) {
                let node = self.shards[from].lookahead.ports[frame.port as usize];
                self.shards[self.owners[node as usize]].plane.pause_arrives(frame);
            }
        }
    }

    /// Now.
    #[must_use]
    pub fn now(&self) -> Ps {
        self.shards.iter().map(|shard| shard.now()).max().unwrap_or(Ps::ZERO)
    }

    /// Completed flows in order of completion.
    #[must_use]
    pub fn records(&self) -> &[FlowRecord] {
        &self.records
    }

    /// Flows with an end that have not completed.
    #[must_use]
    pub fn unfinished(&self) -> u64 {
        self.shards.first().map_or(0, |shard| shard.unfinished())
    }

    /// Sums over the run so far.
    #[must_use]
    pub fn counters(&self) -> RunCounters {
        let mut digest = RunDigest::default();
        let mut sums = RunCounters::default();
        for shard in &self.shards {
            digest.merge(shard.plane.digest);
            let it = shard.counters();
            sums.events += it.events;
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
        RunCounters { digest: digest.value(), ..sums }
    }

    /// Pause frames of all switches, resumes and repeats included.
    #[must_use]
    pub fn pause_frames(&self) -> u64 {
        self.shards.iter().map(|shard| shard.pause_frames()).sum()
    }

    /// Compares what was made with what became of it, as [`Network::ledger`] does.
    ///
    /// # Errors
    /// The first entity whose books do not agree: a defect of the simulator.
    pub fn ledger(&self) -> Result<Ledger, Imbalance> {
        Network::ledger_of(&self.parts())
    }

    /// How well the packets sent so far would have been shared out, as [`Network::balance`] tells.
    #[must_use]
    pub fn balance(&self, shards: u32) -> Option<f64> {
        Network::balance_of(&self.parts(), shards)
    }

    fn parts(&self) -> Vec<&Network<Q, F>> {
        self.shards.iter().map(|shard| &**shard).collect()
    }

    /// Where all packets are.
    #[must_use]
    pub fn census(&self) -> Census {
        self.shards.iter().map(|shard| shard.census()).fold(Census::default(), |sum, it| Census {
            made: sum.made + it.made,
            consumed: sum.consumed + it.consumed,
            dropped: sum.dropped + it.dropped,
            resident: sum.resident + it.resident,
        })
    }

    /// Events that each shard has run: its work.
    #[must_use]
    pub fn work(&self) -> Vec<u64> {
        self.shards.iter().map(|shard| shard.counters().events).collect()
    }
}
