//! One JSON object per line; a key that does not apply is absent, never 0.

use freeboard_scenario::file::Scheme;
use freeboard_scenario::measure::{ClassPauses, FctSummary, Outcome, QueueRecord};
use serde::{Deserialize, Serialize};

/// Something printed with `--json`.
pub trait Line: Serialize {
    /// The object on one line.
    fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What the table of a sweep without measures shows of a run, means over the seeds.
pub const STANDARD: [&str; 9] = [
    "overall [us]",
    "short [us]",
    "short p99 [us]",
    "large [us]",
    "query [us]",
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
    unfinished: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    overall_us: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_us: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_p99_us: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    large_us: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    query_us: Option<f64>,
    marks: u64,
    drops: u64,
    timeouts: u64,
    mean_queue_packets: f64,
    max_queue_packets: u32,
    utilisation: f64,
    #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
    queues: Vec<QueueRecord>,
    #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
    pauses: Vec<ClassPauses>,
    events: u64,
    digest: String,
}

impl Line for RunLine {}

impl RunLine {
    /// The values of [`STANDARD`].
    #[must_use]
    pub fn standard(&self) -> [Option<f64>; STANDARD.len()] {
        let count = |count: u64| Some(count as f64);
        [
            self.overall_us,
            self.short_us,
            self.short_p99_us,
            self.large_us,
            self.query_us,
            count(self.marks),
            count(self.drops),
            count(self.timeouts),
            count(self.unfinished as u64),
        ]
    }

    /// The line of one run.
    #[must_use]
    pub fn of(scheme: &Scheme, outcome: &Outcome) -> Self {
        let summary = FctSummary::of(&outcome.flows);
        let (algorithm, variant) = scheme.aqm.id.split_once('/').unwrap_or((&scheme.aqm.id, ""));
        Self {
            scheme: scheme.name.clone(),
            algorithm: algorithm.to_owned(),
            variant: variant.to_owned(),
            cc: scheme.host.cc.id.clone(),
            seed: outcome.seed,
            flows: outcome.flows.len(),
            unfinished: outcome.unfinished(),
            overall_us: summary.overall.mean,
            short_us: summary.short.mean,
            short_p99_us: summary.short.p99,
            large_us: summary.large.mean,
            query_us: summary.query.mean,
            marks: outcome.queues.marked,
            drops: outcome.queues.dropped(),
            timeouts: outcome.timeouts,
            mean_queue_packets: outcome.bottleneck().packets_mean,
            max_queue_packets: outcome.bottleneck().packets_max,
            utilisation: outcome.bottleneck().utilisation,
            queues: outcome.classes.clone(),
            pauses: outcome.pauses.clone(),
            events: outcome.events,
            digest: format!("{:08x}", outcome.digest),
        }
    }
}
