//! A marking scheme with the state of one switch.

use crate::time::LinkRate;
use freeboard_aqm_api::{
    Activity, Aqm, Arrival, Departure, Hooks, Intrinsics, Meta, Nanos32, NotEct, PortView, Scope, Verdict,
};

/// Whose state a call is about. A device's queues are numbered port by port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The port, by its first queue.
    pub port: usize,
    /// The queue.
    pub queue: usize,
}

impl Slot {
    /// The only queue of the `local`-th port.
    #[inline]
    #[must_use]
    pub const fn only(local: u16) -> Self {
        Self { port: local as usize, queue: local as usize }
    }
}

/// What a scheme wants of departures. An event each gives the same result as less, and takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departures {
    /// Nothing.
    Unseen,
    /// Run at dequeue, in departure order of a port and its memory; may mark, never drops.
    OfPort,
    /// The same in their order in the whole device, whose ports share state.
    OfDevice,
    /// To be called at the very moment.
    AtOnce,
}

/// What a switch needs of a scheme: parameters and the state of all its queues in one.
///
/// [`Instance`] gives it for every [`Aqm`]; an enum over instances can give it too.
pub trait QueueScheme: Sized {
    /// A fresh instance for a device with these ports of `queues` queues each.
    fn for_device(&self, ports: &[LinkRate], queues: usize) -> Self;
    /// A packet arrives.
    fn on_enqueue(&mut self, slot: Slot, arrival: &Arrival) -> Verdict;
    /// A packet leaves.
    fn on_dequeue(&mut self, slot: Slot, departure: &Departure) -> Verdict;
    /// The control plane ticks.
    fn on_control(&mut self, slot: Slot, now: Nanos32, view: &PortView<'_>);
    /// Period of the control plane \[ns\]; 0 for none.
    fn control_period_ns(&self) -> u32;
    /// What a signal does to a packet without ECN.
    fn not_ect(&self) -> NotEct;
    /// It reads the random word.
    fn reads_random(&self) -> bool;
    /// What it wants of departures.
    fn departures(&self) -> Departures {
        Departures::AtOnce
    }
    /// It wants to know of other queues than the one a packet arrives at.
    fn watches_pool(&self) -> bool {
        true
    }
    /// Queues of different ports have state in common, so that the order of their arrivals matters.
    fn shares_state(&self) -> bool {
        true
    }
    /// Counters of one queue.
    fn activity(&self, queue: usize) -> Activity;
}

/// State of one queue, with its own copy of the parameters: a control tick may change them. A port's state
/// lies in the cell of its first queue.
#[derive(Clone, Copy, Debug)]
struct Cell<Params, Port, Queue> {
    params: Params,
    port: Port,
    queue: Queue,
    activity: Activity,
}

/// The cell of a scheme.
type CellOf<A> = Cell<<A as Aqm>::Params, <A as Aqm>::Port, <A as Aqm>::Queue>;

/// Any [`Aqm`] in one switch: one pipe, a state per port, a state per queue.
#[derive(Debug)]
pub struct Instance<A: Aqm> {
    params: Vec<A::Params>,
    pipe: A::Pipe,
    cells: Vec<CellOf<A>>,
}

impl<A: Aqm> Clone for Instance<A> {
    fn clone(&self) -> Self {
        Self { params: self.params.clone(), pipe: self.pipe, cells: self.cells.clone() }
    }
}

impl<A: Aqm> Instance<A> {
    /// A prototype without ports.
    #[must_use]
    pub fn new(params: A::Params) -> Self {
        Self::per_queue(vec![params])
    }

    /// A prototype whose parameters differ between the queues of a port, in their order; queues beyond the
    /// list have those of the last one.
    ///
    /// # Panics
    /// The list is empty.
    #[must_use]
    pub fn per_queue(params: Vec<A::Params>) -> Self {
        assert!(!params.is_empty(), "a scheme has parameters");
        Self { params, pipe: A::Pipe::default(), cells: Vec::new() }
    }

    /// The state of a port. One without state has none to find.
    #[inline]
    fn port_state(&self, slot: Slot) -> A::Port {
        self.cells.get(slot.port).map_or_else(A::Port::default, |cell| cell.port)
    }

    #[inline]
    fn keep_port_state(&mut self, slot: Slot, state: A::Port) {
        if let Some(cell) = self.cells.get_mut(slot.port) {
            cell.port = state;
        }
    }
}

impl<A: Aqm> QueueScheme for Instance<A> {
    fn for_device(&self, ports: &[LinkRate], queues: usize) -> Self {
        let last = self.params.len() - 1;
        let cell = |queue: usize| Cell {
            params: self.params[queue.min(last)],
            port: A::Port::default(),
            queue: A::Queue::default(),
            activity: Activity::default(),
        };
        let cells = ports.iter().flat_map(|_| (0..queues).map(cell)).collect();
        Self { params: self.params.clone(), pipe: A::Pipe::default(), cells }
    }

    #[inline]
    fn on_enqueue(&mut self, slot: Slot, arrival: &Arrival) -> Verdict {
        if !A::META.hooks.contains(Hooks::ENQUEUE) {
            return Verdict::Forward;
        }
        let mut port = self.port_state(slot);
        let cell = &mut self.cells[slot.queue];
        let scope = Scope { pipe: &mut self.pipe, port: &mut port, queue: &mut cell.queue };
        let decision = A::on_enqueue(&cell.params, scope, arrival);
        cell.activity.count(&decision);
        self.keep_port_state(slot, port);
        decision.verdict
    }

    #[inline]
    fn on_dequeue(&mut self, slot: Slot, departure: &Departure) -> Verdict {
        if !A::META.hooks.contains(Hooks::DEQUEUE) {
            return Verdict::Forward;
        }
        let mut port = self.port_state(slot);
        let cell = &mut self.cells[slot.queue];
        let scope = Scope { pipe: &mut self.pipe, port: &mut port, queue: &mut cell.queue };
        let decision = A::on_dequeue(&cell.params, scope, departure);
        cell.activity.count(&decision);
        self.keep_port_state(slot, port);
        decision.verdict
    }

    fn on_control(&mut self, slot: Slot, now: Nanos32, view: &PortView<'_>) {
        A::on_control(&mut self.cells[slot.queue].params, now, view);
    }

    fn control_period_ns(&self) -> u32 {
        if A::META.hooks.contains(Hooks::CONTROL) { A::META.control_period_ns } else { 0 }
    }

    fn not_ect(&self) -> NotEct {
        A::META.not_ect
    }

    fn reads_random(&self) -> bool {
        A::META.reads.contains(Intrinsics::RANDOM)
    }

    fn departures(&self) -> Departures {
        let Meta { hooks, drops, .. } = A::META;
        if hooks.contains(Hooks::CONTROL) || drops.contains(Hooks::DEQUEUE) {
            Departures::AtOnce
        } else if !hooks.contains(Hooks::DEQUEUE) {
            Departures::Unseen
        } else if size_of::<A::Pipe>() > 0 {
            Departures::OfDevice
        } else {
            Departures::OfPort
        }
    }

    fn watches_pool(&self) -> bool {
        A::META.reads.intersects(Intrinsics::POOL_DEPTH.union(Intrinsics::POOL_STATUS))
    }

    fn shares_state(&self) -> bool {
        size_of::<A::Pipe>() > 0
    }

    fn activity(&self, queue: usize) -> Activity {
        self.cells.get(queue).map_or_else(Activity::default, |cell| cell.activity)
    }
}
