//! Congestion controls in real arithmetic, followed along an algorithm's answers.
//!
//! A [`Textbook`] computes in floating point what the source says. Where a comparison lies within the noise of the
//! algorithm's arithmetic both outcomes are lawful: the model forks, and [`Following`] keeps every run that the
//! answers do not contradict. What an answer shows (window, rate) is taken over from it, so that its rounding does
//! not add up; what it does not show (averages, timers, targets) stays the model's own, with the bound on how far
//! the algorithm may be from it.

use crate::{Answer, FlowEvent, Violation};

/// Most runs that are followed at once. Settings at the end of their range can leave every comparison in doubt for a
/// long time, while the answer shows nothing of it.
const RUNS_MAX: usize = 2_048;

/// How coarse an algorithm's arithmetic is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlowTolerance {
    /// One step of a hidden average is off by this many of its units at most.
    pub step: f64,
    /// One quotient is off by this fraction of 1 at most.
    pub ratio: f64,
    /// The output is off by this many bytes, or units of 2^-20 of line rate, beyond what follows from these.
    pub answer: f64,
}

/// What should hold after an event, and how far off it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// Window \[B\] and how far off.
    pub window: (f64, f64),
    /// Rate \[2^-20 of line rate\] and how far off.
    pub rate: (f64, f64),
}

/// A congestion control in real arithmetic.
pub trait Textbook: Clone + PartialEq + core::fmt::Debug + 'static {
    /// Appends every state that may follow: one, or more where a comparison lies within the noise.
    fn event(self, now: u64, event: &FlowEvent, next: &mut Vec<Self>);
    /// What holds now.
    fn expected(&self) -> Expected;
    /// Takes over what an answer shows.
    fn adopt(&mut self, found: &Answer);
    /// Takes over every state of `other` too, where both can be told as one: ranges that meet. Whether it did.
    fn absorb(&mut self, other: &Self) -> bool {
        self == other
    }
}

/// What a judge can say about an answer it does not object to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// A real-valued run answers so.
    Lawful,
    /// More runs are open than are followed: from here on it cannot tell.
    Open,
}

/// A judge of a congestion control.
pub trait FlowJudge {
    /// Takes one event and the answer to it.
    ///
    /// # Errors
    /// No real-valued run within the tolerance answers so.
    fn event(&mut self, now: u64, event: &FlowEvent, found: &Answer) -> Result<Judgement, Violation>;
}

/// All runs of a model that the answers so far allow.
#[derive(Clone, Debug)]
pub struct Following<M> {
    runs: Vec<M>,
    next: Vec<M>,
    /// There were more runs than are followed.
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
            // Two ways to the same state are one run.
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

/// The outcomes of `left > right` when the difference is known to `noise`.
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
