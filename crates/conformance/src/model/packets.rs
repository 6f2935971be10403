//! From operations to packets of one queue, within what the interface promises a scheme.

use super::{Level, PacketOp, Span, Timed};
use freeboard_aqm_api::{Hooks, Unit};
use freeboard_oracle::Hook;
use freeboard_registry::AqmId;
use freeboard_replay::Random;

/// An uninterrupted run above a target lasts this long at most \[ns\]: 18 minutes, a quarter of the range of a
/// 32-bit tick. A program that keeps a deadline cannot outlive half of it.
const RUN_MAX_NS: u64 = 1 << 40;

/// The longest silence tried where a scheme tolerates any \[ns\]: twice around the 32-bit tick.
const SILENCE_MAX_NS: u64 = 1 << 43;

/// The farthest a stamp is late \[ns\]: a packet of another parser. Chosen by us, twice a full packet at 10 Gbit/s.
const LATE_MAX_NS: u32 = 2_999;

/// What operations are relative to: a scheme's own times and lengths.
#[derive(Clone, Debug)]
pub struct Scale {
    times: Vec<u32>,
    lengths: Vec<u32>,
    hooks: Hooks,
    longest_gap: u64,
}

impl Scale {
    /// Of a scheme under these settings, with depths in units of `unit` bytes.
    #[must_use]
    pub fn of(id: AqmId, values: &[u32], unit: u32) -> Self {
        let fields = id.fields().0;
        let of = |wanted: Unit| fields.iter().zip(values).filter(move |(field, _)| field.unit == wanted);
        let mut times: Vec<u32> = of(Unit::Nanos).map(|(_, value)| *value).collect();
        let mut lengths: Vec<u32> = of(Unit::Bytes).map(|(_, value)| *value / unit).collect();
        // Where a scheme has no such setting: 10 us, and the packets of that time at 10 Gbit/s.
        times.push(10_000);
        lengths.push(12_500);
        // The gap is one of stamps, and both may be late.
        let longest_gap = id.meta().longest_gap_ns.min(SILENCE_MAX_NS) - u64::from(LATE_MAX_NS);
        Self { times, lengths, hooks: id.meta().hooks, longest_gap }
    }

    fn span(&self, span: Span) -> u64 {
        match span {
            Span::Nanos(nanos) => nanos.into(),
            Span::Part { field, sixteenths } => {
                let time = u64::from(self.times[usize::from(field) % self.times.len()]);
                time * u64::from(sixteenths) / 16
            }
        }
    }

    fn level(&self, level: Level, thresholds: &[u32]) -> u32 {
        match level {
            Level::Value(value) => value,
            Level::Near { field, delta } => {
                thresholds[usize::from(field) % thresholds.len()].saturating_add_signed(delta.into())
            }
        }
    }
}

/// One queue's packets.
#[derive(Clone, Debug)]
pub struct PacketModel {
    scale: Scale,
    /// Stamp of the first packet. None is stamped earlier: a clock that has seen no packet has nothing to tell
    /// a late stamp by, as the emulated clock's page says.
    first: u64,
    now: u64,
    /// Last call at arrival and at departure.
    called: [u64; 2],
    /// Last packet the scheme saw that found and left nothing.
    calm: u64,
    /// Silence before the next packet.
    silence: u64,
    /// The pool holds as much as this many ports like this one.
    ports: u32,
    random: Random,
}

impl PacketModel {
    /// A queue whose clock stands at `start`. `seed` is for what operations leave open.
    #[must_use]
    pub fn new(scale: Scale, start: u64, seed: u64) -> Self {
        Self {
            scale,
            first: start,
            now: start,
            called: [start; 2],
            calm: start,
            silence: 0,
            ports: 1,
            random: Random::new(seed),
        }
    }

    /// Appends the packets of one operation.
    pub fn apply(&mut self, op: PacketOp, packets: &mut Vec<Timed>) {
        match op {
            PacketOp::Phase { packets: count, gap, sojourn, depth, jitter } => {
                let gap = self.scale.span(gap);
                self.ports = 1 + u32::from(count) % 32;
                for _ in 0..count {
                    let spread = (gap.min(u32::MAX.into()) as u32) | 1;
                    let step = gap / 2 + u64::from(self.random.below(spread));
                    packets.push(self.packet(step, 0, sojourn, depth, jitter));
                }
            }
            PacketOp::Silence { share } => {
                // An odd silence follows a queue that ran empty; an even one leaves a run above a target open.
                let (before, longest) = if share & 1 == 1 {
                    (self.packet(0, 0, Level::Value(0), Level::Value(0), 0), self.scale.longest_gap)
                } else {
                    (
                        self.packet(0, 0, Level::Value(u32::MAX), Level::Value(u32::MAX), 0),
                        self.scale.longest_gap.min(RUN_MAX_NS / 2),
                    )
                };
                packets.push(before);
                self.silence = (u128::from(longest) * u128::from(share) / 65_535) as u64;
            }
            PacketOp::Late { by, sojourn } => {
                packets.push(self.packet(0, by.into(), sojourn, Level::Value(u32::MAX / 2), 0));
            }
        }
    }

    fn packet(&mut self, step: u64, late: u64, sojourn: Level, depth: Level, jitter: u16) -> Timed {
        let silence = core::mem::take(&mut self.silence);
        let hook = self.advance(step + silence);
        let seen = self.scale.hooks.is_empty() || self.scale.hooks.contains(flag(hook));
        let extra = |random: &mut Random| random.below(u32::from(jitter) + 1);
        let sojourn = self.scale.level(sojourn, &self.scale.times).saturating_add(extra(&mut self.random));
        let depth = self.scale.level(depth, &self.scale.lengths).saturating_add(extra(&mut self.random));
        let quiet = self.now - self.calm > RUN_MAX_NS;
        let (sojourn, depth) = if quiet { (0, 0) } else { (sojourn, depth) };
        if seen && sojourn == 0 && depth == 0 {
            self.calm = self.now;
        }
        let late = if self.random.one_in(97) { LATE_MAX_NS.into() } else { late };
        let now = self.now.saturating_sub(late).max(self.first);
        let sojourn = if hook == Hook::Departure { sojourn } else { 0 };
        let size = [64, 1500, 1500, 9000][self.random.below(4) as usize];
        let others = self.random.below(10_000);
        let port_depth = depth.saturating_add(others);
        let pool_depth = port_depth.saturating_mul(self.ports);
        Timed {
            now,
            hook,
            sojourn,
            size,
            depth,
            port_depth,
            pool_depth,
            ecn: self.random.below(4) as u8,
            random: self.random.word(),
        }
    }

    /// Moves time on, by less than asked where a hook of the scheme would be left alone for too long; picks the
    /// hook.
    fn advance(&mut self, step: u64) -> Hook {
        let wanted = [Hook::Arrival, Hook::Departure].map(|hook| self.scale.hooks.contains(flag(hook)));
        let oldest = (0..2).filter(|&hook| wanted[hook]).min_by_key(|&hook| self.called[hook]);
        let latest = oldest.map_or(u64::MAX, |hook| self.called[hook] + self.scale.longest_gap);
        let held = self.now + step > latest;
        self.now = (self.now + step).min(latest).max(self.now);
        let chosen = match oldest {
            // A call that a scheme has no hook for changes nothing; one in eight is such a call.
            Some(hook) if held || !self.random.one_in(8) => hook,
            _ => self.random.below(2) as usize,
        };
        self.called[chosen] = self.now;
        if chosen == 0 { Hook::Arrival } else { Hook::Departure }
    }

    /// Packets of random operations, at least `count`.
    pub fn random(&mut self, count: usize) -> Vec<Timed> {
        let mut packets = Vec::with_capacity(count + 256);
        while packets.len() < count {
            let words = core::array::from_fn(|_| self.random.word());
            self.apply(PacketOp::from_words(words), &mut packets);
        }
        packets
    }
}

fn flag(hook: Hook) -> Hooks {
    match hook {
        Hook::Arrival => Hooks::ENQUEUE,
        Hook::Departure => Hooks::DEQUEUE,
    }
}
