//! Closed loop of a scheme and its queue, in which a signal drops.
//!
//! Packets are not ECN-capable: what is signalled at arrival never enters the queue, so no departure follows it, and
//! what is signalled at departure leaves no room on the link. [`super::PacketModel`] is the open loop.

use super::Timed;
use super::call;
use freeboard_aqm_api::{DepthUnit, Hooks, Meta, Nanos32, PortId, PortView, QueueView, Verdict};
use freeboard_oracle::Hook;
use freeboard_registry::AnyAqm;
use freeboard_replay::{PacketEvent, Random};
use std::collections::VecDeque;

/// Most ticks of the control plane in one silence, so that a long one stays cheap. Chosen by us.
const TICKS_MAX: u64 = 256;

/// Largest backlog \[packets\]: tail drop beyond. Chosen by us.
const BACKLOG_MAX: usize = 512;

/// What decides about packets: a scheme, or a broken one that a suite has to find.
pub trait Decider {
    /// One hook call.
    fn packet(&mut self, event: &PacketEvent) -> Verdict;
    /// A tick of the control plane.
    fn control(&mut self, now: Nanos32, view: &PortView<'_>);
}

impl Decider for AnyAqm {
    fn packet(&mut self, event: &PacketEvent) -> Verdict {
        call(self, event)
    }

    fn control(&mut self, now: Nanos32, view: &PortView<'_>) {
        self.on_control(now, view);
    }
}

/// Packets that arrive with like spacing.
#[derive(Clone, Copy, Debug)]
pub struct Burst {
    /// How many.
    pub packets: u16,
    /// From one to the next \[ns\].
    pub gap: u32,
    /// Size \[B\].
    pub size: u16,
    /// Silence before the first \[ns\].
    pub after: u32,
}

/// A scheme, its queue and the link behind it.
#[derive(Debug)]
pub struct Fifo<D> {
    scheme: D,
    unit: DepthUnit,
    /// Period of the control plane \[ns\]; 0 for none.
    period: u64,
    /// Link rate \[ps per byte\].
    pace: u64,
    now: u64,
    ticked: u64,
    /// The link is busy until then.
    busy: u64,
    /// Arrival time and size of each packet.
    queue: VecDeque<(u64, u32)>,
    bytes: u32,
    random: Random,
}

impl<D: Decider> Fifo<D> {
    /// An empty queue before a link of `mbps`, whose clock stands at `start`.
    #[must_use]
    pub fn new(scheme: D, meta: &Meta, unit: DepthUnit, (mbps, start, seed): (u32, u64, u64)) -> Self {
        let period = if meta.hooks.contains(Hooks::CONTROL) { meta.control_period_ns } else { 0 };
        Self {
            scheme,
            unit,
            period: period.into(),
            pace: 8_000_000 / u64::from(mbps.max(1)),
            now: start,
            ticked: start,
            busy: start,
            queue: VecDeque::new(),
            bytes: 0,
            random: Random::new(seed),
        }
    }

    /// What decides.
    pub const fn scheme(&self) -> &D {
        &self.scheme
    }

    /// Takes a burst.
    pub fn burst(&mut self, burst: &Burst) {
        self.pass(burst.after.into());
        for _ in 0..burst.packets {
            self.arrive(burst.size.into());
            self.pass(burst.gap.into());
        }
    }

    /// Empties the queue, lets `silence` ns pass and offers one packet: whether it was sent.
    pub fn probe(&mut self, silence: u64, size: u32) -> bool {
        while !self.queue.is_empty() {
            self.pass(self.busy.saturating_sub(self.now).max(1));
        }
        self.pass(silence + self.busy.saturating_sub(self.now));
        let idle = self.busy;
        self.arrive(size);
        self.busy > idle
    }

    fn arrive(&mut self, size: u32) {
        let verdict = self.ask(Hook::Arrival, 0, size);
        if verdict == Verdict::Forward && self.queue.len() < BACKLOG_MAX {
            self.queue.push_back((self.now, size));
            self.bytes += size;
        }
        self.serve(self.now);
    }

    /// Lets time pass, with departures and ticks in between.
    fn pass(&mut self, by: u64) {
        let end = self.now + by;
        let period = self.period.max(by / TICKS_MAX);
        while period > 0 && self.ticked + period <= end {
            self.ticked += period;
            self.serve(self.ticked);
            self.tick();
        }
        self.serve(end);
        self.now = end;
    }

    /// Departures up to `end`.
    fn serve(&mut self, end: u64) {
        while self.busy.max(self.now) <= end
            && let Some((arrived, size)) = self.queue.pop_front()
        {
            self.now = self.now.max(self.busy);
            self.bytes -= size;
            let sojourn = u32::try_from(self.now - arrived).unwrap_or(u32::MAX);
            if self.ask(Hook::Departure, sojourn, size) == Verdict::Forward {
                self.busy = self.now + u64::from(size) * self.pace / 1_000;
            }
        }
    }

    fn tick(&mut self) {
        let sojourn = self.queue.front().map_or(0, |(arrived, _)| self.ticked.saturating_sub(*arrived));
        let depth = self.depth();
        let queue = QueueView { depth, sojourn: u32::try_from(sojourn).unwrap_or(u32::MAX), weight: 1 };
        let view = PortView { port: PortId(0), queues: &[queue], pool_depth: depth };
        self.scheme.control(Nanos32(self.ticked as u32), &view);
    }

    fn depth(&self) -> u32 {
        self.bytes.div_ceil(self.unit.bytes())
    }

    fn ask(&mut self, hook: Hook, sojourn: u32, size: u32) -> Verdict {
        let depth = self.depth();
        let random = self.random.word();
        let (port_depth, pool_depth) = (depth, depth);
        let packet =
            Timed { now: self.now, hook, sojourn, size, depth, port_depth, pool_depth, ecn: 0, random };
        self.scheme.packet(&packet.event(0))
    }
}
