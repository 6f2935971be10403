//! Jobs: the runs of a scenario, one for every scheme and seed.

use super::{Meter, Runner};
use crate::measure::Outcome;
use crate::scenario::Scenario;
use crate::world::simulate;
use anyhow::Result;
use freeboard_replay::Digest;

/// One run.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// What is run.
    pub scenario: &'a Scenario,
    /// Scheme, by index in the scenario.
    pub scheme: usize,
    /// Seed.
    pub seed: u64,
}

impl<'a> Job<'a> {
    /// All runs of a scenario: schemes in order, within each the seeds in order.
    pub fn all(scenario: &'a Scenario) -> impl Iterator<Item = Self> {
        let of = move |scheme| scenario.run.seeds.iter().map(move |&seed| Self { scenario, scheme, seed });
        (0..scenario.schemes.len()).flat_map(of)
    }

    /// Its simulated time \[ps\].
    #[must_use]
    pub const fn work_ps(&self) -> u64 {
        self.scenario.run.time_ps
    }

    /// Runs it.
    ///
    /// # Errors
    /// The simulator refuses the scenario.
    pub fn run(&self, meter: &Meter) -> Result<Outcome> {
        simulate(self.scenario, self.scheme, self.seed, meter)
    }
}

/// Runs a scenario with every scheme and seed, in the order of [`Job::all`].
///
/// # Errors
/// The simulator refuses the scenario.
pub fn compare(scenario: &Scenario, runner: &Runner<'_>) -> Result<Vec<Outcome>> {
    let jobs: Vec<Job<'_>> = Job::all(scenario).collect();
    runner.drive(&jobs, Job::work_ps, Job::run)
}

/// One digest over the results of all outcomes, in order.
#[must_use]
pub fn digest(outcomes: &[Outcome]) -> u32 {
    let mut digest = Digest::default();
    for outcome in outcomes {
        digest.word(outcome.scheme as u32);
        digest.wide(outcome.seed);
        digest.word(outcome.result_digest());
    }
    digest.value()
}
