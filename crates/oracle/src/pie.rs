//! PIE's data planes at the probability they start with. Source: RFC 8033 §4.1 and §5.4.

use crate::{Hook, Marker, Packet, Values};

/// With the coin of the RFC.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    /// In 2^-32; all ones stand for 1.
    probability: u64,
    guard: u64,
    /// Expected signals since the last, in 2^-28.
    expected: u64,
}

fn probability(values: &Values) -> Option<u64> {
    Some((values.get("start")? << 16).min(u32::MAX.into()))
}

impl Exact {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        Some(Self { probability: probability(values)?, guard: values.get("guard")? / unit, expected: 0 })
    }
}

impl Marker for Exact {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook == Hook::Arrival && packet.depth == 0 {
            self.expected = 0;
        }
        if packet.hook != Hook::Arrival || packet.depth <= self.guard || self.probability == 0 {
            return false;
        }
        self.expected += self.probability >> 4;
        let one = 1u64 << 28;
        // 0.85 and 8.5, in thousandths.
        let (few, many) = (self.expected * 1_000 >= one * 850, self.expected * 1_000 >= one * 8_500);
        let won = packet.random < self.probability || self.probability == u32::MAX.into();
        let signalled = few && (many || won);
        if signalled {
            self.expected = 0;
        }
        signalled
    }
}

/// With an independent coin of 24 bits.
#[derive(Clone, Copy, Debug)]
pub struct Pipeline {
    probability: u64,
    guard: u64,
}

impl Pipeline {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        Some(Self { probability: probability(values)? >> 8, guard: values.get("guard")? / unit })
    }
}

impl Marker for Pipeline {
    fn packet(&mut self, packet: &Packet) -> bool {
        packet.hook == Hook::Arrival
            && packet.depth > self.guard
            && packet.random % (1 << 24) < self.probability
    }
}
