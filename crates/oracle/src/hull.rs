//! HULL's phantom queue. Source: [Alizadeh12] §3.

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
