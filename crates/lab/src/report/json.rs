//! One JSON object per line; a key that does not apply is absent, never 0.

use super::empty::emptiness;
use super::explain::{answered, warnings};
use super::signals::Signals;
use freeboard_fabric::faults::FaultCounts;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::{
    Act, ClassPauses, ControlRecord, FctSummary, HostReports, Outcome, QueueRecord,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something printed with `--json`.
pub trait Line: Serialize {
    /// The object on one line.
    fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What the table of a sweep without measures shows of a run, means over the seeds.
pub const STANDARD: [&str; 10] = [
    "overall [us]",
    "short [us]",
    "short p99 [us]",
    "large [us]",
    "query [us]",
    "query p99 [us]",
    "marks",
    "drops",
    "timeouts",
    "unfinished",
];

/// One run of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunLine {
    scheme: String,
    algorithm: String,
    variant: String,
    cc: String,
    seed: u64,
    flows: usize,
    /// Flows with a completion time.
    #[serde(default)]
    completed: usize,
    unfinished: usize,
    #[serde(flatten)]
    times: Times,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    requests: Option<Requests>,
    marks: u64,
    drops: u64,
    /// The drops by cause; causes without any are absent.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    drops_by_cause: BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    faults: Option<Faults>,
    timeouts: u64,
    mean_queue_packets: f64,
    max_queue_packets: u32,
    utilisation: f64,
    #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
    queues: Vec<QueueRecord>,
    #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
    pauses: Vec<ClassPauses>,
    #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
    triggers: Vec<Trigger>,
    /// Effects of the scheme's signals, where they are not all marks.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    signals: Option<Signals>,
    #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
    controls: Vec<ControlRecord>,
    #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
    reports: Vec<HostReports>,
    #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
    warnings: Vec<String>,
    /// Why there are no completion times.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    empty: Option<String>,
    events: u64,
    digest: String,
}

/// Requests of closed loops that were answered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Requests {
    answered: usize,
    mean_us: f64,
    p99_us: f64,
}

/// What faults did besides taking packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Faults {
    duplicated: u64,
    delayed: u64,
    stripped: u64,
    rewritten: u64,
    storms: u64,
}

/// A part of a scheme that could act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Trigger {
    name: String,
    fired: u64,
    highest: String,
    needed: String,
    armed: bool,
}

/// Completion times by size; absent where no flow of the size completed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Times {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    overall_us: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    short_us: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    short_p99_us: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    large_us: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    query_us: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    query_p99_us: Option<f64>,
}

impl Times {
    fn of(summary: &FctSummary) -> Self {
        Self {
            overall_us: summary.overall.mean,
            short_us: summary.short.mean,
            short_p99_us: summary.short.p99,
            large_us: summary.large.mean,
            query_us: summary.query.mean,
            query_p99_us: summary.query.p99,
        }
    }
}

impl Line for RunLine {}

impl RunLine {
    /// The values of [`STANDARD`].
    #[must_use]
    pub fn standard(&self) -> [Option<f64>; STANDARD.len()] {
        let count = |count: u64| Some(count as f64);
        [
            self.times.overall_us,
            self.times.short_us,
            self.times.short_p99_us,
            self.times.large_us,
            self.times.query_us,
            self.times.query_p99_us,
            count(self.marks),
            count(self.drops),
            count(self.timeouts),
            count(self.unfinished as u64),
        ]
    }

    /// The line of one run.
    #[must_use]
    pub fn of(scenario: &Scenario, outcome: &Outcome) -> Self {
        let scheme = &scenario.schemes[outcome.scheme];
        let summary = FctSummary::of(&outcome.flows);
        let (algorithm, variant) = scheme.aqm.id.split_once('/').unwrap_or((&scheme.aqm.id, ""));
        Self {
            scheme: scheme.name.clone(),
            algorithm: algorithm.to_owned(),
            variant: variant.to_owned(),
            cc: scheme.host.cc.id.clone(),
            seed: outcome.seed,
            flows: outcome.flows.len(),
            completed: summary.overall.count + summary.query.count,
            unfinished: outcome.unfinished(),
            times: Times::of(&summary),
            requests: answered(outcome).map(|(answered, mean_us, p99_us)| Requests {
                answered,
                mean_us,
                p99_us,
            }),
            marks: outcome.queues.marked,
            drops: outcome.drops(),
            drops_by_cause: outcome
                .drops_by_cause()
                .into_iter()
                .filter(|(_, packets)| *packets > 0)
                .map(|(cause, packets)| (cause.to_owned(), packets))
                .collect(),
            faults: (!scenario.faults.is_empty()).then(|| Faults::of(&outcome.faults)),
            timeouts: outcome.timeouts,
            mean_queue_packets: outcome.bottleneck().packets_mean,
            max_queue_packets: outcome.bottleneck().packets_max,
            utilisation: outcome.bottleneck().utilisation,
            queues: if outcome.classes.len() > 1 { outcome.classes.clone() } else { Vec::new() },
            pauses: outcome.pauses.clone(),
            triggers: outcome.acts.iter().map(Trigger::of).collect(),
            signals: Signals::of(outcome),
            controls: outcome.controls.clone(),
            reports: outcome.reports.clone(),
            warnings: warnings(scenario, outcome),
            empty: emptiness(scenario, outcome),
            events: outcome.events,
            digest: format!("{:08x}", outcome.digest),
        }
    }
}

impl Faults {
    const fn of(counts: &FaultCounts) -> Self {
        let FaultCounts { duplicated, delayed, stripped, rewritten, storms, .. } = *counts;
        Self { duplicated, delayed, stripped, rewritten, storms }
    }
}

impl Trigger {
    fn of(act: &Act) -> Self {
        let Act { name, fired, highest, needed, armed } = act.clone();
        Self { name: name.to_owned(), fired, highest, needed, armed }
    }
}

/// Completion times of one scheme over all its seeds, where there are several.
#[derive(Clone, Debug, Serialize)]
pub struct SchemeLine<'a> {
    scheme: &'a str,
    seeds: &'a [u64],
    completed: usize,
    #[serde(flatten)]
    times: Times,
}

impl Line for SchemeLine<'_> {}

impl<'a> SchemeLine<'a> {
    /// The line of a scheme.
    #[must_use]
    pub fn of(scheme: &'a str, seeds: &'a [u64], summary: &FctSummary) -> Self {
        Self {
            scheme,
            seeds,
            completed: summary.overall.count + summary.query.count,
            times: Times::of(summary),
        }
    }
}
