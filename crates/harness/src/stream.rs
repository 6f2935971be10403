//! The packets over which mean costs are taken.
//!
//! Phases of up to 700 packets, each at the packet spacing of one Ethernet rate and around one queueing delay.
//! The largest delay is chosen so that as many packets are marked as in the study that the hand-written baseline is compared
//! with (30.5 %): a mark is the dearest path, so its share decides the mean.

use freeboard_aqm_api::{Departure, Ecn, Hooks};
use freeboard_replay::{PacketEvent, Random, plan};
use freeboard_units::{Bytes, Nanos32};

/// Queueing delay around which a phase hovers, up to this \[ns\].
const LEVEL_MAX_NS: u32 = 260_000;
/// Spread of the delay within a phase \[ns\].
const SPREAD_NS: u32 = 8_000;
/// Time between packets of 1500 B at 100, 40, 25, 10 and 1 Gbit/s \[ns\].
const GAPS_NS: [u32; 5] = [120, 300, 480, 1_200, 12_000];
/// Longest phase \[packets\].
const PHASE_MAX: u32 = 700;

/// Phases of up to 700 packets, each at one rate and around one delay.
#[derive(Clone, Debug)]
pub(crate) struct Packets {
    random: Random,
    hooks: Hooks,
    now: u64,
    gap: u32,
    level: u32,
    left: u32,
}

impl Packets {
    /// For these hooks; with both they alternate. Time starts where a zero-filled clock stands, so that packets
    /// are newer than it from the first on.
    pub(crate) const fn new(hooks: Hooks) -> Self {
        Self { random: Random::new(plan::SEED), hooks, now: 0, gap: 0, level: 0, left: 0 }
    }

    fn phase(&mut self) {
        self.left = 1 + self.random.below(PHASE_MAX);
        self.level = self.random.below(LEVEL_MAX_NS);
        self.gap = GAPS_NS[self.random.below(GAPS_NS.len() as u32) as usize];
    }

    fn arrives(&mut self) -> bool {
        match (self.hooks.contains(Hooks::ENQUEUE), self.hooks.contains(Hooks::DEQUEUE)) {
            (true, true) => self.left.is_multiple_of(2),
            (enqueue, _) => enqueue,
        }
    }
}

impl Iterator for Packets {
    type Item = PacketEvent;

    fn next(&mut self) -> Option<PacketEvent> {
        if self.left == 0 {
            self.phase();
        }
        self.left -= 1;
        self.now += u64::from(self.gap / 2 + self.random.below(self.gap));
        let (now, now_high) = (Nanos32(self.now as u32), (self.now >> 32) as u16);
        let sojourn = self.level + self.random.below(SPREAD_NS);
        // At 10 Gbit/s, 1.25 B leave per ns.
        let depth = sojourn + sojourn / 4;
        let (size, ecn, random) = (Bytes(1500), Ecn::ECT0, self.random.word());
        let (port_depth, pool_depth) = (depth, 4 * depth);
        let packet = Departure { now, now_high, sojourn, size, depth, port_depth, pool_depth, ecn, random };
        Some(if self.arrives() { PacketEvent::arriving(packet) } else { PacketEvent::Departure(packet) })
    }
}
