//! One run on several shards, with the results of one shard: conservative steps and shared state.
//!
//! A packet is on a wire for at least the shortest propagation delay, the *lookahead*. An event of one shard therefore affects
//! another shard only after a step of this length, and each shard runs the step alone. Then the packets on cut wires are
//! exported. With a bipartition of the nodes a step is a window of the part that is behind in all shards, twice as long (see the
//! event queue). Near a global event both parts run to it in one step. A flow that stops is a global event: every shard halts at
//! it, the shared state (records, free slots) is updated in the order of all events, and each shard does its part of the work. If
//! the last flow may end within a step, the shards take turns in the order of all events, so that no shard runs beyond that end.

mod barrier;
mod exchange;
mod outcome;
mod partition;
mod shard;
mod thread;

use super::{ClosedLoop, Network, Until};
use crate::data_plane::QueueScheme;
use crate::engine::Kind;
use crate::error::{FabricError, ShardRefusal};
use crate::faults::Fault;
use crate::flow::{FlowId, FlowSpec};
use crate::results::FlowRecord;
use crate::time::Ps;
use crate::transport::FlowControl;
use exchange::{CachePadded, Exchange, LowerBounds};
use partition::Partition;
pub(in crate::network) use partition::Parts;
use thread::ShardThread;

/// A network on one shard or several. Records, counters and digest do not depend on their number.
#[derive(Debug)]
pub struct ShardedNetwork<Q, F: FlowControl> {
    pub(super) shards: Vec<CachePadded<Network<Q, F>>>,
    partition: Partition,
    records: Vec<FlowRecord>,
}

impl<Q: QueueScheme, F: FlowControl> ShardedNetwork<Q, F> {
    /// An idle network at time 0 on a number of `shards`, each with its own thread; the first runs on the caller's thread.
    /// `build` makes the same network every time, one per shard. A shard alone is its network, with every call.
    ///
    /// # Errors
    /// Errors of `build`, and networks that cannot be split.
    pub fn new(
        shards: u32,
        mut build: impl FnMut() -> Result<Network<Q, F>, FabricError>,
    ) -> Result<Self, FabricError> {
        let first = build()?;
        if let Some(refusal) = ShardRefusal::of(&first.topology, &first.config, shards) {
            return Err(FabricError::Shards(refusal));
        }
        let partition = Partition::new(&first, shards as usize);
        let mut parts = vec![CachePadded(first)];
        if shards == 1 {
            return Ok(Self { shards: parts, partition, records: Vec::new() });
        }
        for _ in 1..shards {
            parts.push(CachePadded(build()?));
        }
        for (index, shard) in parts.iter_mut().enumerate() {
            let owned = partition.owners.iter().map(|&owner| owner == index).collect();
            shard.become_shard(owned, &partition.cuts[index]);
        }
        Ok(Self { shards: parts, partition, records: Vec::new() })
    }

    /// The network, if it is on one shard.
    pub fn one(&mut self) -> Option<&mut Network<Q, F>> {
        match &mut self.shards[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Says what breaks in the run, as [`Network::set_faults`] does.
    ///
    /// # Errors
    /// Errors of [`Network::set_faults`]; on several shards nothing may break.
    pub fn set_faults(&mut self, faults: &[Fault]) -> Result<(), FabricError> {
        match self.one() {
            Some(one) => one.set_faults(faults),
            None if faults.is_empty() => Ok(()),
            None => Err(FabricError::Shards(ShardRefusal::Faults)),
        }
    }
}

impl<Q, F> ShardedNetwork<Q, F>
where
    Q: QueueScheme + Send,
    F: FlowControl<Flow: Send, Reporter: Send> + Send,
{
    /// Adds a flow, as [`Network::add_flow`] does.
    ///
    /// # Errors
    /// Those of [`Network::add_flow`].
    pub fn add_flow(&mut self, spec: FlowSpec) -> Result<FlowId, FabricError> {
        let ids = self.shards.iter_mut().map(|shard| shard.add_flow(spec)).collect::<Result<Vec<_>, _>>()?;
        Ok(ids[0])
    }

    /// Adds a closed loop, as [`Network::add_loop`] does.
    ///
    /// # Errors
    /// Errors of [`Network::add_loop`], or on several shards a loop without a wait: a flow would begin in the step in which another
    /// completes.
    pub fn add_loop(&mut self, spec: ClosedLoop) -> Result<(), FabricError> {
        if let Some(one) = self.one() {
            return one.add_loop(spec);
        }
        // A step may be two lookaheads long.
        let wait = spec.service.0.min(spec.think.0) / 2;
        if wait == 0 {
            return Err(FabricError::Shards(ShardRefusal::ClosedLoops));
        }
        self.shards.iter_mut().try_for_each(|shard| shard.add_loop(spec))?;
        self.partition.shorten_steps(wait);
        Ok(())
    }

    /// Lets time pass up to and including `end`.
    pub fn run_until(&mut self, end: Ps) {
        match self.one() {
            Some(one) => one.run_until(end),
            None => _ = self.run(end.0, Until::Time),
        }
    }

    /// Lets time pass until every flow with an end has completed, but not beyond `limit`; returns whether all have completed.
    pub fn run_until_all_done(&mut self, limit: Ps) -> bool {
        match self.one() {
            Some(one) => one.run_until_all_done(limit),
            None => self.run(limit.0, Until::AllDone),
        }
    }

    fn run(&mut self, limit: u64, until: Until) -> bool {
        self.shards.iter_mut().for_each(|shard| shard.prepare());
        let exchange = Exchange::new(self.shards.len());
        let all_done = loop {
            let bounds = self.agree(until, &exchange);
            if until == Until::AllDone && self.unfinished() == 0 {
                break true;
            }
            if bounds.first() > limit {
                let end = self.now().0.max(limit);
                self.advance(end);
                break false;
            }
            if until == Until::Time || bounds.continues {
                self.run_threads(limit, until, &exchange);
            } else {
                let end = bounds.first().saturating_add(self.partition.lookahead - 1).min(limit);
                self.run_in_turn(end, &exchange);
            }
        };
        self.shards.iter_mut().for_each(|shard| shard.plane.settle());
        all_done
    }

    /// Runs until no event is due up to `limit` \[ps\], or until the last flow may end in the next step.
    fn run_threads(&mut self, limit: u64, until: Until, exchange: &Exchange) {
        let mut threads = threads(&mut self.shards, &self.partition, exchange);
        let first = threads.next();
        let ended = std::thread::scope(|scope| {
            threads.for_each(|thread| drop(scope.spawn(move || thread.run(limit, until))));
            first.map_or_else(Vec::new, |thread| thread.run(limit, until))
        });
        self.collect_records(ended);
    }

    /// The shards take turns in the order of all events up to `end` \[ps\], or up to the event that ends the last flow.
    fn run_in_turn(&mut self, end: u64, exchange: &Exchange) {
        while self.unfinished() > 0 {
            let earliest = self.shards.iter_mut().map(|shard| shard.plane.events.first()).enumerate();
            let first = earliest.filter_map(|(index, first)| Some((first?, index))).min();
            let Some(((time, what), index)) = first.filter(|&((time, _), _)| time <= end) else {
                return self.advance(end);
            };
            let event = what.at(time);
            if event.kind().is_common() {
                self.shards.iter_mut().for_each(|shard| {
                    shard.plane.events.set_limits([time; 2]);
                    shard.plane.events.pop();
                });
                self.settle(event.is(Kind::FlowStop), exchange);
                self.shards.iter_mut().for_each(|shard| shard.run_event(event));
            } else {
                self.shards[index].run_next(time);
            }
            self.settle(false, exchange);
        }
        self.advance(self.now().0);
    }

    /// Advances the time of all shards to `now` \[ps\].
    fn advance(&mut self, now: u64) {
        for shard in &mut self.shards {
            shard.plane.advance(now);
            shard.reach([now; 2]);
        }
    }

    /// On one thread: exports packets on cut wires and updates shared state.
    fn agree(&mut self, until: Until, exchange: &Exchange) -> LowerBounds {
        let mut threads: Vec<_> = threads(&mut self.shards, &self.partition, exchange).collect();
        threads.iter_mut().for_each(|thread| thread.export(until));
        let bounds = threads.iter_mut().map(ShardThread::import).last();
        let ended = threads.swap_remove(0).ended;
        self.collect_records(ended);
        bounds.unwrap_or_default()
    }

    /// On one thread: updates shared state.
    fn settle(&mut self, is_stop: bool, exchange: &Exchange) {
        let mut threads: Vec<_> = threads(&mut self.shards, &self.partition, exchange).collect();
        threads.iter_mut().for_each(|thread| thread.post(LowerBounds::NONE, is_stop));
        for thread in &mut threads {
            thread.read();
        }
        let ended = threads.swap_remove(0).ended;
        self.collect_records(ended);
    }

    /// Takes the records of flows from the shards of their senders.
    fn collect_records(&mut self, senders: Vec<usize>) {
        let mut records: Vec<_> = self.shards.iter_mut().map(|shard| shard.records.drain(..)).collect();
        self.records.extend(senders.into_iter().filter_map(|sender| records[sender].next()));
    }
}

/// Initial arguments of every shard's thread.
fn threads<'a, Q: QueueScheme, F: FlowControl>(
    shards: &'a mut [CachePadded<Network<Q, F>>],
    partition: &'a Partition,
    exchange: &'a Exchange,
) -> impl Iterator<Item = ShardThread<'a, Q, F>> {
    let thread = move |(index, shard): (usize, &'a mut CachePadded<Network<Q, F>>)| {
        ShardThread::new(shard, index, partition, exchange)
    };
    shards.iter_mut().enumerate().map(thread)
}
