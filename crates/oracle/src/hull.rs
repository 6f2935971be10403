//! HULL's phantom queue. Source: \[Alizadeh12\] §3.

use crate::{Hook, Marker, Packet, Values};

/// The counter, in 2^-8 B.
#[derive(Clone, Copy, Debug)]
pub struct Hull {
    /// Drain rate in 2^-24 B/ns.
    drain: u128,
    limit: u64,
    /// Length, and when.
    queue: Option<(u64, u64)>,
}

impl Hull {
    /// From link rate, gamma and threshold.
    #[must_use]
    pub fn new(values: &Values) -> Option<Self> {
        let rate = u128::from(values.get("link")?) * u128::from(values.get("gamma")?) * 256 / 8_000;
        Some(Self { drain: rate.min(u32::MAX.into()), limit: values.get("k_pq")? << 8, queue: None })
    }
}

impl Marker for Hull {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Departure {
            return false;
        }
        let (length, then) = self.queue.filter(|(length, _)| *length > 0).unwrap_or((0, packet.now));
        let drained = (u128::from(packet.now.saturating_sub(then)) * self.drain) >> 16;
        let left = u64::try_from(u128::from(length).saturating_sub(drained)).unwrap_or(0);
        let length = (left + (packet.size << 8).min(u32::MAX.into())).min(u32::MAX.into());
        self.queue = Some((length, then.max(packet.now)));
        length > self.limit
    }
}

/// The time at which the counter will be empty, and packets of four sizes.
#[derive(Clone, Copy, Debug)]
pub struct Classes {
    /// Drain rate in sixteenths of a Mbit/s.
    drain: u64,
    full: u64,
    jumbo: u64,
    limit: u64,
    empty_at: Option<u64>,
}

impl Classes {
    /// From link rate, gamma, threshold and full size.
    #[must_use]
    pub fn new(values: &Values) -> Option<Self> {
        let drain = values.get("link")? * values.get("gamma")? / 4_096;
        let (full, jumbo) = (values.get("full")?, values.get("jumbo")?);
        let time = Self { drain, full, jumbo, limit: 0, empty_at: None };
        Some(Self { limit: time.of(values.get("k_pq")?), ..time })
    }

    /// Time that `bytes` take to drain, to the nearest ns.
    const fn of(&self, bytes: u64) -> u64 {
        (bytes * 128_000 + self.drain / 2) / self.drain
    }
}

impl Marker for Classes {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Departure {
            return false;
        }
        let size = match packet.size {
            0..=255 => 64,
            256..=1_023 => 576,
            1_024..=2_047 => self.full,
            _ => self.jumbo,
        };
        let empty_at = match self.empty_at.filter(|&at| at > packet.now) {
            Some(at) => at + self.of(size),
            None => packet.now + self.of(self.full),
        };
        self.empty_at = Some(empty_at);
        empty_at - packet.now > self.limit
    }
}
