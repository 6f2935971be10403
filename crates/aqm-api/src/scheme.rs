//! The trait every marking scheme implements.

use crate::{Arrival, Decision, Departure, Meta, Nanos32, PortView};
use freeboard_params::{FieldId, ParamError, Preset, Settings, Words};
use freeboard_units::DepthUnit;

/// State of one scope. Zero-filled (its `Default`) is the valid state of a fresh instance.
pub trait State: Copy + Default + core::fmt::Debug + PartialEq + 'static {
    /// Appends the words of the state, inactive fields as 0, so that equal behaviour means equal words.
    fn canonical(&self, words: &mut Words);
}

impl State for () {
    fn canonical(&self, _: &mut Words) {}
}

impl<A: State, B: State> State for (A, B) {
    fn canonical(&self, words: &mut Words) {
        self.0.canonical(words);
        self.1.canonical(words);
    }
}

/// The three scopes of state that a call borrows from its caller.
///
/// A `pipeline` variant runs in one gress only (its single hook), so ingress and egress state never
/// alias; an `exact` variant may share one state between its hooks.
#[derive(Debug)]
pub struct Scope<'a, A: Aqm> {
    /// Per pipe: the clock lives here.
    pub pipe: &'a mut A::Pipe,
    /// Per port.
    pub port: &'a mut A::Port,
    /// Per queue.
    pub queue: &'a mut A::Queue,
}

impl<A: Aqm> Scope<'_, A> {
    /// Reborrows the scopes for one of several calls.
    #[inline(always)]
    pub const fn again(&mut self) -> Scope<'_, A> {
        Scope { pipe: self.pipe, port: self.port, queue: self.queue }
    }

    /// The clock that stamps packets has stepped, forwards or back, and shows `now`: from here on the state decides like a fresh one.
    /// Stamps of before say nothing about times of now; a scheme that went on would wait for a deadline for as long as the clock
    /// stepped. Parameters stay.
    ///
    /// Pipe and port belong to several queues: all of them follow before the next packet, each with a call of its own.
    #[inline]
    pub fn on_clock_step(self, params: &A::Params, now: Nanos32) {
        *self.pipe = A::Pipe::default();
        *self.port = A::Port::default();
        A::on_idle(params, self, now);
    }
}

/// One variant of a marking scheme.
///
/// Data-path calls are total: every input has a defined result, time may go backwards, counters may wrap.
pub trait Aqm: Sized + 'static {
    /// What is fixed about the variant.
    const META: Meta;
    /// Named settings with their sources. What holds without a name is `Settings::default()`.
    const PRESETS: &'static [Preset<Self::Settings>];

    /// Parameters in user units.
    type Settings: Settings;
    /// Parameters as the data path uses them: quantised, derived. Replaced as a whole between two events.
    type Params: Copy + core::fmt::Debug + PartialEq;
    /// State per pipe.
    type Pipe: State;
    /// State per port.
    type Port: State;
    /// State per queue.
    type Queue: State;

    /// Checks and quantises; `unit` is what depths of this instance count in.
    ///
    /// # Errors
    /// The first field whose value is out of range, contradicts another, or quantises to nothing.
    fn params(settings: &Self::Settings, unit: DepthUnit) -> Result<Self::Params, ParamError>;

    /// The value of a field after quantisation, in the field's own unit.
    fn effective(params: &Self::Params, settings: &Self::Settings, field: FieldId) -> Option<u32> {
        let _ = params;
        settings.get(field)
    }

    /// A packet arrives at its queue.
    ///
    /// Implementations are `#[inline(always)]`: a caller that reads the verdict alone then pays nothing for the reasons.
    #[inline(always)]
    fn on_enqueue(params: &Self::Params, scope: Scope<'_, Self>, arrival: &Arrival) -> Decision {
        let _ = (params, scope, arrival);
        Decision::FORWARD
    }

    /// A packet leaves its queue.
    #[inline(always)]
    fn on_dequeue(params: &Self::Params, scope: Scope<'_, Self>, departure: &Departure) -> Decision {
        let _ = (params, scope, departure);
        Decision::FORWARD
    }

    /// The queue is silent: no packet arrived at it or left it for [`IDLE_MIN_NS`](crate::IDLE_MIN_NS) or longer.
    ///
    /// The owner of the queue calls this before the silence has lasted [`IDLE_MAX_NS`](crate::IDLE_MAX_NS), and again
    /// within that time for as long as it lasts. A queue that was silent for any time then decides like a fresh one,
    /// although times wrap every 4.295 s. A shorter silence changes nothing that the source does not say.
    #[inline]
    fn on_idle(params: &Self::Params, scope: Scope<'_, Self>, now: Nanos32) {
        let _ = (params, now);
        *scope.queue = Self::Queue::default();
    }

    /// The control plane ticks, every [`Meta::control_period_ns`].
    fn on_control(params: &mut Self::Params, now: Nanos32, view: &PortView<'_>) {
        let _ = (params, now, view);
    }
}
