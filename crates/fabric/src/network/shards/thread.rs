//! Thread of one shard: runs step after step, and exchanges with the other shards after each.

use super::exchange::{Exchange, LowerBounds};
use super::partition::Partition;
use crate::data_plane::{NONE, QueueScheme};
use crate::engine::Kind;
use crate::network::{Network, Until};
use crate::time::Ps;
use crate::transport::FlowControl;

/// One shard, with its state of the exchange.
#[derive(Debug)]
pub(super) struct ShardThread<'a, Q, F: FlowControl> {
    pub(super) shard: &'a mut Network<Q, F>,
    index: usize,
    partition: &'a Partition,
    exchange: &'a Exchange,
    /// The half of the exchange that is written next.
    half: usize,
    /// Whether each part has run since its last export.
    has_run: [bool; 2],
    /// Time of the next transmission on a cut wire from a node of each part; [`u64::MAX`] without one \[ps\].
    starts: [u64; 2],
    /// The shard of the sender of every flow that has ended, in the order of all events.
    pub(super) ended: Vec<usize>,
}

impl<'a, Q: QueueScheme, F: FlowControl> ShardThread<'a, Q, F> {
    pub(super) const fn new(
        shard: &'a mut Network<Q, F>,
        index: usize,
        partition: &'a Partition,
        exchange: &'a Exchange,
    ) -> Self {
        Self {
            shard,
            index,
            partition,
            exchange,
            half: 0,
            has_run: [true; 2],
            starts: [u64::MAX; 2],
            ended: Vec::new(),
        }
    }

    /// Runs until no event is due up to `limit` \[ps\], or until the last flow may end in the next step. Returns the senders'
    /// shards of the flows that have ended, in the order of all events.
    pub(super) fn run(mut self, limit: u64, until: Until) -> Vec<usize> {
        let _guard = self.exchange.barrier.guard();
        loop {
            self.export(until);
            self.exchange.barrier.wait();
            let bounds = self.import();
            let may_end = until == Until::AllDone && (!bounds.continues || self.shard.unfinished() == 0);
            if bounds.first() > limit || may_end {
                return self.ended;
            }
            let limits = self.partition.limits(bounds).map(|end| end.min(limit));
            match self.shard.run_step(limits) {
                None => {
                    self.has_run = [0, 1].map(|side| limits[side] > self.shard.reached[side]);
                    self.shard.reach(limits);
                }
                // All shards have reached this event. The next step begins here, since the last flow may end by it.
                Some(event) => {
                    self.post(LowerBounds::NONE, event.is(Kind::FlowStop));
                    self.exchange.barrier.wait();
                    self.read();
                    self.shard.run_event(event);
                    self.has_run = [true; 2];
                    self.shard.reach([event.time; 2]);
                }
            }
        }
    }

    /// Exports the transmissions that have begun on cut wires, and posts the changes of shared state.
    pub(super) fn export(&mut self, until: Until) {
        let shard = &mut *self.shard;
        let (mut earliest, common) = shard.plane.events.earliest();
        for side in (0..2).filter(|&side| self.has_run[side]) {
            self.starts[side] = u64::MAX;
            shard.plane.advance(shard.reached[side]);
            for cut in self.partition.cuts[self.index].iter().filter(|cut| cut.side == side) {
                let outbox = &mut self.exchange.outbox(self.half, self.index, cut.to);
                let [start, arrival] = shard.export(&cut.wires, outbox);
                let other = shard.lookahead.side_of_wire(cut.wires[0]);
                self.starts[side] = self.starts[side].min(start);
                earliest[other] = earliest[other].min(arrival);
            }
        }
        earliest = [0, 1].map(|side| earliest[side].min(self.starts[side]));
        // A pause frame takes effect no earlier than the propagation delay of its link from now: after this step.
        for frame in shard.plane.sharing.pauses_out.drain(..) {
            let node = shard.lookahead.ports[frame.port as usize];
            let side = shard.lookahead.side_of_port(frame.port);
            earliest[side] = earliest[side].min(frame.arrival);
            let to = self.partition.owners[node as usize];
            self.exchange.outbox(self.half, self.index, to).pauses.push(frame);
        }
        let continues = until == Until::AllDone && self.shard.will_continue();
        self.post(LowerBounds { earliest, common, continues }, false);
    }

    /// Imports the packets that others have exported before the barrier, and updates shared state.
    pub(super) fn import(&mut self) -> LowerBounds {
        for from in (0..self.partition.cuts.len()).filter(|&from| from != self.index) {
            self.shard.import(&mut self.exchange.outbox(self.half, from, self.index));
        }
        self.read()
    }

    /// Posts this shard's changes of shared state; if a flow is to stop, also the progress of all senders.
    pub(super) fn post(&mut self, bounds: LowerBounds, is_stop: bool) {
        let shard = &mut *self.shard;
        let mut news = self.exchange.news(self.half, self.index);
        news.bounds = bounds;
        news.endings.clear();
        news.endings.append(&mut shard.lookahead.endings);
        let flow_of = |slot: u32| shard.connections[slot as usize].flow;
        news.freed.clear();
        news.freed.extend(shard.lookahead.freed.drain(..).map(|(key, slot)| (key, flow_of(slot), slot)));
        news.sent.clear();
        if is_stop {
            let open = (0..).zip(&shard.connections).filter(|(_, it)| it.is_open);
            news.sent.extend(open.map(|(slot, it)| (slot, it.sender.nxt)));
        }
    }

    /// Reads the posts of all shards, and updates shared state in the order of all events.
    pub(super) fn read(&mut self) -> LowerBounds {
        let mut bounds = LowerBounds::NONE;
        let (mut endings, mut freed) = (Vec::new(), Vec::new());
        for from in 0..self.partition.cuts.len() {
            let news = self.exchange.news(self.half, from);
            bounds = bounds.with(news.bounds);
            endings.extend(news.endings.iter().map(|ending| (from, *ending)));
            freed.extend_from_slice(&news.freed);
            // A flow that stops ends with the bytes that its sender has sent.
            for &(slot, nxt) in &news.sent {
                self.shard.connections[slot as usize].sender.nxt = nxt;
            }
        }
        endings.sort_unstable_by_key(|(_, ending)| (ending.key, ending.flow));
        freed.sort_unstable();
        for (receiver, ending) in endings {
            if receiver != self.index {
                self.shard.flows.finished();
            }
            let from = self.shard.flows.get(ending.flow).spec.from;
            let sender = self.partition.owners[from as usize];
            if sender == self.index {
                self.shard.book_completion(ending);
            } else {
                self.shard.follow(ending.flow, Ps(ending.key.0));
            }
            self.ended.push(sender);
        }
        for ((time, _), flow, slot) in freed {
            self.shard.flows.get_mut(flow).slot = NONE;
            self.shard.release_slot(time, slot);
        }
        self.shard.plane.sharing.resends.clear();
        self.half ^= 1;
        bounds
    }
}
