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
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<f64>,
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

/// Compares the outcomes of one scheme and seed; queues behind `from_ps`, in units of `threshold` \[B\] where there is one.
#[must_use]
pub fn compared(
    scheme: &str,
    [live, fabric]: [&Outcome; 2],
    from_ps: u64,
    threshold: Option<u64>,
) -> Vec<Compared> {
    let both = quantities(live, from_ps, threshold).into_iter().zip(quantities(fabric, from_ps, threshold));
    let one = |((quantity, real), (_, simulated)): ((&'static str, Option<f64>), (_, Option<f64>))| {
        let ratio = real.zip(simulated).filter(|(_, simulated)| *simulated != 0.0);
        Compared {
            scheme: scheme.to_owned(),
            seed: live.seed,
            quantity,
            live: real,
            fabric: simulated,
            ratio: ratio.map(|(real, simulated)| real / simulated),
        }
    };
    both.map(one).filter(|it| it.live.is_some() || it.fabric.is_some()).collect()
}

/// The comparison as a table.
#[must_use]
pub fn compared_table(all: &[Compared]) -> Table {
    let text = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), number);
    let row = |it: &Compared| {
        let quantity = it.quantity.to_owned();
        vec![it.scheme.clone(), it.seed.to_string(), quantity, text(it.live), text(it.fabric), text(it.ratio)]
    };
    grid(["scheme", "seed", "quantity", "live", "fabric", "live / fabric"], all.iter().map(row))
}
