//! Runs of a round: a candidate with a seed each.

use super::{Problem, Round};
use crate::runner::{Job, Meter, Runner, fingerprint};
use anyhow::Result;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::{FctSummary, Figures, Outcome};
use serde::{Deserialize, Serialize};

/// Times that the score counts, each where a run has flows of the size.
const TIMES: usize = 8;
/// Flows of a size from which on their 99th percentile counts.
const TAIL_FLOWS: usize = 100;
/// Measures of every run: name, and whether more is better.
pub const COLUMNS: [(&str, bool); TIMES + 3] = [
    ("short [us]", false),
    ("short p99 [us]", false),
    ("medium [us]", false),
    ("medium p99 [us]", false),
    ("large [us]", false),
    ("large p99 [us]", false),
    ("query [us]", false),
    ("query p99 [us]", false),
    ("goodput [Gbps]", true),
    ("paused [us]", false),
    ("drops", false),
];
/// Places of what must not grow.
pub(super) const KEPT: [usize; 2] = [TIMES + 1, TIMES + 2];

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The candidate's name.
    pub candidate: String,
    /// Seed.
    pub seed: u64,
    /// Values of [`COLUMNS`]; `None` where there are no flows of the size.
    pub values: Vec<Option<f64>>,
    /// Flows that did not finish.
    pub unfinished: usize,
    /// Digest of its results.
    pub result: u32,
}

impl Measured {
    fn of(candidate: &str, outcome: &Outcome) -> Self {
        let FctSummary { short, medium, large, query, .. } = FctSummary::of(&outcome.flows);
        // A hundredth of fewer flows is their longest one.
        let tail = |bin: &Figures| bin.p99.filter(|_| bin.count >= TAIL_FLOWS);
        let times = [short, medium, large, query].into_iter().flat_map(|bin| [bin.mean, tail(&bin)]);
        let arrived: u64 = outcome.flows.iter().map(|flow| flow.arrived).sum();
        let ends = outcome.flows.iter().filter_map(|flow| Some(flow.start_ps + flow.fct_ps?));
        let last = ends.max().unwrap_or(outcome.end_ps).max(1);
        let paused: u64 = outcome.pauses.iter().map(|class| class.paused_ps).sum();
        let others = [arrived as f64 * 8e3 / last as f64, paused as f64 * 1e-6, outcome.drops() as f64];
        Self {
            candidate: candidate.to_owned(),
            seed: outcome.seed,
            values: times.chain(others.map(Some)).collect(),
            unfinished: outcome.unfinished(),
            result: outcome.result_digest(),
        }
    }
}

/// How much longer flows take than in the other run, which has the same seed: the mean of the logarithms over sizes, means and tails
/// alike. Infinite where more flows did not finish, whose times nobody knows.
#[must_use]
pub fn score(own: &Measured, other: &Measured) -> f64 {
    if own.unfinished > other.unfinished {
        return f64::INFINITY;
    }
    let pairs = own.values.iter().zip(&other.values).take(TIMES);
    let ratios: Vec<f64> = pairs.filter_map(|(own, other)| Some(libm::log((*own)? / (*other)?))).collect();
    ratios.iter().sum::<f64>() / ratios.len().max(1) as f64
}

/// Runs what of a round the runner has to run: by candidate, then by seed; `None` after one shard of several.
///
/// # Errors
/// A candidate has no scenario, the simulator refuses it, or a file cannot be written.
pub fn run_round(
    problem: &Problem,
    round: &Round,
    runner: &Runner<'_>,
) -> Result<Option<Vec<Vec<Measured>>>> {
    let scenarios: Vec<Scenario> = round
        .candidates
        .iter()
        .map(|candidate| {
            let mut scenario = problem.scenario(candidate)?;
            scenario.run.seeds.clone_from(&round.seeds);
            Ok(scenario)
        })
        .collect::<Result<_>>()?;
    let named = round.candidates.iter().zip(&scenarios);
    let jobs: Vec<(&str, Job<'_>)> = named
        .flat_map(|(candidate, scenario)| Job::all(scenario).map(|job| (candidate.name.as_str(), job)))
        .collect();
    let run = |(name, job): &(&str, Job<'_>), meter: &Meter| Ok(Measured::of(name, &job.run(meter)?));
    let done = runner.resume(fingerprint(&(round, &scenarios)), &jobs, |(_, job)| job.work_ps(), run)?;
    Ok(done.whole().map(|all| all.chunks(round.seeds.len().max(1)).map(<[_]>::to_vec).collect()))
}
