//! A switch (or a host's NIC) that runs a scheme: what the scheme is told, what becomes of its verdict.

use super::buffer::Pools;
use super::packet::Packet;
use super::port::{DropCause, Port};
use super::scheme::QueueScheme;
use aqm_api::{Arrival, Bytes, Departure, Ecn, Nanos32, NotEct, PortId, PortView, QueueView, Verdict};

/// One device.
#[derive(Debug)]
pub(crate) struct Device<Q> {
    pub(crate) scheme: Q,
    pub(crate) pools: Pools,
    pub(crate) not_ect: NotEct,
    pub(crate) reads_random: bool,
    /// Sum of all its queues, in the depth unit.
    pub(crate) units: u32,
    /// Its ports, by global index.
    pub(crate) ports: Vec<u32>,
}

/// What happens to a packet next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It goes on as it is.
    Pass,
    /// It goes on, and the signal is lost on it.
    Unmarkable,
    /// It goes on with CE.
    Mark,
    /// It is dropped.
    Drop(DropCause),
}

impl<Q: QueueScheme> Device<Q> {
    /// The scheme's verdict on an arriving packet, as a fate.
    #[inline]
    pub(crate) fn judge_arrival(&mut self, port: &mut Port, wire: u16, ecn: Ecn, now_ns: u64) -> Fate {
        let arrival = Arrival {
            now: Nanos32(now_ns as u32),
            now_high: (now_ns >> 32) as u16,
            size: Bytes(u32::from(wire)),
            depth: port.units,
            port_depth: port.units,
            pool_depth: self.pool_depth(port.local),
            ecn,
            random: self.random(port),
        };
        let verdict = self.scheme.on_enqueue(port.local as usize, &arrival);
        self.fate(verdict, ecn)
    }

    /// The scheme's verdict on a leaving packet, as a fate; the packet is out of all depths already.
    #[inline]
    pub(crate) fn judge_departure(&mut self, port: &mut Port, packet: &Packet, now_ns: u64) -> Fate {
        let now = Nanos32(now_ns as u32);
        let departure = Departure {
            now,
            now_high: (now_ns >> 32) as u16,
            sojourn: now.since(Nanos32(packet.stamp)),
            size: Bytes(u32::from(packet.wire)),
            depth: port.units,
            port_depth: port.units,
            pool_depth: self.pool_depth(port.local),
            ecn: packet.ecn,
            random: self.random(port),
        };
        let verdict = self.scheme.on_dequeue(port.local as usize, &departure);
        self.fate(verdict, packet.ecn)
    }

    /// Runs the control plane of one port; `head_sojourn` is that of its oldest packet.
    pub(crate) fn control(&mut self, port: &Port, head_sojourn: u32, now: Nanos32) {
        let queue = QueueView { depth: port.units, sojourn: head_sojourn, weight: 1 };
        let view = PortView {
            port: PortId(port.local as u16),
            queues: &[queue],
            pool_depth: self.pool_depth(port.local),
        };
        self.scheme.on_control(port.local as usize, now, &view);
    }

    #[inline]
    fn fate(&self, verdict: Verdict, ecn: Ecn) -> Fate {
        match verdict {
            Verdict::Forward => Fate::Pass,
            Verdict::Drop => Fate::Drop(DropCause::Scheme),
            Verdict::Signal if ecn.is_capable() => Fate::Mark,
            Verdict::Signal => match self.not_ect {
                NotEct::Pass => Fate::Unmarkable,
                NotEct::Drop => Fate::Drop(DropCause::NotEct),
            },
        }
    }

    /// The shared pool's occupancy, or, with private buffers, all the device holds.
    #[inline]
    fn pool_depth(&self, local: u32) -> u32 {
        if self.pools.is_shared() { self.pools.depth(local) } else { self.units }
    }

    #[inline]
    fn random(&self, port: &mut Port) -> u32 {
        if !self.reads_random {
            return 0;
        }
        port.calls += 1;
        port.words.word(port.calls) as u32
    }
}
