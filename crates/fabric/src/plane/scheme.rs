//! A marking scheme with the state of one switch.

use crate::time::LinkRate;
use aqm_api::{
    Activity, Aqm, Arrival, Departure, Hooks, Intrinsics, Nanos32, NotEct, PortView, Scope, Verdict,
};

/// What a switch needs of a scheme: parameters and the state of all its ports in one.
///
/// [`Instance`] gives it for every [`Aqm`]; an enum over instances can give it too. Ports are local
/// indices, in the order of the device's port list; every port has one queue.
pub trait QueueScheme: Sized {
    /// A fresh instance for a device with these ports.
    fn for_device(&self, ports: &[LinkRate]) -> Self;
    /// A packet arrives.
    fn on_enqueue(&mut self, port: usize, arrival: &Arrival) -> Verdict;
    /// A packet leaves.
    fn on_dequeue(&mut self, port: usize, departure: &Departure) -> Verdict;
    /// The control plane ticks.
    fn on_control(&mut self, port: usize, now: Nanos32, view: &PortView<'_>);
    /// Period of the control plane \[ns\]; 0 for none.
    fn control_period_ns(&self) -> u32;
    /// What a signal does to a packet without ECN.
    fn not_ect(&self) -> NotEct;
    /// It reads the random word.
    fn reads_random(&self) -> bool;
    /// It wants to know of departures, or of other queues than the one a packet arrives at: then every
    /// departure is an event. Without such interest a run is faster, and the same.
    fn watches_departures(&self) -> bool {
        true
    }
    /// Counters of one port.
    fn activity(&self, port: usize) -> Activity;
}

/// State of one port and its queue, with its own copy of the parameters: a control tick may change them.
#[derive(Clone, Copy, Debug)]
struct Cell<Params, Port, Queue> {
    params: Params,
    port: Port,
    queue: Queue,
    activity: Activity,
}

/// The cell of a scheme.
type CellOf<A> = Cell<<A as Aqm>::Params, <A as Aqm>::Port, <A as Aqm>::Queue>;

/// Any [`Aqm`] in one switch: one pipe, a port and a queue state per port.
#[derive(Debug)]
pub struct Instance<A: Aqm> {
    params: A::Params,
    pipe: A::Pipe,
    cells: Vec<CellOf<A>>,
}

impl<A: Aqm> Clone for Instance<A> {
    fn clone(&self) -> Self {
        Self { params: self.params, pipe: self.pipe, cells: self.cells.clone() }
    }
}

impl<A: Aqm> Instance<A> {
    /// A prototype without ports.
    #[must_use]
    pub fn new(params: A::Params) -> Self {
        Self { params, pipe: A::Pipe::default(), cells: Vec::new() }
    }
}

impl<A: Aqm> QueueScheme for Instance<A> {
    fn for_device(&self, ports: &[LinkRate]) -> Self {
        let cell = Cell {
            params: self.params,
            port: A::Port::default(),
            queue: A::Queue::default(),
            activity: Activity::default(),
        };
        Self { params: self.params, pipe: A::Pipe::default(), cells: vec![cell; ports.len()] }
    }

    #[inline]
    fn on_enqueue(&mut self, port: usize, arrival: &Arrival) -> Verdict {
        if !A::META.hooks.contains(Hooks::ENQUEUE) {
            return Verdict::Forward;
        }
        let cell = &mut self.cells[port];
        let before = cell.queue;
        let scope = Scope { pipe: &mut self.pipe, port: &mut cell.port, queue: &mut cell.queue };
        let verdict = A::on_enqueue(&cell.params, scope, arrival);
        count(&mut cell.activity, verdict);
        A::watch_enqueue(&cell.params, &before, &cell.queue, arrival, &mut cell.activity);
        verdict
    }

    #[inline]
    fn on_dequeue(&mut self, port: usize, departure: &Departure) -> Verdict {
        if !A::META.hooks.contains(Hooks::DEQUEUE) {
            return Verdict::Forward;
        }
        let cell = &mut self.cells[port];
        let before = cell.queue;
        let scope = Scope { pipe: &mut self.pipe, port: &mut cell.port, queue: &mut cell.queue };
        let verdict = A::on_dequeue(&cell.params, scope, departure);
        count(&mut cell.activity, verdict);
        A::watch_dequeue(&cell.params, &before, &cell.queue, departure, &mut cell.activity);
        verdict
    }

    fn on_control(&mut self, port: usize, now: Nanos32, view: &PortView<'_>) {
        A::on_control(&mut self.cells[port].params, now, view);
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

    fn watches_departures(&self) -> bool {
        let arrivals_only = A::META.hooks.difference(Hooks::ENQUEUE).is_empty();
        !arrivals_only || A::META.reads.contains(Intrinsics::POOL_DEPTH)
    }

    fn activity(&self, port: usize) -> Activity {
        self.cells.get(port).map_or_else(Activity::default, |cell| cell.activity)
    }
}

#[inline]
fn count(activity: &mut Activity, verdict: Verdict) {
    activity.events = activity.events.wrapping_add(1);
    activity.signals = activity.signals.wrapping_add(u32::from(verdict != Verdict::Forward));
}
