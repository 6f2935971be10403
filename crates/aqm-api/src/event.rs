//! Packet events of a marking scheme: arrival, departure, control-plane view.

use freeboard_units::{Bytes, Nanos32, PortId};

bitflags::bitflags! {
    /// The ECN field of the IP header (RFC 3168 §5): both bits set is CE.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Ecn: u8 {
        /// ECN-capable transport, ECT(1).
        const ECT1 = 0b01;
        /// ECN-capable transport, ECT(0): what Linux DCTCP sends.
        const ECT0 = 0b10;
        /// Congestion experienced.
        const CE = 0b11;
    }
}

impl Ecn {
    /// ECT(0), ECT(1) or CE: a signal can be carried.
    #[inline(always)]
    #[must_use]
    pub const fn is_capable(self) -> bool {
        !self.is_empty()
    }
}

/// A packet that arrives at its queue.
///
/// Depths are in the instance's depth unit and exclude the arriving packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Arrival time \[ns\], mod 2^32.
    pub now: Nanos32,
    /// Bits 47..32 of the 48-bit stamp; 0 where the place keeps 32 bits only.
    pub now_high: u16,
    /// Size on the wire \[B\].
    pub size: Bytes,
    /// Length of the queue.
    pub depth: u32,
    /// Length of all queues of the port.
    pub port_depth: u32,
    /// Occupancy of the shared pool.
    pub pool_depth: u32,
    /// ECN field of the packet.
    pub ecn: Ecn,
    /// Fresh uniform random word, one per hook call.
    pub random: u32,
}

/// A packet that leaves its queue.
///
/// Depths are in the instance's depth unit and exclude the leaving packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Departure {
    /// Departure time \[ns\], mod 2^32.
    pub now: Nanos32,
    /// Bits 47..32 of the 48-bit stamp; 0 where the place keeps 32 bits only.
    pub now_high: u16,
    /// Time spent in the queue \[ns\]: [`Nanos32::elapsed`] of two stamps, computed by the place. A wrapping difference of 2^31 or
    /// more is a negative time (two pipes' stamps, a clock that was set back) and measures nothing: a place has 0 instead.
    pub sojourn: u32,
    /// Size on the wire \[B\].
    pub size: Bytes,
    /// Length of the queue behind the packet.
    pub depth: u32,
    /// Length of all queues of the port behind the packet.
    pub port_depth: u32,
    /// Occupancy of the shared pool after the packet was released.
    pub pool_depth: u32,
    /// ECN field of the packet.
    pub ecn: Ecn,
    /// Fresh uniform random word, one per hook call.
    pub random: u32,
}

impl Departure {
    /// Returns whether the sojourn is a negative time, 2^31 ns or more.
    #[inline]
    #[must_use]
    pub const fn has_negative_sojourn(&self) -> bool {
        self.sojourn.cast_signed() < 0
    }
}

impl QueueView {
    /// Returns whether the sojourn is a negative time, 2^31 ns or more.
    #[inline]
    #[must_use]
    pub const fn has_negative_sojourn(&self) -> bool {
        self.sojourn.cast_signed() < 0
    }

    /// Returns the sojourn \[ns\], 0 for a negative one: what a control plane reads. Nobody stands between a list of queues and a
    /// scheme who could put it right.
    #[inline]
    #[must_use]
    pub const fn delay(&self) -> u32 {
        if self.has_negative_sojourn() { 0 } else { self.sojourn }
    }
}

/// One queue as the control plane sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct QueueView {
    /// Length in the instance's depth unit.
    pub depth: u32,
    /// Head-of-line sojourn time \[ns\]; as of a departure, a negative one measures nothing. Read by [`Self::delay`].
    pub sojourn: u32,
    /// Scheduler weight; 0 for a queue that is not configured.
    pub weight: u32,
}

/// A port as the control plane sees it at a tick.
#[derive(Clone, Copy, Debug)]
pub struct PortView<'a> {
    /// Which port.
    pub port: PortId,
    /// Its queues, in index order.
    pub queues: &'a [QueueView],
    /// Occupancy of the shared pool, in the instance's depth unit.
    pub pool_depth: u32,
}
