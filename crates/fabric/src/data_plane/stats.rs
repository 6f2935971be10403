//! Counters of one port and of the whole data plane.

use super::forwarding::DataPlane;
use super::port::Role;
use super::scheme::QueueScheme;
use crate::faults::LinkBooks;

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

    /// Counts packets that were offered and that a fault dropped from the queue.
    const fn add_flushed(&mut self, packets: u64) {
        self.arrived += packets;
        self.dropped_fault += packets;
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

impl<Q: QueueScheme> DataPlane<Q> {
    /// Bytes and packets that wait in a port; zeros for an unknown one.
    pub(crate) fn depth(&self, index: u32) -> (u32, u32) {
        self.ports.get(index as usize).map_or((0, 0), |port| port.depth(&self.wires[port.wire as usize]))
    }

    /// Counters of one port, its integrals up to now; zeros for an unknown one.
    pub(crate) fn port_stats(&self, index: u32) -> PortStats {
        let Some(port) = self.ports.get(index as usize) else { return PortStats::default() };
        let mut stats = port.stats_at(&self.wires[port.wire as usize], self.now);
        self.queues[index as usize].add_waits(&mut stats, self.now);
        stats.add_flushed(self.flushed(index).map_or(0, |books| books.all_flushed().packets));
        stats
    }

    /// Occupancy of the memory of a port, or, with private ones, of all of its device's; 0 without a device.
    pub(crate) fn memory_depth(&self, index: u32) -> u32 {
        let Some(port) = self.ports.get(index as usize) else { return 0 };
        let Some(device) = self.devices.get(port.device as usize) else { return 0 };
        if port.role == Role::Precomputed && device.buffer.is_private() {
            // Precomputed ports with private memories do not add up what they hold.
            return device.ports.iter().map(|&port| self.depth(port).0).sum();
        }
        device.memory_depth(port.local)
    }

    /// Queues of a port; 0 for an unknown one.
    pub(crate) fn queue_count(&self, index: u32) -> usize {
        self.queues.get(index as usize).map_or(0, |queues| queues.all.len().max(1))
    }

    /// Counters of one queue of a port, its integrals up to now; zeros for an unknown one.
    pub(crate) fn queue_stats(&self, index: u32, queue: usize) -> PortStats {
        match self.queues.get(index as usize).map(|queues| queues.all.as_slice()) {
            // The only queue has the counters of its port.
            Some([] | [_]) if queue == 0 => self.port_stats(index),
            Some(several) => several.get(queue).map_or_else(PortStats::default, |it| {
                let mut stats = it.stats_at(&self.ports[index as usize], self.now);
                let flushed = self.flushed(index).and_then(|books| books.flushed_of_queue.get(queue));
                stats.add_flushed(flushed.copied().unwrap_or(0));
                stats
            }),
            None => PortStats::default(),
        }
    }

    /// What faults dropped from the queues of a port.
    fn flushed(&self, index: u32) -> Option<&LinkBooks> {
        self.faults.as_ref()?.books.get(index as usize)
    }

    /// Forgets the longest queue of every port.
    pub(crate) fn reset_maxima(&mut self) {
        for (port, queues) in self.ports.iter_mut().zip(&mut self.queues) {
            (port.depth_max, port.packets_max) = port.depth(&self.wires[port.wire as usize]);
            queues.reset_maxima();
        }
    }

    /// Transmissions begun, of any packet over any link.
    pub(crate) fn hops(&self) -> u64 {
        let sent: u64 = self.ports.iter().map(|port| port.sent).sum();
        sent - self.wires.iter().map(|wire| u64::from(wire.waiting)).sum::<u64>()
    }

    /// Brings the accounts of one port up to now.
    #[inline]
    pub(crate) fn settle_port(&mut self, index: u32) {
        if let Some(port) = self.ports.get(index as usize) {
            self.settle_wire(port.wire);
        }
    }

    /// Brings the accounts of all ports up to now: before they are read from outside.
    pub(crate) fn settle(&mut self) {
        (0..self.wires.len() as u32).for_each(|wire| self.settle_wire(wire));
    }
}
