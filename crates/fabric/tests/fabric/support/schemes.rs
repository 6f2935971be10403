//! Marking schemes of a few lines: a rule, and what all of them have in common.

use core::fmt::Debug;
use core::marker::PhantomData;
use freeboard_aqm_api::{
    Aqm, Arrival, Decision, Departure, DepthUnit, Hooks, Intrinsics, Kind, Meta, NotEct, Scope, State,
    Verdict,
};
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
