//! \[Floyd93\] with an average in 2^-16 units and probabilities in 2^-32.

use crate::{Hook, Marker, Packet, Values};
use core::ops::Neg as _;

/// Certainty, as a probability.
const ONE: u128 = 1 << 32;

/// The scheme.
#[derive(Clone, Debug)]
pub struct Exact {
    kmin: u128,
    kmax: u128,
    guard: u128,
    p_max: u128,
    weight: u32,
    gentle: bool,
    counter: u64,
    arm: bool,
    at: Hook,
    /// Mean packet size, in byte mode.
    mean: Option<u128>,
    packet_time: u64,
    average: u128,
    idle_since: Option<u64>,
    /// Packets or bytes since the last mark, while the average is at or above kmin.
    count: Option<u128>,
}

impl Exact {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        let length = |name| Some(u128::from(values.get(name)? / unit));
        let bytes = values.get("bytes")? == 1;
        Some(Self {
            // An average of less than a unit is that of an empty queue.
            kmin: length("kmin")?.max(1),
            kmax: length("kmax")?,
            guard: length("guard")?,
            // A word holds everything but 1 itself; all ones stand for it.
            p_max: (u128::from(values.get("p_max")?) << 16).min(ONE - 1),
            weight: u32::try_from(values.get("weight")?).ok()?,
            gentle: values.get("gentle")? == 1,
            counter: values.get("counter")?,
            arm: values.get("start")? == 1,
            at: if values.get("at")? == 1 { Hook::Departure } else { Hook::Arrival },
            mean: if bytes { Some(values.get("mean")?.into()) } else { None },
            packet_time: values.get("packet_time")?,
            average: 0,
            idle_since: None,
            count: None,
        })
    }

    fn update(&mut self, packet: &Packet) {
        // [Floyd93] Fig. 2 asks whether the queue is empty, not whether a packet arrived since: one that was dropped
        // leaves the queue as idle as it found it.
        self.idle_since = self.idle_since.filter(|_| packet.depth == 0);
        if let Some(since) = &mut self.idle_since {
            let silent = u128::from(packet.now.saturating_sub(*since));
            *since = packet.now;
            let left = left_after(silent, self.weight, self.packet_time.into());
            // The packet itself is one more sample of an empty queue.
            self.average = scaled(self.average, left - (left >> self.weight));
            return;
        }
        let target = u128::from(packet.depth) << 16;
        let gap = target.abs_diff(self.average);
        let step = (gap >> self.weight).max(gap.min(1));
        self.average = if target > self.average { self.average + step } else { self.average - step };
    }

    /// The probability before the counter; `None` where nothing is marked, at least [`ONE`] where everything is.
    fn base(&self, depth: u64) -> Option<u128> {
        let average = self.average >> 16;
        if average < self.kmin || (self.guard > 0 && u128::from(depth) <= self.guard) {
            return None;
        }
        if average < self.kmax {
            return Some((average - self.kmin) * self.p_max / (self.kmax - self.kmin));
        }
        if self.gentle && average < 2 * self.kmax {
            return Some(self.p_max + (average - self.kmax) * (ONE - 1 - self.p_max) / self.kmax);
        }
        Some(ONE)
    }

    /// Marked with probability p (size/mean) / (1 - spent), or surely where p + spent reaches all ones or more.
    fn coin(&self, p: u128, spent: u128, packet: &Packet) -> bool {
        let spent = spent.min(ONE - 1);
        let sized = self.mean.map_or(p, |mean| (p * u128::from(packet.size) / mean).min(ONE - 1));
        p + spent >= ONE
            || sized == ONE - 1
            || spent == ONE - 1
            || u128::from(packet.random) * (ONE - spent) < sized * ONE
    }

    /// count p, in mean packets.
    fn spent(&self, count: u128, p: u128) -> u128 {
        let halves = |mean: u128| 2 * (count * (p / 2) / mean).min(u32::MAX.into());
        self.mean.map_or(count * p, halves)
    }

    fn decide(&mut self, packet: &Packet) -> bool {
        let own = if self.mean.is_some() { packet.size.into() } else { 1 };
        let before = self.count;
        let Some(p) = self.base(packet.depth) else {
            self.count = None;
            return false;
        };
        if p >= ONE {
            self.count = Some(0);
            return true;
        }
        let with_it = |count: u128| (count + own).min(u32::MAX.into());
        let (marked, count) = match (before, self.counter) {
            (None, _) if self.arm => (false, own),
            (None, 2) => (false, 0),
            (None, 1) => (self.coin(p, 0, packet), own),
            (None, _) => (self.coin(p, 0, packet), 0),
            (Some(count), 1) => (self.coin(p, self.spent(count, p), packet), with_it(count)),
            (Some(count), 2) => {
                let spent = self.spent(with_it(count), p);
                (spent >= ONE && self.coin(p, spent - ONE, packet), with_it(count))
            }
            (Some(count), 3) => (self.coin(p, 0, packet), with_it(count)),
            (Some(count), _) => (self.coin(p, self.spent(with_it(count), p), packet), with_it(count)),
        };
        self.count = Some(if marked { 0 } else { count });
        marked
    }
}

/// (1 - 2^-weight)^(silent / packet_time) in 2^-32: octaves in 2^-27, and chords over sixteenths of one.
fn left_after(silent: u128, weight: u32, packet_time: u128) -> u128 {
    if weight == 0 {
        return 0;
    }
    let per_packet = (-(1.0 - f64::from(weight).neg().exp2()).log2() * f64::from(1u32 << 31)).round() as u128;
    // Times lose bits, 15 at most, as long as octaves per unit of time stay below 2^-11.
    let rate = |cut: u32| (per_packet << cut) / 16 / packet_time;
    let cut = (0..15).find(|cut| rate(*cut) >= 1 << 16).unwrap_or(15);
    let octaves = (silent >> cut) * rate(cut);
    let (whole, sixteenth, part) = (octaves >> 27, octaves >> 23 & 15, octaves >> 7 & 0xffff);
    if whole >= 32 {
        return 0;
    }
    let power = |sixteenths: u128| ((16.0 - sixteenths as f64 / 16.0).exp2().round() as u128).min(0xffff);
    let (from, to) = (power(sixteenth), power(sixteenth + 1));
    (from * 65_536 - (from - to) * part) >> whole
}

/// `average` times `left`, units and parts rounded down apart.
const fn scaled(average: u128, left: u128) -> u128 {
    let (units, parts) = (average >> 16, average & 0xffff);
    ((units * left) >> 16) + ((parts * (left >> 16)) >> 16)
}

impl Marker for Exact {
    fn packet(&mut self, packet: &Packet) -> bool {
        let marked = packet.hook == self.at && {
            self.update(packet);
            self.decide(packet)
        };
        if packet.hook == Hook::Departure && packet.depth == 0 {
            self.idle_since = Some(packet.now);
        }
        marked
    }
}
