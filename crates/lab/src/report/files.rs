//! CSV files, one value per cell, units in the column names.

use anyhow::{Context, Result};
use core::ops::Range;
use freeboard_scenario::measure::{FctSummary, Figures, Flow, Outcome};
use std::path::Path;

/// Writes a file row by row.
fn write_csv(path: &Path, header: &[&str], mut rows: impl Iterator<Item = Vec<String>>) -> Result<()> {
    let mut write = || -> csv::Result<()> {
        let mut file = csv::Writer::from_path(path)?;
        file.write_record(header)?;
        rows.try_for_each(|row| file.write_record(row))?;
        Ok(file.flush()?)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

fn micros(value: Option<f64>) -> String {
    value.map_or_else(String::new, |us| format!("{us:.3}"))
}

/// One row per run: completion times and queues.
///
/// # Errors
/// The file cannot be written.
pub fn write_fct_csv(path: &Path, rows: &[(&str, &Outcome)]) -> Result<()> {
    let header = [
        "scheme",
        "seed",
        "class",
        "flows",
        "mean_us",
        "p99_us",
        "marks",
        "drops",
        "timeouts",
        "mean_queue_packets",
        "max_queue_packets",
        "utilisation",
        "digest",
    ];
    let of_run = |(name, outcome): &(&str, &Outcome)| {
        let summary = FctSummary::of(&outcome.flows);
        let classes = [
            ("overall", summary.overall),
            ("short", summary.short),
            ("medium", summary.medium),
            ("large", summary.large),
            ("query", summary.query),
        ];
        classes.map(|(class, figures)| fct_record(name, outcome, class, &figures))
    };
    write_csv(path, &header, rows.iter().flat_map(of_run))
}

fn fct_record(name: &str, outcome: &Outcome, class: &str, figures: &Figures) -> Vec<String> {
    let queues = &outcome.queues;
    vec![
        name.to_owned(),
        outcome.seed.to_string(),
        class.to_owned(),
        figures.count.to_string(),
        micros(figures.mean),
        micros(figures.p99),
        queues.marked.to_string(),
        outcome.drops().to_string(),
        outcome.timeouts.to_string(),
        format!("{:.3}", outcome.bottleneck().packets_mean),
        outcome.bottleneck().packets_max.to_string(),
        format!("{:.5}", outcome.bottleneck().utilisation),
        format!("{:08x}", outcome.digest),
    ]
}

/// One row per flow of one run.
///
/// # Errors
/// The file cannot be written.
pub fn write_flows_csv(path: &Path, rows: &[(&str, &Outcome)]) -> Result<()> {
    let header =
        ["scheme", "seed", "flow", "size_bytes", "start_ns", "fct_ns", "incast", "timeouts", "resent"];
    write_csv(path, &header, rows.iter().flat_map(|(name, outcome)| flow_rows(name, outcome)))
}

fn flow_rows<'a>(name: &'a str, outcome: &'a Outcome) -> impl Iterator<Item = Vec<String>> + 'a {
    let row = move |(index, flow): (usize, &Flow)| {
        vec![
            name.to_owned(),
            outcome.seed.to_string(),
            index.to_string(),
            flow.bytes.to_string(),
            (flow.start_ps / 1000).to_string(),
            flow.fct_ps.map_or_else(String::new, |ps| (ps / 1000).to_string()),
            u8::from(flow.query).to_string(),
            flow.timeouts.to_string(),
            flow.resent.to_string(),
        ]
    };
    outcome.flows.iter().enumerate().map(row)
}

/// One row per sample of the bottleneck queue in a window of time \[ps\].
///
/// # Errors
/// The file cannot be written.
pub fn write_queue_csv(path: &Path, rows: &[(&str, &Outcome)], window_ps: &Range<u64>) -> Result<()> {
    let header = ["scheme", "seed", "time_ns", "queue_packets", "queue_bytes"];
    write_csv(path, &header, rows.iter().flat_map(|(name, outcome)| sample_rows(name, outcome, window_ps)))
}

fn sample_rows<'a>(
    name: &'a str,
    outcome: &'a Outcome,
    window_ps: &'a Range<u64>,
) -> impl Iterator<Item = Vec<String>> + 'a {
    let seen = outcome.samples().iter().filter(|sample| window_ps.contains(&sample.at_ps));
    seen.map(move |sample| {
        let (seed, time) = (outcome.seed.to_string(), (sample.at_ps / 1000).to_string());
        vec![name.to_owned(), seed, time, sample.packets.to_string(), sample.bytes.to_string()]
    })
}
