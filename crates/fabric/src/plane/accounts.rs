//! What all ports have counted, settled.

use super::port::Role;
use super::scheme::QueueScheme;
use super::stats::PortStats;
use super::traffic::Plane;

impl<Q: QueueScheme> Plane<Q> {
    /// Bytes and packets that wait in a port; zeros for an unknown one.
    pub(crate) fn depth(&self, index: u32) -> (u32, u32) {
        self.ports.get(index as usize).map_or((0, 0), |port| port.depth(&self.wires[port.wire as usize]))
    }

    /// Counters of one port, its integrals up to now; zeros for an unknown one.
    pub(crate) fn port_stats(&self, index: u32) -> PortStats {
        match self.ports.get(index as usize) {
            Some(port) => port.stats_at(&self.wires[port.wire as usize], self.now),
            None => PortStats::default(),
        }
    }

    /// Forgets the longest queue of every port.
    pub(crate) fn reset_maxima(&mut self) {
        for port in &mut self.ports {
            (port.depth_max, port.packets_max) = port.depth(&self.wires[port.wire as usize]);
        }
    }

    /// Transmissions begun, of any packet over any link.
    pub(crate) fn hops(&self) -> u64 {
        let sent: u64 = self.ports.iter().map(|port| port.sent).sum();
        sent - self.wires.iter().map(|wire| u64::from(wire.waiting)).sum::<u64>()
    }

    /// Packets that hosts have offered to their ports.
    pub(crate) fn made(&self) -> u64 {
        let hosts = (0u32..).zip(&self.ports).filter(|(_, port)| port.role == Role::Host);
        hosts.map(|(index, _)| self.port_stats(index).arrived).sum()
    }

    /// Brings the accounts of one port up to now.
    #[inline]
    pub(crate) fn settle_port(&mut self, index: u32) {
        if let Some(port) = self.ports.get(index as usize) {
            self.wires[port.wire as usize].catch_up(self.now);
        }
    }

    /// Brings the accounts of all ports up to now: before they are read from outside.
    pub(crate) fn settle(&mut self) {
        self.wires.iter_mut().for_each(|wire| wire.catch_up(self.now));
    }
}
