//! Random packets of one paced flow, compared with its exact schedule in 128 bits.

use super::Exercised;
use super::reader::Reader;
use freeboard_device::nic::{Pacer, release};
use freeboard_replay::Random;
use freeboard_units::{Bytes, LineFraction};

/// Packets per operation.
const PACKETS: usize = 64;
/// Names of what happens beside pacing, by the first byte of an input.
pub const PACING: [&str; 4] = ["on-time", "late", "held", "all"];
/// Fraction bits of the schedule \[ps\]: a packet's share is rounded by less than 2^-40 ps.
const FRACTION: u32 = 40;

/// The schedule that the pacer's contract describes, rounded down: never after the exact one.
#[derive(Default)]
struct Schedule {
    /// Time of the next packet in units of 2^-40 ps.
    next: u128,
    /// Changes of the rate, and holds up to the ceiling: each may cost a picosecond.
    changes: u128,
    rate: u32,
}

impl Schedule {
    fn on_released(&mut self, now: u64, hold: u64, slack: u64, line_ps: u64, rate: u32) {
        let (at, held) = (u128::from(now) << FRACTION, u128::from(hold) << FRACTION);
        let wanted = self.next.max(held);
        // Up to a picosecond beyond the ceiling, and those that changes of the rate have cost.
        let ceiling = (1 + self.changes) << FRACTION;
        let most = wanted + ceiling + (u128::from(slack) << FRACTION);
        if at >= most {
            (self.next, self.changes) = (at, 0);
        } else if held > self.next + ceiling {
            (self.next, self.changes) = (held, 0);
        } else if held > self.next {
            // A hold that ends by the ceiling may begin a schedule, a picosecond later at most, or not.
            self.changes += 1;
        }
        self.changes += u128::from(rate != self.rate);
        self.rate = rate;
        self.next += (u128::from(line_ps) << (20 + FRACTION)) / u128::from(rate);
    }

    /// Panics unless `time` is the schedule's, rounded up.
    fn agrees(&self, time: u64) {
        let time = u128::from(time) << FRACTION;
        assert!(time >= self.next, "early by {} of 2^-40 ps", self.next - time);
        let late = time - self.next;
        assert!(late < (2 + self.changes) << FRACTION, "late by {} ps", late >> FRACTION);
    }
}

/// Sends packets at, after and long after their time, with holds and new rates.
///
/// # Panics
/// The pacer leaves its schedule.
pub fn pacer_ops(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let kind = usize::from(reader.byte()) % PACING.len();
    let byte_time = reader.choose(&[20, 80, 320, 800, 8000]);
    let slack = reader.choose(&[0, 1, 1000, 500_000]);
    let seed = reader.word();
    let (mut pacer, mut schedule) = (Pacer::default(), Schedule::default());
    let mut seen = Exercised { id: PACING[kind].to_owned(), events: 0, compared: 0 };
    for words in reader.ops() {
        let mut random = Random::new(u64::from(words[0] ^ seed) << 32 | u64::from(words[1]));
        let rate = (1 + (words[2] & 0xf_ffff)) >> (words[2] >> 27);
        let rate = LineFraction::from_bits(rate.max(64));
        for _ in 0..PACKETS {
            let next = pacer.next_tx();
            let hold =
                if kind >= 2 && random.one_in(8) { next + u64::from(random.below(1 << 20)) } else { 0 };
            let wanted = release(next, hold);
            let late = if kind % 2 == 1 && random.one_in(8) {
                slack + 4 + u64::from(random.below(1 << 24))
            } else {
                u64::from(random.below(slack as u32 + 1))
            };
            let (now, size) = (wanted + late, Bytes(1 + random.below(9600)));
            pacer.on_released(now, hold, slack, size, byte_time, rate);
            let line_ps = u64::from(size.0) * u64::from(byte_time);
            schedule.on_released(now, hold, slack, line_ps, rate.to_bits());
            schedule.agrees(pacer.next_tx());
            seen.events += 1;
            seen.compared += 1;
        }
    }
    Some(seen)
}
