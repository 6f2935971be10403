//! Jobs: the runs of a scenario, one for every scheme and seed.

use super::{Meter, Runner};
use anyhow::Result;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;
use freeboard_scenario::world::{Request, simulate};

/// One run.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// What is run.
    pub scenario: &'a Scenario,
    /// Scheme, by index in the scenario.
    pub scheme: usize,
    /// Seed.
    pub seed: u64,
    /// Most threads that it is run on; what comes of it does not depend on them.
    pub threads: u32,
}

impl<'a> Job<'a> {
    /// All runs of a scenario, each on one thread: schemes in order, within each the seeds in order.
    pub fn all(scenario: &'a Scenario) -> impl Iterator<Item = Self> {
        let job = move |scheme, seed| Self { scenario, scheme, seed, threads: 1 };
        let of = move |scheme| scenario.run.seeds.iter().map(move |&seed| job(scheme, seed));
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
        let Self { scenario, scheme, seed, threads } = *self;
        simulate(&Request { scenario, scheme, seed, threads }, meter)
    }
}

/// Events from which on a run is worth several threads. Chosen by us: a second or two of one thread; in a shorter run threads would
/// spend as much on waiting for each other.
const EVENTS_MIN: u64 = 20_000_000;

/// Runs a scenario with every scheme and seed, in the order of [`Job::all`]. Where there are more threads than runs, a large run has
/// several.
///
/// # Errors
/// The simulator refuses the scenario.
pub fn compare(scenario: &Scenario, runner: &Runner<'_>) -> Result<Vec<Outcome>> {
    let mut jobs: Vec<Job<'_>> = Job::all(scenario).collect();
    if scenario.estimate().events >= EVENTS_MIN {
        let threads = rayon::current_num_threads() / jobs.len().max(1);
        jobs.iter_mut().for_each(|job| job.threads = threads.max(1) as u32);
    }
    runner.drive(&jobs, Job::work_ps, Job::run)
}
