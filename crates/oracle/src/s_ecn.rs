//! S-ECN as reconstructed: growth over link rate is the marking probability.

use crate::cedm::{OLD, moved, slope};
use crate::fall::Fall;
use crate::red;
use crate::{Hook, Marker, Packet, Values};

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct SEcn {
    /// Link rate in 2^-16 depth units per ns.
    rate: i128,
    weight: u32,
    full: u64,
    average: i128,
    last: Option<(u64, u64)>,
}

impl SEcn {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        let rate = (u128::from(values.get("link")?) << 16) / (8_000 * u128::from(unit));
        Some(Self {
            rate: i128::try_from(rate.max(1)).ok()?,
            weight: u32::try_from(values.get("weight")?).ok()?,
            full: values.get("full")?,
            average: 0,
            last: None,
        })
    }
}

impl Marker for SEcn {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Departure {
            return false;
        }
        if self.last.is_some_and(|(then, _)| packet.now >= then + OLD) {
            (self.average, self.last) = (0, None);
        }
        let late = self.last.is_some_and(|(then, _)| packet.now <= then);
        if packet.size >= self.full && !late {
            if let Some((then, length)) = self.last {
                let growth = slope(length, packet.depth, packet.now - then);
                self.average = moved(self.average, growth, self.weight);
            }
            self.last = Some((packet.now, packet.depth));
        }
        let certain = i128::from(u32::MAX);
        let probability = (self.average.max(0) * certain / self.rate).min(certain);
        if packet.depth == 0 {
            (self.average, self.last) = (0, None);
            return false;
        }
        i128::from(packet.random) < probability || probability == certain
    }
}

/// Growth as the change over the last whole window, on a ramp of a power of two.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// 2^-r per depth unit.
    draw_bits: u32,
    fall: Fall,
}

impl Window {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        let window = values.get("window")?;
        let certain = values.get("link")? * window / (8_000 * unit);
        Some(Self { draw_bits: red::nearest_power(certain), fall: Fall::new(window) })
    }
}

impl Marker for Window {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Departure {
            return false;
        }
        let draw = packet.random % (1 << self.draw_bits);
        let sum = self.fall.packet(packet).wrapping_add(i32::try_from(draw).unwrap_or(i32::MAX));
        sum < 0 && packet.depth > 0
    }
}
