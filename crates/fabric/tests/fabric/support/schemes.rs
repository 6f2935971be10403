//! Marking schemes of a few lines: a rule, and what all of them have in common.

use core::fmt::Debug;
use core::marker::PhantomData;
use freeboard_aqm_api::{
    Activity, Aqm, Arrival, Decision, Departure, DepthUnit, Hooks, Intrinsics, Kind, Meta, Nanos32, NotEct,
    PortView, Scope, State, Verdict,
};
use freeboard_fabric::data_plane::{Departures, QueueScheme, Slot};
use freeboard_fabric::{Instance, LinkRate};
use freeboard_params::{ParamError, Preset, Words};

/// Looks at the queue's length when a packet arrives; what a rule does otherwise it says.
pub(crate) const META: Meta = Meta {
    name: "test",
    variant: "exact",
    summary: "marks above a threshold",
    source: "this test",
    kind: Kind::Exact,
    hooks: Hooks::ENQUEUE,
    reads: Intrinsics::DEPTH,
    resolution_ns: 1,
    longest_gap_ns: u64::MAX,
    control_period_ns: 0,
    not_ect: NotEct::Pass,
    drops: Hooks::empty(),
    triggers: &[],
};

/// What one scheme does; `k` is its only parameter.
pub(crate) trait Rule: Copy + Debug + PartialEq + 'static {
    const META: Meta = META;
    type Pipe: State;
    type Queue: State;

    fn arrive(_k: u32, _state: (&mut Self::Pipe, &mut Self::Queue), _arrival: &Arrival) -> Verdict {
        Verdict::Forward
    }

    fn leave(_k: u32, _state: (&mut Self::Pipe, &mut Self::Queue), _departure: &Departure) -> Verdict {
        Verdict::Forward
    }
}

/// The scheme of a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scheme<R>(PhantomData<R>);

impl<R: Rule> Aqm for Scheme<R> {
    const META: Meta = R::META;
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = u32;
    type Pipe = R::Pipe;
    type Port = ();
    type Queue = R::Queue;

    fn params((): &(), _: DepthUnit) -> Result<u32, ParamError> {
        Ok(u32::MAX)
    }

    fn on_enqueue(k: &u32, scope: Scope<'_, Self>, arrival: &Arrival) -> Decision {
        R::arrive(*k, (scope.pipe, scope.queue), arrival).into()
    }

    fn on_dequeue(k: &u32, scope: Scope<'_, Self>, departure: &Departure) -> Decision {
        R::leave(*k, (scope.pipe, scope.queue), departure).into()
    }
}

/// A word of state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Word(pub(crate) u32);

impl Word {
    /// Moves it by what was seen, so that any difference lasts.
    pub(crate) fn take(&mut self, seen: u32) {
        self.0 = (self.0 ^ seen).wrapping_mul(0x9E37_79B9);
        self.0 ^= self.0 >> 16;
    }
}

impl State for Word {
    fn canonical(&self, words: &mut Words) {
        words.push(self.0);
    }
}

/// Marks at arrival when the queue holds at least `k` units; `u32::MAX` is tail drop.
pub(crate) type Step = Scheme<Long>;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Long;

impl Rule for Long {
    type Pipe = ();
    type Queue = ();

    fn arrive(k: u32, _: (&mut (), &mut ()), arrival: &Arrival) -> Verdict {
        Verdict::signal_if(arrival.depth >= k)
    }
}

/// The same scheme, which wants to be called at the moment of every departure: the plain path.
pub(crate) struct Onlooker<A: Aqm>(pub(crate) Instance<A>);

impl<A: Aqm> QueueScheme for Onlooker<A> {
    fn for_device(&self, ports: &[LinkRate], queues: usize) -> Self {
        Self(self.0.for_device(ports, queues))
    }
    fn on_enqueue(&mut self, slot: Slot, arrival: &Arrival) -> Verdict {
        self.0.on_enqueue(slot, arrival)
    }
    fn on_dequeue(&mut self, slot: Slot, departure: &Departure) -> Verdict {
        self.0.on_dequeue(slot, departure)
    }
    fn on_control(&mut self, slot: Slot, now: Nanos32, view: &PortView<'_>) {
        self.0.on_control(slot, now, view);
    }
    fn control_period_ns(&self) -> u32 {
        0
    }
    fn not_ect(&self) -> NotEct {
        self.0.not_ect()
    }
    fn reads_random(&self) -> bool {
        self.0.reads_random()
    }
    fn activity(&self, queue: usize) -> Activity {
        self.0.activity(queue)
    }
}

/// Any scheme behind one type: a network is compiled once for all of those that a test compares.
pub(crate) struct Erased(Box<dyn Switch>);

impl Erased {
    pub(crate) fn new(scheme: impl QueueScheme + Send + 'static) -> Self {
        Self(Box::new(scheme))
    }
}

/// [`QueueScheme`] without its own type.
trait Switch: Send {
    fn for_device(&self, ports: &[LinkRate], queues: usize) -> Erased;
    fn runs_at_enqueue(&self) -> bool;
    fn on_enqueue(&mut self, slot: Slot, arrival: &Arrival) -> Verdict;
    fn on_dequeue(&mut self, slot: Slot, departure: &Departure) -> Verdict;
    fn on_control(&mut self, slot: Slot, now: Nanos32, view: &PortView<'_>);
    fn control_period_ns(&self) -> u32;
    fn not_ect(&self) -> NotEct;
    fn reads_random(&self) -> bool;
    fn departures(&self) -> Departures;
    fn watches_pool(&self) -> bool;
    fn shares_state(&self) -> bool;
    fn activity(&self, queue: usize) -> Activity;
}

impl<Q: QueueScheme + Send + 'static> Switch for Q {
    fn for_device(&self, ports: &[LinkRate], queues: usize) -> Erased {
        Erased::new(QueueScheme::for_device(self, ports, queues))
    }
    fn runs_at_enqueue(&self) -> bool {
        QueueScheme::runs_at_enqueue(self)
    }
    fn on_enqueue(&mut self, slot: Slot, arrival: &Arrival) -> Verdict {
        QueueScheme::on_enqueue(self, slot, arrival)
    }
    fn on_dequeue(&mut self, slot: Slot, departure: &Departure) -> Verdict {
        QueueScheme::on_dequeue(self, slot, departure)
    }
    fn on_control(&mut self, slot: Slot, now: Nanos32, view: &PortView<'_>) {
        QueueScheme::on_control(self, slot, now, view);
    }
    fn control_period_ns(&self) -> u32 {
        QueueScheme::control_period_ns(self)
    }
    fn not_ect(&self) -> NotEct {
        QueueScheme::not_ect(self)
    }
    fn reads_random(&self) -> bool {
        QueueScheme::reads_random(self)
    }
    fn departures(&self) -> Departures {
        QueueScheme::departures(self)
    }
    fn watches_pool(&self) -> bool {
        QueueScheme::watches_pool(self)
    }
    fn shares_state(&self) -> bool {
        QueueScheme::shares_state(self)
    }
    fn activity(&self, queue: usize) -> Activity {
        QueueScheme::activity(self, queue)
    }
}

impl QueueScheme for Erased {
    fn for_device(&self, ports: &[LinkRate], queues: usize) -> Self {
        self.0.as_ref().for_device(ports, queues)
    }
    fn runs_at_enqueue(&self) -> bool {
        self.0.as_ref().runs_at_enqueue()
    }
    fn on_enqueue(&mut self, slot: Slot, arrival: &Arrival) -> Verdict {
        self.0.as_mut().on_enqueue(slot, arrival)
    }
    fn on_dequeue(&mut self, slot: Slot, departure: &Departure) -> Verdict {
        self.0.as_mut().on_dequeue(slot, departure)
    }
    fn on_control(&mut self, slot: Slot, now: Nanos32, view: &PortView<'_>) {
        self.0.as_mut().on_control(slot, now, view);
    }
    fn control_period_ns(&self) -> u32 {
        self.0.as_ref().control_period_ns()
    }
    fn not_ect(&self) -> NotEct {
        self.0.as_ref().not_ect()
    }
    fn reads_random(&self) -> bool {
        self.0.as_ref().reads_random()
    }
    fn departures(&self) -> Departures {
        self.0.as_ref().departures()
    }
    fn watches_pool(&self) -> bool {
        self.0.as_ref().watches_pool()
    }
    fn shares_state(&self) -> bool {
        self.0.as_ref().shares_state()
    }
    fn activity(&self, queue: usize) -> Activity {
        self.0.as_ref().activity(queue)
    }
}
