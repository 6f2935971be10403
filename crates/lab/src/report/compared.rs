//! One scheme in both worlds, quantity by quantity.

use super::json::Line;
use super::tables::{grid, number};
use comfy_table::Table;
use freeboard_fabric::results::percentile;
use freeboard_scenario::measure::{FctSummary, Outcome};
use serde::Serialize;

/// A quantity with real packets and in the simulator.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    scheme: String,
    seed: u64,
    quantity: &'static str,
    /// Runs with real packets.
    runs: usize,
    /// Mean of the runs that have the quantity.
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    live_low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    live_high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fabric: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
}

impl Line for Compared {}

/// Percentiles of the queue behind the warm-up [thresholds, or packets without one].
fn queue(outcome: &Outcome, from_ps: u64, threshold: Option<u64>) -> [Option<f64>; 3] {
    let samples = outcome.samples().iter().filter(|sample| sample.at_ps >= from_ps);
    let mut lengths: Vec<u64> = samples
        .map(|it| if threshold.is_some() { u64::from(it.bytes) } else { u64::from(it.packets) })
        .collect();
    lengths.sort_unstable();
    let unit = threshold.unwrap_or(1).max(1) as f64;
    [500, 900, 990].map(|permille| percentile(&lengths, permille).map(|length| length as f64 / unit))
}

/// Compared values of one outcome.
fn quantities(outcome: &Outcome, from_ps: u64, threshold: Option<u64>) -> Vec<(&'static str, Option<f64>)> {
    let fct = FctSummary::of(&outcome.flows);
    let names = match threshold {
        Some(_) => ["queue p50 [thresholds]", "queue p90 [thresholds]", "queue p99 [thresholds]"],
        None => ["queue p50 [packets]", "queue p90 [packets]", "queue p99 [packets]"],
    };
    let packets = outcome.queues.arrived;
    let marks = (packets > 0).then(|| outcome.queues.marked as f64 / packets as f64);
    let mut all = vec![
        ("utilisation", Some(outcome.bottleneck().utilisation)),
        ("marks per packet", marks),
        ("drops", Some(outcome.drops() as f64)),
    ];
    all.extend(names.into_iter().zip(queue(outcome, from_ps, threshold)));
    all.extend([
        ("completion, all [us]", fct.overall.mean),
        ("completion, short [us]", fct.short.mean),
        ("completion, short p99 [us]", fct.short.p99),
        ("completion, large [us]", fct.large.mean),
        ("completion, query [us]", fct.query.mean),
        ("timeouts", Some(outcome.timeouts as f64)),
        ("unfinished", Some(outcome.unfinished() as f64)),
    ]);
    all
}

/// Comparison of the outcomes of one scheme and seed.
///
/// Queues are those behind `from_ps`, in units of `threshold` \[B\] if there is one. Real packets have the mean, the lowest and
/// the highest value of their runs.
#[must_use]
pub fn compared(
    scheme: &str,
    live: &[&Outcome],
    fabric: &Outcome,
    from_ps: u64,
    threshold: Option<u64>,
) -> Vec<Compared> {
    let runs: Vec<_> = live.iter().map(|outcome| quantities(outcome, from_ps, threshold)).collect();
    let one = |(at, (quantity, simulated)): (usize, (&'static str, Option<f64>))| {
        let real: Vec<f64> = runs.iter().filter_map(|run| run.get(at)?.1).collect();
        let mean = (!real.is_empty()).then(|| real.iter().sum::<f64>() / real.len() as f64);
        let ratio = mean.zip(simulated).filter(|(_, simulated)| *simulated != 0.0);
        Compared {
            scheme: scheme.to_owned(),
            seed: fabric.seed,
            quantity,
            runs: live.len(),
            live: mean,
            live_low: real.iter().copied().reduce(f64::min),
            live_high: real.iter().copied().reduce(f64::max),
            fabric: simulated,
            ratio: ratio.map(|(real, simulated)| real / simulated),
        }
    };
    let all = quantities(fabric, from_ps, threshold).into_iter().enumerate().map(one);
    all.filter(|it| it.live.is_some() || it.fabric.is_some()).collect()
}

/// The comparison as a table; a single run has no lowest and highest value.
#[must_use]
pub fn compared_table(all: &[Compared]) -> Table {
    let text = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), number);
    let has_runs = all.iter().any(|it| it.runs > 1);
    let row = |it: &Compared| {
        let mut row = vec![it.scheme.clone(), it.seed.to_string(), it.quantity.to_owned(), text(it.live)];
        if has_runs {
            row.extend([text(it.live_low), text(it.live_high)]);
        }
        row.extend([text(it.fabric), text(it.ratio)]);
        row
    };
    let mut header = vec!["scheme", "seed", "quantity", "live"];
    if has_runs {
        header.extend(["low", "high"]);
    }
    header.extend(["fabric", "live / fabric"]);
    grid(header, all.iter().map(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_runs_have_a_mean_a_lowest_and_a_highest_value() {
        let run = |timeouts| Outcome { timeouts, ..Outcome::default() };
        let (live, fabric) = ([run(2), run(6), run(1)], run(6));
        let all = compared("step", &live.each_ref(), &fabric, 0, None);
        let it = all.iter().find(|it| it.quantity == "timeouts").unwrap();
        let found = (it.runs, it.live, it.live_low, it.live_high, it.fabric, it.ratio);
        assert_eq!(found, (3, Some(3.0), Some(1.0), Some(6.0), Some(6.0), Some(0.5)));
        let header = compared_table(&all).to_string();
        assert!(header.contains("low") && header.contains("high"));
        assert!(
            !compared_table(&compared("step", &[&live[0]], &fabric, 0, None)).to_string().contains("low")
        );
    }
}
