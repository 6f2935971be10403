//! A switch (or a host's NIC) that runs a scheme: what the scheme is told, what becomes of its verdict.

use super::buffer::Pools;
use super::departure_schedule::DepartureSchedule;
use super::lossless_buffer::LosslessBuffer;
use super::packet::Tag;
use super::port::Port;
use super::queues::AqmScope;
use super::scheme::{QueueScheme, Slot};
use super::stats::DropCause;
use freeboard_aqm_api::{
    Arrival, Bytes, Departure, Ecn, Nanos32, NotEct, PortId, PortView, QueueView, Verdict,
};
use freeboard_hw_model::mmu::Charge;

/// One device.
#[derive(Debug)]
pub(crate) struct Device<Q> {
    pub(crate) scheme: Q,
    pub(crate) pools: Pools,
    /// The departure schedule of its precomputed ports, if scheme or shared buffer depend on it.
    pub(crate) departure_schedule: Option<DepartureSchedule>,
    /// The scheme runs at dequeue.
    pub(crate) runs_at_dequeue: bool,
    pub(crate) not_ect: NotEct,
    pub(crate) reads_random: bool,
    /// Sum of all its queues, in the depth unit.
    pub(crate) units: u32,
    /// Its ports, by global index.
    pub(crate) ports: Vec<u32>,
    /// Queues of each port.
    pub(crate) queues: u16,
    /// Its memory if it has lossless classes; then there are no pools.
    pub(crate) lossless_buffer: Option<Box<LosslessBuffer>>,
    /// What the scheme looks at where a port has several queues.
    pub(crate) scope: AqmScope,
    /// The queues of a port as its control plane sees them; kept for its room.
    pub(crate) views: Vec<QueueView>,
}

/// How long a queue is, and its port, in the depth unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depths {
    pub(crate) queue: u32,
    pub(crate) port: u32,
}

/// What happens to a packet next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// It goes on as it is.
    Forward,
    /// It goes on, and the signal is lost on it.
    Unmarkable,
    /// It goes on with CE.
    Mark,
    /// It is dropped.
    Drop(DropCause),
}

impl<Q: QueueScheme> Device<Q> {
    /// The scheme's verdict on a packet that meets a queue of `depth`, as a action.
    #[inline(always)]
    pub(crate) fn enqueue_action(&mut self, port: &mut Port, tag: Tag, depth: u32, now_ns: u64) -> Action {
        let ecn = tag.ecn();
        let arrival = Arrival {
            now: Nanos32(now_ns as u32),
            now_high: (now_ns >> 32) as u16,
            size: Bytes(tag.size()),
            depth,
            port_depth: depth,
            pool_depth: self.pool_depth(port.local),
            ecn,
            random: self.random(port),
        };
        let verdict = self.scheme.on_enqueue(Slot::only(port.local), &arrival);
        self.action(verdict, ecn)
    }

    /// The scheme's verdict on a packet that came at `arrival` and leaves a queue of `depth` behind, as a action; it is
    /// out of all depths already.
    #[inline]
    pub(crate) fn dequeue_action(
        &mut self,
        port: &mut Port,
        tag: Tag,
        (arrival, depth): (Nanos32, u32),
        now_ns: u64,
    ) -> Action {
        let now = Nanos32(now_ns as u32);
        let departure = Departure {
            now,
            now_high: (now_ns >> 32) as u16,
            sojourn: now.since(arrival),
            size: Bytes(tag.size()),
            depth,
            port_depth: depth,
            pool_depth: self.pool_depth(port.local),
            ecn: tag.ecn(),
            random: self.random(port),
        };
        let verdict = self.scheme.on_dequeue(Slot::only(port.local), &departure);
        self.action(verdict, tag.ecn())
    }

    /// A packet leaves the memory.
    #[inline]
    pub(crate) fn release(&mut self, port: &mut Port, size: u32, charge: Charge) {
        let units = port.unit_size.of(size);
        self.units -= units;
        port.units -= units;
        if self.pools.is_shared() {
            self.pools.release(u32::from(port.local), size, charge);
        }
    }

    /// Scheduled departures that share the schedule of a port are due.
    #[inline]
    pub(crate) fn is_due(&self, local: u16, now: u64) -> bool {
        self.departure_schedule
            .as_ref()
            .is_some_and(|departure_schedule| departure_schedule.earliest(local) <= now)
    }

    /// The transmission of a packet of a precomputed port begins, as of `now_ns`: releases its buffer and runs the AQM at
    /// dequeue.
    #[inline]
    pub(crate) fn begin_transmission(
        &mut self,
        port: &mut Port,
        tag: Tag,
        seen: (Nanos32, u32),
        now_ns: u64,
    ) -> Action {
        if self.pools.is_shared() {
            self.pools.release(u32::from(port.local), tag.size(), tag.charge());
        }
        if self.runs_at_dequeue { self.dequeue_action(port, tag, seen, now_ns) } else { Action::Forward }
    }

    /// Runs the control plane of one port; `head_sojourn` is that of its oldest packet.
    pub(crate) fn control(&mut self, port: &Port, head_sojourn: u32, now: Nanos32) {
        let queue = QueueView { depth: port.units, sojourn: head_sojourn, weight: 1 };
        let view =
            PortView { port: PortId(port.local), queues: &[queue], pool_depth: self.pool_depth(port.local) };
        self.scheme.on_control(Slot::only(port.local), now, &view);
    }

    #[inline]
    pub(super) fn action(&self, verdict: Verdict, ecn: Ecn) -> Action {
        match verdict {
            Verdict::Forward => Action::Forward,
            Verdict::Drop => Action::Drop(DropCause::Scheme),
            // It says so already.
            Verdict::Signal if ecn == Ecn::CE => Action::Forward,
            Verdict::Signal if ecn.is_capable() => Action::Mark,
            Verdict::Signal => match self.not_ect {
                NotEct::Pass => Action::Unmarkable,
                NotEct::Drop => Action::Drop(DropCause::NotEct),
            },
        }
    }

    /// The shared pool's occupancy, or, with private buffers, all the device holds.
    #[inline]
    pub(super) fn pool_depth(&self, local: u16) -> u32 {
        if self.pools.is_shared() { self.pools.depth(u32::from(local)) } else { self.units }
    }

    #[inline]
    pub(super) fn random(&self, port: &mut Port) -> u32 {
        if self.reads_random { port.random() } else { 0 }
    }
}
