//! Network-wide totals of the port counters.

use super::forwarding::DataPlane;
use super::multi_queue::MultiQueue;
use super::port::{Port, Role};
use super::scheme::QueueScheme;
use super::stats::PortStats;

impl<Q: QueueScheme> DataPlane<Q> {
    /// Bytes and packets that wait in a port; zeros for an unknown one.
    pub(crate) fn depth(&self, index: u32) -> (u32, u32) {
        self.ports.get(index as usize).map_or((0, 0), |port| self.depth_of(port))
    }

    fn depth_of(&self, port: &Port) -> (u32, u32) {
        match self.multi_queues.get(port.multi_queue as usize) {
            Some(multi_queue) => (port.bytes, multi_queue.packets),
            None => port.depth(&self.wires[port.wire as usize]),
        }
    }

    /// Counters of one port, its integrals up to now; zeros for an unknown one.
    pub(crate) fn port_stats(&self, index: u32) -> PortStats {
        match self.ports.get(index as usize) {
            Some(port) => {
                let mut stats = port.stats_at(&self.wires[port.wire as usize], self.now);
                if let Some(multi_queue) = self.multi_queues.get(port.multi_queue as usize) {
                    multi_queue.add_waiting(&mut stats, self.now);
                }
                stats
            }
            None => PortStats::default(),
        }
    }

    /// Occupancy of the memory of a port, or, with private ones, of all of its device's; 0 without a device.
    pub(crate) fn memory_depth(&self, index: u32) -> u32 {
        let Some(port) = self.ports.get(index as usize) else { return 0 };
        let Some(device) = self.devices.get(port.device as usize) else { return 0 };
        if port.role == Role::Precomputed && !device.pools.is_shared() {
            // Precomputed ports with private memories do not add up what they hold.
            return device.ports.iter().map(|&port| self.depth(port).0).sum();
        }
        device.memory_depth(port.local)
    }

    /// Queues of a port; 1 for a plain one, 0 for an unknown one.
    pub(crate) fn queues(&self, index: u32) -> usize {
        let Some(port) = self.ports.get(index as usize) else { return 0 };
        self.multi_queues.get(port.multi_queue as usize).map_or(1, |multi_queue| multi_queue.queues.len())
    }

    /// Counters of one queue of a port, its integrals up to now; zeros for an unknown one.
    pub(crate) fn queue_stats(&self, index: u32, queue: usize) -> PortStats {
        let Some(port) = self.ports.get(index as usize) else { return PortStats::default() };
        match self.multi_queues.get(port.multi_queue as usize) {
            Some(multi_queue) => multi_queue
                .queues
                .get(queue)
                .map_or_else(PortStats::default, |it| it.stats_at(port, self.now)),
            None if queue == 0 => self.port_stats(index),
            None => PortStats::default(),
        }
    }

    /// Forgets the longest queue of every port.
    pub(crate) fn reset_maxima(&mut self) {
        for index in 0..self.ports.len() {
            let depth = self.depth_of(&self.ports[index]);
            let port = &mut self.ports[index];
            (port.depth_max, port.packets_max) = depth;
        }
        self.multi_queues.iter_mut().for_each(MultiQueue::reset_maxima);
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
