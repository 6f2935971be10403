//! A queue that was silent for any time decides like a fresh one, if its owner calls the idle hook.

use freeboard_aqm_api::{Arrival, Bytes, Departure, Ecn, IDLE_MAX_NS, IDLE_MIN_NS, Nanos32, Verdict};
use freeboard_conformance::suites::{Setup, aqm_setups};
use freeboard_registry::{AnyAqm, AqmId};
use freeboard_replay::Random;

mod ecn_sharp;

/// Longest silence tried \[ns\]: four wraps of the stamp.
const LONGEST_NS: u64 = 1 << 34;

/// How often the owner calls: at either end of what the interface allows, and between.
const PERIODS: [u32; 3] = [IDLE_MIN_NS, 700_000_000, IDLE_MAX_NS];

/// One queue whose packets arrive and leave at the same stamps.
#[derive(Clone, Debug)]
struct Queue {
    scheme: AnyAqm,
    now: u64,
}

impl Queue {
    fn new(setup: &Setup, now: u64) -> Self {
        Self { scheme: setup.place(), now }
    }

    /// A packet arrives, and `sojourn` later one leaves that has waited as long and leaves `depth` behind.
    fn packet(&mut self, gap: u32, (sojourn, depth): (u32, u32), random: u32) -> [Verdict; 2] {
        self.now += u64::from(gap);
        let (now, now_high) = (Nanos32(self.now as u32), (self.now >> 32) as u16);
        let (size, ecn) = (Bytes(1500), Ecn::ECT0);
        let (port_depth, pool_depth) = (depth, depth);
        let arrival = Arrival { now, now_high, size, depth, port_depth, pool_depth, ecn, random };
        let departure =
            Departure { now, now_high, sojourn, size, depth, port_depth, pool_depth, ecn, random };
        let activity = &mut Default::default();
        [self.scheme.on_enqueue(&arrival, activity), self.scheme.on_dequeue(&departure, activity)]
    }

    /// A silence; the owner calls every `period` ns of it, or never.
    fn silence(&mut self, nanos: u64, period: Option<u32>) {
        let end = self.now + nanos;
        while let Some(next) = period.map(|period| self.now + u64::from(period)).filter(|next| *next <= end) {
            self.now = next;
            self.scheme.on_idle(Nanos32(next as u32));
        }
        self.now = end;
    }

    /// Decisions on a burst that grows, stands and drains, from a seed.
    fn burst(&mut self, seed: u64) -> Vec<[Verdict; 2]> {
        let mut random = Random::new(seed);
        let (length, gap) = (random.below(300_000), 1 + random.below(4_000));
        let packet = |at: u32| {
            let depth = length.min(at * 1500).min((599 - at) * 1500);
            let word = random.word();
            self.packet(gap, (depth / 2, depth), word)
        };
        (0..600).map(packet).collect()
    }
}

/// A silence is as likely short as long; its last nanoseconds matter as much as its order of magnitude.
fn any_silence(random: &mut Random) -> u64 {
    let log2 = random.below(35);
    (u64::from(random.word()) << 32 | u64::from(random.word())) % (LONGEST_NS >> (34 - log2)).max(1)
}

/// Leaves a run above every target open and the queue empty.
fn open_run(queue: &mut Queue, random: &mut Random) {
    for at in 0..200 {
        let word = random.word();
        queue.packet(2_000, (1 << 22, if at == 199 { 0 } else { 1 << 20 }), word);
    }
}

/// Of one scheme: after a silence with calls it decides like a fresh queue; after one too short for a call, as without an owner.
fn holds(id: AqmId) {
    assert!(id.meta().longest_gap_ns >= u64::from(IDLE_MAX_NS), "{id}: an owner may come too late");
    let mut random = Random::new(0x51_1e_ce);
    for setup in aqm_setups(id, 41) {
        for round in 0..12 {
            let mut queue = Queue::new(&setup, (1 << 40) + u64::from(random.word()));
            let _ = queue.burst(round);
            open_run(&mut queue, &mut random);
            let period = PERIODS[random.below(3) as usize];
            let silence = any_silence(&mut random);
            queue.silence(silence, Some(period));
            if silence < u64::from(period) {
                continue;
            }
            let mut fresh = Queue::new(&setup, queue.now);
            fresh.scheme.on_idle(Nanos32(queue.now as u32));
            assert_eq!(queue.burst(round), fresh.burst(round), "{setup:?} after {silence} ns");
        }
    }
}

macro_rules! every_scheme {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        mod every_scheme {
            $(#[test]
              fn $name() {
                  super::holds(freeboard_registry::AqmId::$name);
              })*
        }
    };
}
freeboard_registry::for_each_aqm!(every_scheme);
