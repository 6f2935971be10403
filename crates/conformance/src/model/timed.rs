//! A packet on unbounded time, and its image on wrapping clocks.

use freeboard_aqm_api::{Bytes, Departure, Ecn, Nanos32};
use freeboard_oracle::{Hook, Packet};
use freeboard_replay::PacketEvent;

/// Bits of the widest stamp.
const STAMP_MASK: u64 = (1 << 48) - 1;

/// What is added to a clock that starts anywhere.
pub type Shift = u64;

/// One hook call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timed {
    /// When \[ns\].
    pub now: u64,
    /// Where.
    pub hook: Hook,
    /// Time in the queue \[ns\]; 0 at arrival.
    pub sojourn: u32,
    /// Size \[B\].
    pub size: u32,
    /// Length of the queue.
    pub depth: u32,
    /// Length of the port's queues.
    pub port_depth: u32,
    /// Occupancy of the pool.
    pub pool_depth: u32,
    /// ECN field.
    pub ecn: u8,
    /// The packet's random word.
    pub random: u32,
}

impl Timed {
    /// As the place stamps it, on clocks that are `shift` ahead.
    #[must_use]
    pub fn event(&self, shift: Shift) -> PacketEvent {
        let stamp = self.now.wrapping_add(shift) & STAMP_MASK;
        let (now, now_high) = (Nanos32(stamp as u32), (stamp >> 32) as u16);
        let (size, ecn) = (Bytes(self.size), Ecn::from_bits_truncate(self.ecn));
        let Self { sojourn, depth, port_depth, pool_depth, random, .. } = *self;
        let packet = Departure { now, now_high, sojourn, size, depth, port_depth, pool_depth, ecn, random };
        match self.hook {
            Hook::Arrival => PacketEvent::arriving(packet),
            Hook::Departure => PacketEvent::Departure(packet),
        }
    }

    /// As an oracle sees it.
    #[must_use]
    pub fn packet(&self) -> Packet {
        Packet {
            hook: self.hook,
            now: self.now,
            sojourn: self.sojourn.into(),
            size: self.size.into(),
            depth: self.depth.into(),
            port_depth: self.port_depth.into(),
            pool_depth: self.pool_depth.into(),
            random: self.random.into(),
        }
    }
}
