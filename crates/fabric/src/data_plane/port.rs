//! One output queue with its transmitter.

use super::counters::{Action, DropCause, PortStats, Waits};
use super::packet::{NONE, Tag};
use super::wire::{InFlight, Wire};
use crate::digest::{Record, RunDigest};
use crate::random::RandomStream;
use crate::storage::{Blocks, Ring};
use crate::time::LinkRate;
use freeboard_aqm_api::{Bytes, DepthUnit};

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

/// What a port does with a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A host's own port: one wire per delay class, and a sender that is notified of departures.
    Host,
    /// A port with a queue.
    Queue,
    /// Departures are precomputed on arrival: it has no queue and needs no wake events.
    Precomputed,
    /// A host's own port with precomputed departures: no sender is notified of them.
    PrecomputedHost,
}

impl Role {
    /// A host's own port.
    #[inline]
    pub(crate) const fn is_host(self) -> bool {
        matches!(self, Self::Host | Self::PrecomputedHost)
    }
}

/// One output queue with its transmitter.
///
/// The first cache line is all that every packet of a precomputed port needs, with the second one for those that wait; the
/// queue follows, and what is counted at times.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Port {
    /// End of the last transmission that is settled \[ps\].
    pub(crate) busy_until: u64,
    /// Packets put on the wire.
    pub(crate) sent: u64,
    /// Time of a byte \[ps\].
    pub(crate) byte_time: u32,
    /// Bytes added to a frame on the wire.
    pub(crate) frame_gap: u32,
    /// Bytes put on the wire. Not adjacent to `sent`: the compiler would add to both as a vector, which takes longer.
    pub(crate) sent_bytes: u64,
    /// First of its wires; a packet takes the one of its delay class.
    pub(crate) wire: u32,
    /// The device it belongs to, [`NONE`] for a plain queue.
    pub(crate) device: u32,
    /// Most packets.
    pub(crate) limit_packets: u32,
    /// Most bytes.
    pub(crate) limit_bytes: u32,
    /// Longest queue \[B\].
    pub(crate) depth_max: u32,
    /// Longest queue in packets.
    pub(crate) packets_max: u32,
    /// Its index in its device.
    pub(crate) local: u16,
    pub(crate) role: Role,
    /// A wake event is pending.
    pub(crate) wake_pending: bool,
    /// A host's port with one queue: nothing judges its packets and no class of them can be paused. An idle transmitter takes
    /// one past the queue.
    pub(crate) is_plain: bool,
    /// Precomputed departures: what has waited.
    pub(crate) waits: Waits,
    /// Precomputed departures: when the waiting packets came \[ps\], if the scheme runs at dequeue.
    pub(crate) arrivals: Ring<u64>,
    /// Packets waiting; of a precomputed port the wire knows.
    pub(crate) packets: u32,
    /// Their bytes.
    pub(crate) bytes: u32,
    /// Their size in the device's depth unit.
    pub(crate) units: u32,
    /// What its depths count in.
    pub(crate) unit_size: UnitSize,
    /// Packets marked CE.
    pub(crate) marked: u64,
    /// Signals passed on packets without ECN.
    pub(crate) unmarkable: u64,
    /// Packets dropped, by cause.
    pub(crate) dropped: [u64; 3],
    /// Their bytes.
    pub(crate) dropped_bytes: u64,
    /// The scheme's random words.
    pub(crate) words: RandomStream,
    /// Scheme calls so far: the index of the next random word.
    pub(crate) calls: u64,
}

impl Port {
    /// Whether its own limits leave room for `size` more bytes, where this much waits.
    #[inline(always)]
    pub(crate) const fn admits(&self, (packets, bytes): (u32, u32), size: u32) -> bool {
        packets < self.limit_packets && size <= self.limit_bytes.saturating_sub(bytes)
    }

    pub(crate) fn new(rate: LinkRate, frame_gap: u32, wire: u32, role: Role) -> Self {
        Self {
            busy_until: 0,
            sent: 0,
            sent_bytes: 0,
            byte_time: rate.byte_time_ps(),
            frame_gap,
            wire,
            device: NONE,
            limit_packets: u32::MAX,
            limit_bytes: u32::MAX,
            depth_max: 0,
            packets_max: 0,
            local: 0,
            role,
            wake_pending: false,
            is_plain: false,
            packets: 0,
            waits: Waits::default(),
            arrivals: Ring::default(),
            bytes: 0,
            units: 0,
            unit_size: UnitSize::new(DepthUnit::BYTE),
            marked: 0,
            unmarkable: 0,
            dropped: [0; 3],
            dropped_bytes: 0,
            words: RandomStream::default(),
            calls: 0,
        }
    }

    /// Prefetches what a precomputed port needs: two cache lines.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        prefetch_index::prefetch_index(core::slice::from_ref(&self.busy_until), 0);
        prefetch_index::prefetch_index(core::slice::from_ref(&self.waits), 0);
    }

    /// Bytes and packets waiting; a precomputed port's are those of its settled wire.
    pub(crate) const fn depth(&self, wire: &Wire) -> (u32, u32) {
        match self.role {
            Role::Precomputed | Role::PrecomputedHost => (wire.waiting_bytes, wire.waiting),
            Role::Host | Role::Queue => (self.bytes, self.packets),
        }
    }

    /// Time of a frame of `size` bytes on the wire \[ps\].
    #[inline]
    pub(crate) const fn frame_time(&self, size: u32) -> u64 {
        (size as u64 + self.frame_gap as u64) * self.byte_time as u64
    }

    /// The queue was this long.
    #[inline]
    pub(crate) fn note_depth(&mut self, bytes: u32, packets: u32) {
        // A new maximum is rare: to look is cheaper than to write.
        if bytes > self.depth_max {
            self.depth_max = bytes;
        }
        if packets > self.packets_max {
            self.packets_max = packets;
        }
    }

    /// The queue was one packet that need not wait.
    #[inline]
    pub(crate) fn note_passing(&mut self, bytes: u32) {
        // One packet at least has been counted where its bytes have.
        if bytes > self.depth_max {
            self.note_depth(bytes, 1);
        }
    }

    /// Counts a verdict that forwards the packet: `index` is the port's own, and the time may have passed \[ps\].
    #[inline]
    pub(super) fn count_mark(
        &mut self,
        digest: &mut RunDigest,
        (index, time): (u32, u64),
        tag: Tag,
        action: Action,
    ) {
        match action {
            Action::Mark => {
                self.marked += 1;
                digest.add(Record::Mark, time, [index, tag.host(), tag.size()]);
            }
            Action::Unmarkable => self.unmarkable += 1,
            Action::Forward | Action::Drop(_) => {}
        }
    }

    /// The next word for a scheme.
    pub(crate) const fn random(&mut self) -> u32 {
        self.calls += 1;
        self.words.word(self.calls) as u32
    }

    /// The counters with the integrals at `now`, those of its queues apart; `wire` is its first, settled.
    pub(crate) fn stats_at(&self, wire: &Wire, in_flight: &Blocks<InFlight>, now: u64) -> PortStats {
        let (mut sent, mut sent_bytes) = (self.sent, self.sent_bytes);
        let (mut depth_integral, mut packets_integral) = self.waits.sums();
        // What waits in a precomputed port has all of its wait in the integrals.
        for (start, size) in wire.not_begun(in_flight).map(|(start, tag)| (start, tag.size())) {
            let span = u128::from(start - now);
            depth_integral -= u128::from(size) * span;
            packets_integral -= span;
            sent -= 1;
            sent_bytes -= u64::from(size);
        }
        let [dropped_buffer, dropped_scheme, dropped_not_ect] = self.dropped;
        let waiting = u64::from(self.depth(wire).1);
        PortStats {
            depth_integral,
            packets_integral,
            depth_since: now,
            sent,
            sent_bytes,
            depth_max: self.depth_max,
            packets_max: self.packets_max,
            arrived: sent + self.dropped.iter().sum::<u64>() + waiting,
            marked: self.marked,
            unmarkable: self.unmarkable,
            dropped_buffer,
            dropped_scheme,
            dropped_not_ect,
            dropped_fault: 0,
            busy_ps: self.time_on_wire(sent, sent_bytes),
        }
    }

    /// Time that `packets` frames of `bytes` bytes in all take on the wire \[ps\].
    pub(crate) fn time_on_wire(&self, packets: u64, bytes: u64) -> u64 {
        (bytes + packets * u64::from(self.frame_gap)) * u64::from(self.byte_time)
    }

    /// One more packet dropped.
    #[cold]
    pub(crate) const fn count_drop(&mut self, cause: DropCause, size: u32) {
        self.dropped[cause as usize] += 1;
        self.dropped_bytes += size as u64;
    }
}

/// The port at the other end of a port's link.
pub(crate) const fn other_end(port: u32) -> u32 {
    port ^ 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::mem::offset_of;

    #[test]
    fn a_precomputed_port_is_two_cache_lines_and_its_wire_another() {
        assert!(offset_of!(Port, waits) == 64);
        assert!(offset_of!(Port, arrivals) + size_of::<Ring<u64>>() <= 128);
        assert_eq!(size_of::<Wire>(), 64);
    }
}
