//! A scenario run for every scheme and seed, on all cores, with one answer whatever their number.

mod progress;

pub use progress::Meter;

use crate::measure::Outcome;
use crate::scenario::Scenario;
use crate::world::simulate;
use anyhow::Result;
use freeboard_replay::Digest;
use rayon::prelude::*;

/// All runs of a scenario: schemes in order, within each the seeds in order.
///
/// # Errors
/// The simulator refuses the scenario.
pub fn compare(scenario: &Scenario, meter: &Meter) -> Result<Vec<Outcome>> {
    let runs: Vec<(usize, u64)> = (0..scenario.schemes.len())
        .flat_map(|scheme| scenario.run.seeds.iter().map(move |seed| (scheme, *seed)))
        .collect();
    runs.into_par_iter().map(|(scheme, seed)| simulate(scenario, scheme, seed, meter)).collect()
}

/// Simulated time of all runs \[ps\], for a [`Meter`].
#[must_use]
pub fn work_ps(scenario: &Scenario) -> u64 {
    let runs = scenario.schemes.len() * scenario.run.seeds.len();
    scenario.run.time_ps.saturating_mul(runs as u64)
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
