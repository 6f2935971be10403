//! Counters of a port, causes of drops, and the action that a verdict becomes.

/// Action on a packet after the scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Forward unchanged.
    Forward,
    /// Forward without a mark, although the scheme signalled.
    Unmarkable,
    /// Forward with CE.
    Mark,
    /// Drop.
    Drop(DropCause),
}

/// Cause of a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum DropCause {
    /// The buffer had no room.
    Buffer = 0,
    /// The scheme's verdict, at arrival or departure.
    Scheme = 1,
    /// A signal met a packet without ECN, and the policy is to drop those.
    NotEct = 2,
}

/// Counters of one port. Depths are in bytes of packets waiting, the one in transmission excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PortStats {
    /// Integral of the queue over time \[B ps\], up to `depth_since`.
    pub depth_integral: u128,
    /// Integral of the number of packets over time \[ps\], up to `depth_since`.
    pub packets_integral: u128,
    /// Time up to which the integrals go \[ps\].
    pub depth_since: u64,
    /// Packets whose transmission began.
    pub sent: u64,
    /// Their bytes.
    pub sent_bytes: u64,
    /// Longest queue \[B\].
    pub depth_max: u32,
    /// Longest queue in packets.
    pub packets_max: u32,
    /// Packets offered.
    pub arrived: u64,
    /// Packets marked CE here.
    pub marked: u64,
    /// Signals passed on packets without ECN.
    pub unmarkable: u64,
    /// Packets the buffer refused.
    pub dropped_buffer: u64,
    /// Packets the scheme dropped.
    pub dropped_scheme: u64,
    /// Packets without ECN dropped on a signal.
    pub dropped_not_ect: u64,
    /// Packets that faults dropped from the queue.
    pub dropped_fault: u64,
    /// Time the transmitter was busy \[ps\], of transmissions begun.
    pub busy_ps: u64,
}

impl PortStats {
    /// All drops.
    #[must_use]
    pub const fn dropped(&self) -> u64 {
        self.dropped_buffer + self.dropped_scheme + self.dropped_not_ect + self.dropped_fault
    }

    /// Difference to the counters of `earlier`; both must come from the same port. Maxima are those of `self`.
    #[must_use]
    pub const fn since(&self, earlier: &Self) -> Self {
        Self {
            arrived: self.arrived - earlier.arrived,
            sent: self.sent - earlier.sent,
            sent_bytes: self.sent_bytes - earlier.sent_bytes,
            marked: self.marked - earlier.marked,
            unmarkable: self.unmarkable - earlier.unmarkable,
            dropped_buffer: self.dropped_buffer - earlier.dropped_buffer,
            dropped_scheme: self.dropped_scheme - earlier.dropped_scheme,
            dropped_not_ect: self.dropped_not_ect - earlier.dropped_not_ect,
            dropped_fault: self.dropped_fault - earlier.dropped_fault,
            busy_ps: self.busy_ps - earlier.busy_ps,
            depth_max: self.depth_max,
            packets_max: self.packets_max,
            depth_integral: self.depth_integral - earlier.depth_integral,
            packets_integral: self.packets_integral - earlier.packets_integral,
            depth_since: self.depth_since - earlier.depth_since,
        }
    }

    /// Time-weighted mean queue \[B\] over the `depth_since` picoseconds this covers.
    #[must_use]
    pub fn depth_mean(&self) -> f64 {
        ratio(self.depth_integral, self.depth_since)
    }

    /// Time-weighted mean number of waiting packets.
    #[must_use]
    pub fn packets_mean(&self) -> f64 {
        ratio(self.packets_integral, self.depth_since)
    }

    /// Share of the covered time in which the transmitter was busy.
    #[must_use]
    pub fn utilisation(&self) -> f64 {
        ratio(u128::from(self.busy_ps), self.depth_since)
    }
}

fn ratio(sum: u128, time: u64) -> f64 {
    if time == 0 { 0.0 } else { sum as f64 / time as f64 }
}

/// Integrals of a queue over time: the waiting times of all packets, added when known. For packets that still wait, a precomputed
/// port has added the whole time and a queue nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Waits {
    bytes: u128,
    packets: u128,
}

impl Waits {
    /// A packet of `bytes` bytes waited for `span` ps.
    #[inline]
    pub(crate) fn add(&mut self, bytes: u32, span: u64) {
        self.bytes += u128::from(bytes) * u128::from(span);
        self.packets += u128::from(span);
    }

    /// Of bytes and of packets.
    pub(crate) const fn sums(self) -> (u128, u128) {
        (self.bytes, self.packets)
    }
}
