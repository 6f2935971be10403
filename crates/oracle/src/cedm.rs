//! CEDM. Source: \[Shan17\], as the author's switch has it.

use crate::fall::Fall;
use crate::{Hook, Marker, Packet, Values};
use std::collections::BTreeMap;

/// Packets whose first test the switch remembers apart.
const REMEMBERED: u64 = 256;

/// Age at which a sample says nothing any more \[ns\].
pub(crate) const OLD: u64 = 1 << 30;

/// The rule.
#[derive(Clone, Debug)]
pub struct Cedm {
    k1: u64,
    k2: u64,
    weight: u32,
    full: u64,
    small: u64,
    /// Average growth in 2^-16 per ns.
    average: i128,
    /// Time and length at the last sample.
    last: Option<(u64, u64)>,
    /// The first test of the packet that came last in each place of memory.
    tentative: BTreeMap<u64, bool>,
    came: u64,
    left: u64,
}

impl Cedm {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        Some(Self {
            k1: values.get("k1")? / unit,
            k2: values.get("k2")? / unit,
            weight: u32::try_from(values.get("weight")?).ok()?,
            full: values.get("full")?,
            small: values.get("small")?,
            average: 0,
            last: None,
            tentative: BTreeMap::new(),
            came: 0,
            left: 0,
        })
    }

    fn sample(&mut self, packet: &Packet) {
        if let Some((then, length)) = self.last {
            if packet.now <= then {
                return;
            }
            let slope = slope(length, packet.depth, packet.now - then);
            self.average = moved(self.average, slope, self.weight);
        }
        self.last = Some((packet.now, packet.depth));
    }

    fn leaves(&mut self, packet: &Packet) -> bool {
        if self.last.is_some_and(|(then, _)| packet.now >= then + OLD) {
            (self.average, self.last) = (0, None);
        }
        if packet.size >= self.full {
            self.sample(packet);
        }
        let mut tentative = false;
        if self.left < self.came {
            tentative = self.tentative.get(&(self.left % REMEMBERED)).copied().unwrap_or(false);
            self.left += 1;
        }
        let grows = self.average >= 0;
        if packet.depth == 0 {
            (self.average, self.last, self.left) = (0, None, self.came);
        }
        (packet.depth >= self.k2 && packet.size > self.small)
            || (tentative && packet.depth >= self.k1 && grows)
    }
}

impl Marker for Cedm {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook == Hook::Departure {
            return self.leaves(packet);
        }
        let markable = packet.size > self.small;
        let between = (self.k1..self.k2).contains(&packet.depth);
        self.tentative.insert(self.came % REMEMBERED, markable && between && self.average >= 0);
        self.came += 1;
        markable && packet.depth >= self.k2
    }
}

/// On the way out only, growth as the sign of the change over the last whole window.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    k1: u64,
    k2: u64,
    small: u64,
    fall: Fall,
}

impl Window {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        Some(Self {
            k1: values.get("k1")? / unit,
            k2: values.get("k2")? / unit,
            small: values.get("small")?,
            fall: Fall::new(values.get("window")?),
        })
    }
}

impl Marker for Window {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Departure {
            return false;
        }
        let grows = self.fall.packet(packet) <= 0;
        packet.size > self.small && (packet.depth >= self.k2 || (packet.depth >= self.k1 && grows))
    }
}

/// Change over time in 2^-16, rounded towards 0, as a signed word. Times from 2^16 on lose 7 bits, from 2^23 on 16,
/// and the change as many.
pub(crate) fn slope(from: u64, to: u64, elapsed: u64) -> i128 {
    let cut = match elapsed {
        0..=0xffff => 0,
        0x1_0000..=0x7f_ffff => 7,
        _ => 16,
    };
    let magnitude = i128::from(to.abs_diff(from) >> cut) * 65_536 / i128::from(elapsed >> cut);
    magnitude.min(i32::MAX.into()) * if to < from { -1 } else { 1 }
}

/// An average after a sample: by 2^-weight of the distance rounded down, at least one unit.
pub(crate) fn moved(average: i128, sample: i128, weight: u32) -> i128 {
    let distance = (sample - average).abs();
    average + (distance >> weight).max(distance.min(1)) * (sample - average).signum()
}
