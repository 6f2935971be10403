//! One output queue with its transmitter, and what it has counted.

use super::packet::NONE;
use super::ring::Ring;
use crate::random::Lane;
use crate::time::{LinkRate, Ps};
use aqm_api::{Bytes, DepthUnit};

/// Why a packet was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum DropCause {
    /// The buffer had no room.
    Buffer = 0,
    /// The scheme said so, at arrival or departure.
    Scheme = 1,
    /// A signal met a packet without ECN, and the policy is to drop those.
    NotEct = 2,
}

/// Counters of one port. Depths are in bytes of packets waiting, the one in transmission excluded.
///
/// What every packet changes comes first and is one cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
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
    /// Time the transmitter was busy \[ps\], of transmissions begun.
    pub busy_ps: u64,
}

impl PortStats {
    /// All drops.
    #[must_use]
    pub const fn dropped(&self) -> u64 {
        self.dropped_buffer + self.dropped_scheme + self.dropped_not_ect
    }

    /// What happened after `earlier`; both must come from the same port. Maxima are those of `self`.
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
            busy_ps: self.busy_ps - earlier.busy_ps,
            depth_max: self.depth_max,
            packets_max: self.packets_max,
            depth_integral: self.depth_integral - earlier.depth_integral,
            packets_integral: self.packets_integral - earlier.packets_integral,
            depth_since: self.depth_since - earlier.depth_since,
        }
    }

    /// Brings the integrals up to `now`, the queue having been this long since the last time.
    #[inline]
    fn integrate(&mut self, bytes: u32, packets: u32, now: u64) {
        let span = now - self.depth_since;
        self.depth_since = now;
        if packets > 0 {
            self.depth_integral += u128::from(bytes) * u128::from(span);
            self.packets_integral += u128::from(packets) * u128::from(span);
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

/// Sizes in the depth unit of a device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitSize(DepthUnit);

impl UnitSize {
    pub(crate) const fn new(unit: DepthUnit) -> Self {
        Self(unit)
    }

    /// A packet's size.
    #[inline]
    pub(crate) const fn of(self, wire: u32) -> u32 {
        // Bytes are the usual unit, and a division costs as much as the rest of the accounting.
        if self.0.bytes() == 1 { wire } else { self.0.ceil(Bytes(wire)) }
    }
}

/// One output queue with its transmitter.
///
/// What every packet needs comes first and is one cache line; the first of the counters is the next.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Port {
    /// End of the last transmission that is settled \[ps\].
    pub(crate) busy_until: u64,
    /// Express: when the oldest waiting packet's transmission begins \[ps\]; `u64::MAX` without one.
    pub(crate) next_start: u64,
    /// Packets waiting.
    pub(crate) packets: u32,
    /// Their bytes.
    pub(crate) bytes: u32,
    /// Their size in the device's depth unit.
    pub(crate) units: u32,
    /// Time of a byte \[ps\].
    pub(crate) byte_time: u32,
    /// Bytes added to a frame on the wire.
    pub(crate) frame_gap: u32,
    /// First of its wires; a packet takes the one of its lane.
    pub(crate) wire: u32,
    /// The device it belongs to, [`NONE`] for a plain queue.
    pub(crate) device: u32,
    /// Its index in that device.
    pub(crate) local: u32,
    /// Most packets.
    pub(crate) limit_packets: u32,
    /// Most bytes.
    pub(crate) limit_bytes: u32,
    /// What its depths count in.
    pub(crate) unit_size: UnitSize,
    /// It has a wire per lane.
    pub(crate) lanes: bool,
    /// A wake event is pending.
    pub(crate) wake_pending: bool,
    /// Departures are known on arrival: it has no queue and needs no wake events.
    pub(crate) express: bool,
    pub(crate) stats: PortStats,
    /// Packets waiting, oldest first.
    pub(crate) queue: Ring<u32>,
    /// The scheme's random words.
    pub(crate) words: Lane,
    /// Scheme calls so far: the index of the next random word.
    pub(crate) calls: u64,
}

impl Port {
    pub(crate) fn new(rate: LinkRate, frame_gap: u32, wire: u32, lanes: bool) -> Self {
        Self {
            queue: Ring::default(),
            packets: 0,
            bytes: 0,
            units: 0,
            byte_time: rate.byte_time_ps(),
            frame_gap,
            wire,
            lanes,
            express: false,
            unit_size: UnitSize::new(DepthUnit::BYTE),
            next_start: u64::MAX,
            wake_pending: false,
            device: NONE,
            local: 0,
            limit_packets: u32::MAX,
            limit_bytes: u32::MAX,
            busy_until: 0,
            words: Lane::default(),
            calls: 0,
            stats: PortStats::default(),
        }
    }

    /// Brings the integrals up to `now`, before the queue changes.
    #[inline]
    pub(crate) fn integrate(&mut self, now: u64) {
        self.stats.integrate(self.bytes, self.packets, now);
    }

    /// The counters with the integrals at `now`.
    pub(crate) fn stats_at(&self, now: Ps) -> PortStats {
        let mut stats = self.stats;
        stats.integrate(self.bytes, self.packets, now.0);
        // What follows from the rest is not counted on the way.
        stats.arrived = stats.sent + stats.dropped() + u64::from(self.packets);
        let framed = stats.sent_bytes + stats.sent * u64::from(self.frame_gap);
        stats.busy_ps = framed * u64::from(self.byte_time);
        stats
    }
}
