//! A stream of packets through one queue, for marking schemes.

use crate::Random;
use freeboard_aqm_api::{Arrival, Bytes, Departure, Ecn, Nanos32};

/// One hook call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketEvent {
    /// A packet arrives.
    Arrival(Arrival),
    /// A packet leaves.
    Departure(Departure),
}

impl PacketEvent {
    /// The arrival of a packet that is said as a departure: all of it but the sojourn time.
    #[inline]
    #[must_use]
    pub const fn arriving(packet: Departure) -> Self {
        let Departure { now, now_high, sojourn: _, size, depth, port_depth, pool_depth, ecn, random } =
            packet;
        Self::Arrival(Arrival { now, now_high, size, depth, port_depth, pool_depth, ecn, random })
    }

    /// The same event without its sojourn time where that is negative, 2^31 ns or more; `None` where it is not.
    #[must_use]
    pub const fn without_negative_sojourn(&self) -> Option<Self> {
        match *self {
            Self::Departure(packet) if packet.has_negative_sojourn() => {
                Some(Self::Departure(Departure { sojourn: 0, ..packet }))
            }
            _ => None,
        }
    }

    /// The event as words, in the column order of the golden trace: hook, time, size, depths, sojourn, ECN, random.
    #[must_use]
    pub const fn words(&self) -> [u32; 10] {
        match *self {
            Self::Arrival(a) => [
                0,
                a.now.0,
                a.now_high as u32,
                a.size.0,
                a.depth,
                a.port_depth,
                a.pool_depth,
                0,
                a.ecn.bits() as u32,
                a.random,
            ],
            Self::Departure(d) => [
                1,
                d.now.0,
                d.now_high as u32,
                d.size.0,
                d.depth,
                d.port_depth,
                d.pool_depth,
                d.sojourn,
                d.ecn.bits() as u32,
                d.random,
            ],
        }
    }
}

/// Longest silence in the stream \[ns\]: below the longest gap every scheme tolerates (2^30 - 1).
const SILENCE_MAX_NS: u32 = 900_000_000;

/// Farthest a stamp is late \[ns\]: a packet of another parser.
const LATE_MAX_NS: u32 = 3_000;

/// Sojourn-time levels a phase may hover around \[ns\]: empty, below, between and above the usual targets.
const LEVELS_NS: [u32; 8] = [0, 5_000, 12_000, 60_000, 90_000, 150_000, 210_000, 240_000];

/// Most the pool's counter says: 19 bits, as those of a switch's packet memory.
const POOL_DEPTH_MAX: u32 = (1 << 19) - 1;

/// Packet spacings a phase may have \[ns\]: 100, 10 and 1 Gbit/s of 1500 B, and sparse traffic.
const GAPS_NS: [u32; 4] = [120, 1_200, 12_000, 200_000];

/// An endless stream of arrivals and departures of one queue, alone on its port; the pool holds four such ports.
#[derive(Clone, Debug)]
pub struct PacketEvents {
    random: Random,
    now: u64,
    gap: u32,
    level: u32,
    left: u32,
}

impl PacketEvents {
    /// The stream of `seed`, its clock starting at `start_ns` (48 bits).
    #[must_use]
    pub const fn new(seed: u64, start_ns: u64) -> Self {
        Self { random: Random::new(seed), now: start_ns, gap: 0, level: 0, left: 0 }
    }

    /// The next event. Time is 48 bits wide and goes on by at most 0.9 s; one event in 64 is stamped late.
    pub fn step(&mut self) -> PacketEvent {
        if self.left == 0 {
            self.new_phase();
        }
        self.left = self.left.wrapping_sub(1);
        let jitter = self.random.below(self.gap | 1);
        self.now = self.now.wrapping_add(u64::from(self.gap / 2) + u64::from(jitter));
        let late = if self.random.one_in(64) { u64::from(self.random.below(LATE_MAX_NS)) } else { 0 };
        let stamp = self.now.wrapping_sub(late) & 0xffff_ffff_ffff;
        let sojourn = self.level + self.random.below(8_000);
        // At 10 Gbit/s, 1.25 B leave per ns.
        let depth = sojourn + sojourn / 4;
        let size = Bytes([64, 1500, 1500, 9000][self.random.below(4) as usize & 3]);
        let ecn = Ecn::from_bits_truncate(self.random.below(4) as u8);
        let (now, now_high, random) = (Nanos32(stamp as u32), (stamp >> 32) as u16, self.random.word());
        let (port_depth, pool_depth) = (depth, (4 * depth).min(POOL_DEPTH_MAX));
        let packet = Departure { now, now_high, sojourn, size, depth, port_depth, pool_depth, ecn, random };
        if self.random.one_in(3) { PacketEvent::arriving(packet) } else { PacketEvent::Departure(packet) }
    }

    fn new_phase(&mut self) {
        self.left = 1 + self.random.below(700);
        self.level = LEVELS_NS[self.random.below(8) as usize & 7];
        self.gap = GAPS_NS[self.random.below(4) as usize & 3];
        if self.random.one_in(16) {
            self.now = self.now.wrapping_add(u64::from(self.random.below(SILENCE_MAX_NS)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_the_low_clock_and_stays_within_the_longest_gap() {
        let mut events = PacketEvents::new(1, 0);
        let (mut latest, mut wraps, mut lates) = (0u64, 0, 0);
        for _ in 0..1_000_000 {
            let words = events.step().words();
            let stamp = u64::from(words[2]) << 32 | u64::from(words[1]);
            lates += u32::from(stamp < latest);
            if stamp > latest {
                wraps += u32::from(stamp >> 32 != latest >> 32);
                assert!(stamp - latest < 1 << 30);
                latest = stamp;
            }
        }
        assert!(wraps >= 10, "{wraps} wraps");
        assert!(lates >= 1000, "{lates} late stamps");
    }
}
