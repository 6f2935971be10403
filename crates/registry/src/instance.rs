//! One algorithm with the parameters and state of one queue or one flow.

use freeboard_aqm_api::{
    Activity, Aqm, Arrival, Decision, Departure, Nanos32, PortView, Scope, State, Verdict, Words,
};
use freeboard_cc_api::{
    Ack, Bytes, CongestionControl, Control, Event, IntStack, Loss, OrAck, Prior, Remembered, Sent, Underlay,
    UnderlayEvent, UnderlayOutput,
};

/// A marking scheme with the state of one queue, its port and its pipe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AqmInstance<A: Aqm> {
    /// Parameters.
    pub params: A::Params,
    /// State per pipe.
    pub pipe: A::Pipe,
    /// State per port.
    pub port: A::Port,
    /// State per queue.
    pub queue: A::Queue,
}

impl<A: Aqm> AqmInstance<A> {
    /// Fresh state under `params`.
    #[must_use]
    pub fn new(params: A::Params) -> Self {
        Self { params, pipe: A::Pipe::default(), port: A::Port::default(), queue: A::Queue::default() }
    }

    /// See [`Aqm::on_enqueue`].
    #[inline(always)]
    pub fn on_enqueue(&mut self, arrival: &Arrival) -> Verdict {
        self.decide_arrival(arrival).verdict
    }

    /// See [`Aqm::on_dequeue`].
    #[inline(always)]
    pub fn on_dequeue(&mut self, departure: &Departure) -> Verdict {
        self.decide_departure(departure).verdict
    }

    /// See [`Aqm::on_idle`].
    #[inline]
    pub fn on_idle(&mut self, now: Nanos32) {
        let scope = Scope { pipe: &mut self.pipe, port: &mut self.port, queue: &mut self.queue };
        A::on_idle(&self.params, scope, now);
    }

    /// See [`Scope::on_clock_step`].
    #[inline]
    pub fn on_clock_step(&mut self, now: Nanos32) {
        let scope: Scope<'_, A> =
            Scope { pipe: &mut self.pipe, port: &mut self.port, queue: &mut self.queue };
        scope.on_clock_step(&self.params, now);
    }

    /// See [`Aqm::on_control`].
    pub fn on_control(&mut self, now: Nanos32, view: &PortView<'_>) {
        A::on_control(&mut self.params, now, view);
    }

    /// [`Aqm::on_enqueue`], booked in `activity`.
    pub fn on_enqueue_watched(&mut self, arrival: &Arrival, activity: &mut Activity) -> Verdict {
        let decision = self.decide_arrival(arrival);
        activity.count(&decision);
        decision.verdict
    }

    /// [`Aqm::on_dequeue`], booked in `activity`.
    pub fn on_dequeue_watched(&mut self, departure: &Departure, activity: &mut Activity) -> Verdict {
        let decision = self.decide_departure(departure);
        activity.count(&decision);
        decision.verdict
    }

    #[inline(always)]
    fn decide_arrival(&mut self, arrival: &Arrival) -> Decision {
        let scope = Scope { pipe: &mut self.pipe, port: &mut self.port, queue: &mut self.queue };
        A::on_enqueue(&self.params, scope, arrival)
    }

    #[inline(always)]
    fn decide_departure(&mut self, departure: &Departure) -> Decision {
        let scope = Scope { pipe: &mut self.pipe, port: &mut self.port, queue: &mut self.queue };
        A::on_dequeue(&self.params, scope, departure)
    }

    /// Appends the state's words: pipe, port, queue.
    pub fn canonical(&self, words: &mut Words) {
        self.pipe.canonical(words);
        self.port.canonical(words);
        self.queue.canonical(words);
    }
}

/// The methods of single events, under the flow's own parameters.
macro_rules! typed_events {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[doc = concat!("See [`CongestionControl::", stringify!($name), "`].")]
        #[inline(always)]
        pub fn $name(&mut self, now: Nanos32 $(, $argument: $type)*) -> Control {
            self.state.$name(&self.params, now $(, $argument)*)
        }
    )*};
}

/// A congestion control with the state of one flow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flow<C: CongestionControl> {
    /// Parameters.
    pub params: C::Params,
    /// State.
    pub state: C,
}

impl<C: CongestionControl> Flow<C> {
    /// A fresh flow under `params`.
    #[must_use]
    pub fn new(params: C::Params) -> Self {
        Self { params, state: C::default() }
    }

    /// See [`CongestionControl::on_event`].
    #[inline(always)]
    pub fn on_event(&mut self, event: &Event<'_>) -> Control {
        self.state.on_event(&self.params, event)
    }

    typed_events! {
        on_sent(bytes: Bytes);
        on_ack(ack: &Ack);
        on_int(ack: &Ack, stack: &IntStack);
        on_dup_ack();
        on_loss(loss: &Loss);
        on_timeout(loss: &Loss);
        on_cnp();
        on_rtt(rtt: u32);
        on_tick();
        on_paused(held: bool);
        on_app_limited();
        on_idle(silence: u32);
        on_undo(prior: &Prior);
    }

    /// See [`CongestionControl::control`].
    #[must_use]
    pub fn control(&self) -> Control {
        self.state.control(&self.params)
    }

    /// See [`CongestionControl::slow_start_threshold`].
    #[must_use]
    pub fn slow_start_threshold(&self) -> Bytes {
        self.state.slow_start_threshold()
    }

    /// Appends the state's words.
    pub fn canonical(&self, words: &mut Words) {
        self.state.canonical(words);
    }
}

/// An underlay with the state of one flow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnderlayInstance<U: Underlay> {
    /// Parameters.
    pub params: U::Params,
    /// State.
    pub state: U,
}

impl<U: Underlay> UnderlayInstance<U> {
    /// A fresh flow under `params`.
    #[must_use]
    pub fn new(params: U::Params) -> Self {
        Self { params, state: U::default() }
    }

    /// See [`Underlay::on_sent`].
    #[inline(always)]
    pub fn on_sent(&mut self, sent: &Sent) -> u32 {
        self.state.on_sent(&self.params, sent)
    }

    /// See [`Underlay::on_or_ack`].
    #[inline(always)]
    pub fn on_or_ack(&mut self, report: &OrAck) {
        self.state.on_or_ack(&self.params, report);
    }

    /// See [`Underlay::is_sane`].
    #[inline(always)]
    #[must_use]
    pub fn is_sane(&self, report: &OrAck) -> bool {
        U::is_sane(&self.params, report)
    }

    /// See [`Underlay::on_ack`].
    #[inline(always)]
    pub fn on_ack(&mut self, now: Nanos32, acked: Bytes) {
        self.state.on_ack(&self.params, now, acked);
    }

    /// See [`Underlay::take`].
    #[inline(always)]
    pub fn take(&mut self, event: &UnderlayEvent) -> UnderlayOutput {
        self.state.take(&self.params, event)
    }

    /// See [`Underlay::release`].
    #[inline(always)]
    #[must_use]
    pub fn release(&self, now: Nanos32) -> Nanos32 {
        self.state.release(&self.params, now)
    }

    /// See [`Underlay::in_flight_cap`].
    #[inline(always)]
    #[must_use]
    pub fn in_flight_cap(&self) -> Bytes {
        self.state.in_flight_cap(&self.params)
    }

    /// See [`Underlay::remember`].
    #[must_use]
    pub fn remember(&self, now: Nanos32) -> Option<Remembered> {
        self.state.remember(now)
    }

    /// See [`Underlay::starting_from`].
    #[must_use]
    pub fn starting_from(&self, now: Nanos32, seen: &Remembered) -> Self {
        Self { params: self.params, state: U::starting_from(&self.params, now, seen) }
    }

    /// Appends the state's words.
    pub fn canonical(&self, words: &mut Words) {
        self.state.canonical(words);
    }
}
