//! Numbers of one run, as `freeboard run --json` names them.

use freeboard_scenario::measure::{FctSummary, Outcome};

/// Names of the numbers, in order.
pub(crate) const NAMES: [&str; 15] = [
    "flows",
    "completed",
    "unfinished",
    "overall_us",
    "short_us",
    "short_p99_us",
    "large_us",
    "query_us",
    "query_p99_us",
    "marks",
    "drops",
    "timeouts",
    "mean_queue_packets",
    "max_queue_packets",
    "utilisation",
];

/// One number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    /// A count.
    Count(u64),
    /// A measured value; `None` where there is none.
    Measured(Option<f64>),
}

impl Number {
    /// Returns a count; 0 of a measured value.
    pub(crate) const fn count(self) -> u64 {
        match self {
            Self::Count(count) => count,
            Self::Measured(_) => 0,
        }
    }

    /// Returns the value.
    pub(crate) const fn value(self) -> Option<f64> {
        match self {
            Self::Count(count) => Some(count as f64),
            Self::Measured(value) => value,
        }
    }
}

/// The numbers of a run, in the order of [`NAMES`], and its digest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) numbers: [Number; NAMES.len()],
    pub(crate) digest: u32,
}

/// The numbers of a run, in the order of [`NAMES`].
pub(crate) fn numbers(outcome: &Outcome) -> [Number; NAMES.len()] {
    let (summary, queue) = (FctSummary::of(&outcome.flows), outcome.bottleneck());
    let (count, time) = (Number::Count, Number::Measured);
    [
        count(outcome.flows.len() as u64),
        count((summary.overall.count + summary.query.count) as u64),
        count(outcome.unfinished() as u64),
        time(summary.overall.mean),
        time(summary.short.mean),
        time(summary.short.p99),
        time(summary.large.mean),
        time(summary.query.mean),
        time(summary.query.p99),
        count(outcome.queues.marked),
        count(outcome.drops()),
        count(outcome.timeouts),
        time(Some(queue.packets_mean)),
        count(queue.packets_max.into()),
        time(Some(queue.utilisation)),
    ]
}
