//! A set of queues with its time.

use freeboard::aqm_api::{Aqm, Arrival, Bytes, Decision, Departure, Ecn, Nanos32, PortId, QueueId, Verdict};
use freeboard::{QueueSet, TICK_MAX_NS};
use freeboard_replay::Random;

pub(crate) type Set<A> = QueueSet<A, 2, 3>;

/// Where a queue is.
pub(crate) type Place = (PortId, QueueId);
pub(crate) const HERE: Place = (PortId(1), QueueId(2));
pub(crate) const BESIDE: Place = (PortId(1), QueueId(1));

/// A set with its time.
#[derive(Clone)]
pub(crate) struct Device<A: Aqm> {
    pub(crate) set: Set<A>,
    pub(crate) now: u64,
    pub(crate) ticked: u64,
}

impl<A: Aqm> Device<A> {
    pub(crate) fn new(params: A::Params, now: u64) -> Self {
        Self { set: Set::new(params, Nanos32(now as u32)), now, ticked: now }
    }

    /// Moves time on; the timer is late at times.
    pub(crate) fn pass(&mut self, nanos: u64, random: &mut Random) {
        let end = self.now + nanos;
        loop {
            let next = self.ticked + u64::from(TICK_MAX_NS / 2 + random.below(TICK_MAX_NS / 2));
            if next > end {
                break;
            }
            self.ticked = next;
            self.set.on_tick(Nanos32(next as u32));
        }
        self.now = end;
    }

    // The hooks are inlined wherever this is: once is enough for the compiler.
    #[inline(never)]
    pub(crate) fn packet(
        &mut self,
        (port, queue): Place,
        (sojourn, depth): (u32, u32),
        random: u32,
    ) -> [Decision; 2] {
        let (arrival, departure) = passing(self.now, (sojourn, depth), random);
        [self.set.on_enqueue(port, queue, &arrival), self.set.on_dequeue(port, queue, &departure)]
    }

    pub(crate) fn burst(&mut self, seed: u64) -> Vec<[Verdict; 2]> {
        let mut random = Random::new(seed);
        let gap = 1 + u64::from(random.below(4_000));
        let packet = |at: u32| {
            self.now += gap;
            let depth = 200_000.min(at * 1500).min((399 - at) * 1500);
            self.packet(HERE, (depth / 2, depth), random.word()).map(|decision| decision.verdict)
        };
        (0..400).map(packet).collect()
    }
}

/// A packet of 1500 B that finds `depth` in queue, port and pool, and leaves them after `sojourn`.
pub(crate) fn passing(now: u64, (sojourn, depth): (u32, u32), random: u32) -> (Arrival, Departure) {
    let (now, now_high) = (Nanos32(now as u32), (now >> 32) as u16);
    let (size, ecn) = (Bytes(1500), Ecn::ECT0);
    let (port_depth, pool_depth) = (depth, depth);
    let departure = Departure { now, now_high, sojourn, size, depth, port_depth, pool_depth, ecn, random };
    (Arrival { now, now_high, size, depth, port_depth, pool_depth, ecn, random }, departure)
}
