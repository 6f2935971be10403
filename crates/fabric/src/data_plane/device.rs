//! A switch (or a host's NIC) that runs a scheme: the scheme's inputs, the effect of its verdict.

use super::buffer::{Buffer, PauseOrder, Place, Pools};
use super::config::AqmScope;
use super::counters::{Action, DropCause};
use super::departure_schedule::DepartureSchedule;
use super::lossless_buffer::LosslessBuffer;
use super::packet::Tag;
use super::port::Port;
use super::queues::{OutputQueues, QueuedPacket};
use super::scheme::{QueueScheme, Slot};
use crate::time::stamp_of;
use freeboard_aqm_api::{
    Arrival, Bytes, Departure, Ecn, Nanos32, NotEct, PortId, PortView, QueueView, Verdict,
};
use freeboard_device::mmu::{Charges, Discrepancy, GroupId};
use freeboard_device::pfc::CLASSES;

/// One device.
#[derive(Debug)]
pub(crate) struct Device<Q> {
    pub(crate) scheme: Q,
    pub(crate) buffer: AnyBuffer,
    /// The departure schedule of its precomputed ports, if scheme or shared buffer depend on it.
    pub(crate) departure_schedule: Option<DepartureSchedule>,
    /// Whether its only events are arrivals with precomputed departures and no schedule, so that its ports have batches.
    pub(crate) has_lanes: bool,
    /// The scheme runs at dequeue.
    pub(crate) runs_at_dequeue: bool,
    pub(crate) rules: Rules,
    /// Sum of all its queues, in the depth unit.
    pub(crate) units: u32,
    /// Its ports, by global index.
    pub(crate) ports: Vec<u32>,
    /// Queues of each port.
    pub(crate) queues: u16,
    /// Scope that the scheme observes if a port has several queues.
    pub(crate) scope: AqmScope,
    /// The queues of a port as its control plane sees them; kept for its room.
    pub(crate) views: Vec<QueueView>,
    /// Clock of the scheme.
    pub(crate) clock: SwitchClock,
}

/// Inputs of a scheme beside the packet, and the effect of its verdicts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) not_ect: NotEct,
    /// Queues of lossless classes, one bit each, in which a signal passes packets without ECN all the same.
    pub(crate) spares: u8,
    pub(crate) reads_random: bool,
    /// Whether the scheme is told of departures; if not, precomputed ports skip the calls.
    pub(crate) sees_departures: bool,
}

/// Any memory, chosen at run time.
#[derive(Debug)]
pub(crate) enum AnyBuffer {
    /// Every port has its own, with a limit that the port knows.
    Private,
    /// Pools that ports share.
    Shared(Pools),
    /// Pools with accounts of where packets come in: classes can be paused.
    Lossless(Box<LosslessBuffer>),
}

impl AnyBuffer {
    /// Every port has its own memory.
    pub(crate) const fn is_private(&self) -> bool {
        matches!(self, Self::Private)
    }

    /// The memory, if classes can be paused.
    pub(crate) fn lossless(&self) -> Option<&LosslessBuffer> {
        if let Self::Lossless(lossless) = self { Some(lossless) } else { None }
    }

    /// The same, to change it.
    pub(crate) fn lossless_mut(&mut self) -> Option<&mut LosslessBuffer> {
        if let Self::Lossless(lossless) = self { Some(lossless) } else { None }
    }
}

/// A call of the memory that is there, or what private memory answers.
macro_rules! each {
    ($self:ident, $private:expr, $inner:ident => $call:expr) => {
        match $self {
            Self::Private => $private,
            Self::Shared($inner) => $call,
            Self::Lossless($inner) => $call,
        }
    };
}

impl Buffer for AnyBuffer {
    #[inline]
    fn admit(&mut self, place: Place, size: u32) -> Option<Charges> {
        each!(self, Some(Charges::default()), inner => inner.admit(place, size))
    }

    #[inline]
    fn release(&mut self, place: Place, size: u32, charges: Charges) {
        each!(self, (), inner => inner.release(place, size, charges));
    }

    #[inline]
    fn depth(&self, port: u16) -> Option<u32> {
        each!(self, None, inner => inner.depth(port))
    }

    #[inline]
    fn pass(&self, place: Place, size: u32) -> Option<Option<u32>> {
        each!(self, Some(None), inner => inner.pass(place, size))
    }

    fn first_port(&self, port: u16) -> u16 {
        each!(self, 0, inner => inner.first_port(port))
    }

    fn audit(&self, packets: &[(Place, QueuedPacket)]) -> Option<(usize, Discrepancy)> {
        each!(self, None, inner => inner.audit(packets))
    }

    #[inline]
    fn group(&self, ingress: u16, class: u8) -> GroupId {
        each!(self, GroupId(0), inner => inner.group(ingress, class))
    }

    #[inline]
    fn pause(&mut self, place: Place, now: u64) -> Option<PauseOrder> {
        each!(self, None, inner => inner.pause(place, now))
    }
}

/// The clock of a switch: true time, and what it has stepped by.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SwitchClock {
    /// Offset from true time, mod 2^64 \[ns\].
    ahead_ns: u64,
    /// Offset before the last step \[ns\].
    before_ns: u64,
    /// Time of the last step \[ps\].
    stepped_at: u64,
}

impl SwitchClock {
    /// Steps the clock forwards, or back if the argument is negative \[ns\].
    pub(crate) const fn step(&mut self, by_ns: i64, now: u64) {
        self.before_ns = self.ahead_ns;
        self.ahead_ns = self.ahead_ns.wrapping_add_signed(by_ns);
        self.stepped_at = now;
    }

    /// Reading at true time `now_ns` \[ns\].
    #[inline]
    pub(crate) const fn reading(&self, now_ns: u64) -> u64 {
        now_ns.wrapping_add(self.ahead_ns)
    }

    /// The stamp of a packet that came at `time` \[ps\], before the last step or since.
    #[inline]
    pub(crate) const fn stamp(&self, time: u64) -> Nanos32 {
        let ahead = if time < self.stepped_at { self.before_ns } else { self.ahead_ns };
        Nanos32(stamp_of(time).0.wrapping_add(ahead as u32))
    }
}

/// Inputs of the scheme: the queue whose state it uses, and the depths of this queue and its port in the depth unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    slot: Slot,
    depth: u32,
    port_depth: u32,
    /// The queue within its port.
    queue: u8,
}

impl Seen {
    /// The only queue of a port.
    #[inline]
    pub(super) const fn only(local: u16, depth: u32) -> Self {
        Self { slot: Slot::only(local), depth, port_depth: depth, queue: 0 }
    }
}

impl Rules {
    /// Action on a packet at arrival, by the scheme's verdict; `pool_depth` is [`Device::memory_depth`].
    #[inline(always)]
    pub(super) fn at_enqueue(
        self,
        scheme: &mut impl QueueScheme,
        port: &mut Port,
        seen: Seen,
        pool_depth: u32,
        tag: Tag,
        now_ns: u64,
    ) -> Action {
        let ecn = tag.ecn();
        if !scheme.runs_at_enqueue() {
            // A scheme that reads random words draws one per packet at enqueue, used or not.
            _ = self.random(port);
            return Action::Forward;
        }
        let arrival = Arrival {
            now: Nanos32(now_ns as u32),
            now_high: (now_ns >> 32) as u16,
            size: Bytes(tag.size()),
            depth: seen.depth,
            port_depth: seen.port_depth,
            pool_depth,
            ecn,
            random: self.random(port),
        };
        let verdict = scheme.on_enqueue(seen.slot, &arrival);
        self.action(verdict, ecn, seen.queue)
    }

    /// Action on a departing packet that came at `arrival`. All depths exclude it already; `pool_depth` is
    /// [`Device::memory_depth`].
    #[inline(always)]
    pub(super) fn at_dequeue(
        self,
        scheme: &mut impl QueueScheme,
        port: &mut Port,
        seen: Seen,
        pool_depth: u32,
        tag: Tag,
        (arrival, now_ns): (Nanos32, u64),
    ) -> Action {
        let now = Nanos32(now_ns as u32);
        let departure = Departure {
            now,
            now_high: (now_ns >> 32) as u16,
            sojourn: now.elapsed(arrival),
            size: Bytes(tag.size()),
            depth: seen.depth,
            port_depth: seen.port_depth,
            pool_depth,
            ecn: tag.ecn(),
            // A scheme that sees no departures draws none: precomputed ones pass it by.
            random: if self.sees_departures { self.random(port) } else { 0 },
        };
        let verdict = scheme.on_dequeue(seen.slot, &departure);
        self.action(verdict, tag.ecn(), seen.queue)
    }

    /// Action on a packet of a queue after a verdict.
    #[inline]
    fn action(self, verdict: Verdict, ecn: Ecn, queue: u8) -> Action {
        match verdict {
            Verdict::Forward => Action::Forward,
            Verdict::Drop => Action::Drop(DropCause::Scheme),
            // It says so already.
            Verdict::Signal if ecn == Ecn::CE => Action::Forward,
            Verdict::Signal if ecn.is_capable() => Action::Mark,
            Verdict::Signal if self.spares >> (queue % CLASSES as u8) & 1 == 1 => Action::Unmarkable,
            Verdict::Signal => match self.not_ect {
                NotEct::Pass => Action::Unmarkable,
                NotEct::Drop => Action::Drop(DropCause::NotEct),
            },
        }
    }

    #[inline]
    fn random(self, port: &mut Port) -> u32 {
        if self.reads_random { port.random() } else { 0 }
    }
}

impl<Q: QueueScheme> Device<Q> {
    /// Action on a packet at arrival, by the scheme's verdict; `pool_depth` is [`Self::memory_depth`].
    #[inline(always)]
    pub(crate) fn enqueue_action(
        &mut self,
        port: &mut Port,
        seen: Seen,
        pool_depth: u32,
        tag: Tag,
        now_ns: u64,
    ) -> Action {
        self.rules.at_enqueue(&mut self.scheme, port, seen, pool_depth, tag, now_ns)
    }

    /// Action on a departing packet that came at `arrival`. All depths exclude it already; `pool_depth` is
    /// [`Self::memory_depth`].
    #[inline(always)]
    pub(crate) fn dequeue_action(
        &mut self,
        port: &mut Port,
        seen: Seen,
        pool_depth: u32,
        tag: Tag,
        stamps: (Nanos32, u64),
    ) -> Action {
        self.rules.at_dequeue(&mut self.scheme, port, seen, pool_depth, tag, stamps)
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
    #[inline(always)]
    pub(crate) fn begin_transmission(
        &mut self,
        port: &mut Port,
        tag: Tag,
        depth: u32,
        arrival: Nanos32,
        now_ns: u64,
    ) -> Action {
        let charges = Charges { egress: tag.charge(), ..Charges::default() };
        self.buffer.release(Place::only(port.local), tag.size(), charges);
        if !self.runs_at_dequeue {
            return Action::Forward;
        }
        let pool_depth = self.memory_depth(port.local);
        self.dequeue_action(port, Seen::only(port.local, depth), pool_depth, tag, (arrival, now_ns))
    }

    /// A packet that an idle port sends at once leaves the memory no trace: returns [`Self::memory_depth`] beside it, and nothing if
    /// there is no room for it, or a pause frame may be due.
    #[inline(always)]
    pub(crate) fn pass(&self, place: Place, size: u32) -> Option<u32> {
        Some(self.buffer.pass(place, size)?.unwrap_or(self.units))
    }

    /// Runs the control plane of every queue of one port.
    pub(crate) fn control(&mut self, port: &Port, queues: &OutputQueues, now: Nanos32) {
        let clock = self.clock;
        let now = Nanos32(now.0.wrapping_add(clock.reading(0) as u32));
        let mut views = core::mem::take(&mut self.views);
        views.clear();
        views.extend(queues.all.iter().map(|queue| QueueView {
            depth: queue.units,
            sojourn: queue.packets.front().map_or(0, |head| now.elapsed(clock.stamp(head.arrival))),
            weight: queue.weight,
        }));
        let pool_depth = self.memory_depth(port.local);
        let view = PortView { port: PortId(port.local), queues: &views, pool_depth };
        let slots = if self.scope == AqmScope::Queue { queues.all.len() } else { 1 };
        for queue in 0..slots {
            self.scheme.on_control(self.slot(port.local, queue), now, &view);
        }
        self.views = views;
    }

    /// Inputs of the scheme for a packet of a queue of `depth`, in a port of `port_depth`.
    #[inline]
    pub(super) fn seen(&self, local: u16, queue: usize, depth: u32, port_depth: u32) -> Seen {
        let depth = match self.scope {
            AqmScope::Queue => depth,
            AqmScope::Port => port_depth,
            AqmScope::Pool => self.memory_depth(local),
        };
        Seen { slot: self.slot(local, queue), depth, port_depth, queue: queue as u8 }
    }

    /// The scheme state that a packet of a queue uses.
    fn slot(&self, local: u16, queue: usize) -> Slot {
        let first = |port: u16| usize::from(port) * usize::from(self.queues);
        let (port, queue) = match self.scope {
            AqmScope::Queue => (first(local), first(local) + queue),
            AqmScope::Port => (first(local), first(local)),
            AqmScope::Pool => {
                let shared = first(self.buffer.first_port(local));
                (shared, shared)
            }
        };
        Slot { port, queue }
    }

    /// Occupancy of the memory that serves a port; with private buffers all the device holds.
    #[inline]
    pub(crate) fn memory_depth(&self, local: u16) -> u32 {
        self.buffer.depth(local).unwrap_or(self.units)
    }
}
