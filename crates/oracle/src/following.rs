//! Congestion controls in real arithmetic, compared step by step with an algorithm's outputs.
//!
//! A [`Textbook`] computes the source's rules in floating point. If a comparison lies within the error bound of the algorithm's
//! arithmetic, both outcomes are valid: the model forks, and [`Following`] keeps every run that the outputs do not contradict.
//! The model takes the visible values (window, rate) from each output, so that rounding errors do not add up. Hidden values
//! (averages, timers, targets) are the model's own, with a bound on the algorithm's error.

use crate::{Answer, FlowEvent, Violation};

/// Largest number of runs followed at once. With settings at the end of their range every comparison can lie within the error
/// bound for a long time, without an effect on the outputs.
const RUNS_MAX: usize = 2_048;

/// Resolution of an algorithm's arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlowTolerance {
    /// Error bound of one step of a hidden average, in its units.
    pub step: f64,
    /// Error bound of one quotient, as a fraction of 1.
    pub ratio: f64,
    /// Further error bound of the output, in bytes or in units of 2^-20 of line rate.
    pub answer: f64,
}

/// Expected output after an event, with error bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// Window \[B\] and its error bound.
    pub window: (f64, f64),
    /// Rate \[2^-20 of line rate\] and its error bound.
    pub rate: (f64, f64),
}

/// A congestion control in real arithmetic.
pub trait Textbook: Clone + PartialEq + core::fmt::Debug + 'static {
    /// Appends every possible next state: one, or more if a comparison lies within the error bound.
    fn event(self, now: u64, event: &FlowEvent, next: &mut Vec<Self>);
    /// Current output.
    fn expected(&self) -> Expected;
    /// Takes the visible values of an output.
    fn adopt(&mut self, found: &Answer);
    /// Merges the states of `other` if the ranges meet; returns whether it did.
    fn absorb(&mut self, other: &Self) -> bool {
        self == other
    }
}

/// Verdict of a judge on an output that it does not refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// A real-valued run has this output.
    Lawful,
    /// More runs are open than are followed: no verdict from here on.
    Open,
}

/// A judge of a congestion control.
pub trait FlowJudge {
    /// Takes one event and its output.
    ///
    /// # Errors
    /// No real-valued run has this output within the tolerance.
    fn event(&mut self, now: u64, event: &FlowEvent, found: &Answer) -> Result<Judgement, Violation>;
}

/// All runs of a model that agree with the outputs so far.
#[derive(Clone, Debug)]
pub struct Following<M> {
    runs: Vec<M>,
    next: Vec<M>,
    /// Whether there were more runs than are followed.
    lost: bool,
}

impl<M: Textbook> Following<M> {
    /// From a fresh flow.
    pub fn new(fresh: M) -> Self {
        Self { runs: vec![fresh], next: Vec::new(), lost: false }
    }
}

impl<M: Textbook> FlowJudge for Following<M> {
    fn event(&mut self, now: u64, event: &FlowEvent, found: &Answer) -> Result<Judgement, Violation> {
        if self.lost {
            return Ok(Judgement::Open);
        }
        self.next.clear();
        for run in self.runs.drain(..) {
            run.event(now, event, &mut self.next);
        }
        let first = self.next.first().cloned();
        self.next.retain(|run| allows(&run.expected(), found));
        if self.next.is_empty() {
            let expected = first.as_ref().map(Textbook::expected);
            return Err(Violation(format!("{found:?}, no real run allows it, {expected:?} in {first:?}")));
        }
        if self.next.len() > RUNS_MAX {
            self.lost = true;
            return Ok(Judgement::Open);
        }
        for mut run in self.next.drain(..) {
            run.adopt(found);
            // Two paths to the same state are one run.
            if !self.runs.iter_mut().any(|open| open.absorb(&run)) {
                self.runs.push(run);
            }
        }
        Ok(Judgement::Lawful)
    }
}

fn allows(expected: &Expected, found: &Answer) -> bool {
    let within = |(value, slack): (f64, f64), found: u64| (found as f64 - value).abs() <= slack;
    within(expected.window, found.window) && within(expected.rate, found.rate)
}

/// The possible outcomes of `left > right` if the difference has the error bound `noise`.
#[must_use]
pub fn exceeds(left: f64, right: f64, noise: f64) -> &'static [bool] {
    if (left - right).abs() <= noise {
        &[true, false]
    } else if left > right {
        &[true]
    } else {
        &[false]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Doubles when the time is beyond 100, which it knows to 1.
    #[derive(Clone, Debug, PartialEq)]
    struct Doubling(f64);

    impl Textbook for Doubling {
        fn event(self, now: u64, _: &FlowEvent, next: &mut Vec<Self>) {
            for over in exceeds(now as f64, 100.0, 1.0) {
                next.push(Self(if *over { self.0 * 2.0 } else { self.0 }));
            }
        }

        fn expected(&self) -> Expected {
            Expected { window: (self.0, 0.5), rate: (1.0, 0.0) }
        }

        fn adopt(&mut self, found: &Answer) {
            self.0 = found.window as f64;
        }
    }

    #[test]
    fn both_outcomes_of_a_close_comparison_are_lawful_and_no_third() {
        for (now, window, lawful) in
            [(90, 1, true), (90, 2, false), (100, 1, true), (100, 2, true), (100, 3, false), (110, 2, true)]
        {
            let mut following = Following::new(Doubling(1.0));
            let found = Answer { window, rate: 1 };
            assert_eq!(following.event(now, &FlowEvent::Tick, &found).is_ok(), lawful, "{window} at {now}");
        }
    }

    /// Never sure which of two hidden numbers holds, and shows neither.
    #[derive(Clone, Debug, PartialEq)]
    struct Doubtful(u64);

    impl Textbook for Doubtful {
        fn event(self, _: u64, _: &FlowEvent, next: &mut Vec<Self>) {
            next.extend([Self(2 * self.0), Self(2 * self.0 + 1)]);
        }

        fn expected(&self) -> Expected {
            Expected { window: (1.0, 0.0), rate: (1.0, 0.0) }
        }

        fn adopt(&mut self, _: &Answer) {}
    }

    #[test]
    fn where_too_many_runs_are_open_it_says_so_and_objects_no_more() {
        let mut following = Following::new(Doubtful(1));
        let mut tell = |window| following.event(0, &FlowEvent::Tick, &Answer { window, rate: 1 });
        assert!((0..11).all(|_| tell(1) == Ok(Judgement::Lawful)));
        assert_eq!((tell(1), tell(2)), (Ok(Judgement::Open), Ok(Judgement::Open)));
        let mut fresh = Following::new(Doubtful(1));
        assert!(fresh.event(0, &FlowEvent::Tick, &Answer { window: 2, rate: 1 }).is_err());
    }
}
