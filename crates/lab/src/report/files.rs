//! CSV files, one value per cell, units in the column names.

use crate::measure::{FctSummary, Figures, Outcome};
use core::ops::Range;
use std::path::Path;

fn micros(value: Option<f64>) -> String {
    value.map_or_else(String::new, |us| format!("{us:.3}"))
}

/// One row per run: completion times and queues.
///
/// # Errors
/// The file cannot be written.
pub fn write_fct_csv(path: &Path, rows: &[(&str, &Outcome)]) -> Result<(), csv::Error> {
    let mut file = csv::Writer::from_path(path)?;
    file.write_record([
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
    ])?;
    for (name, outcome) in rows {
        let summary = FctSummary::of(&outcome.flows);
        let classes = [
            ("overall", summary.overall),
            ("short", summary.short),
            ("medium", summary.medium),
            ("large", summary.large),
            ("query", summary.query),
        ];
        for (class, figures) in classes {
            file.write_record(fct_record(name, outcome, class, &figures))?;
        }
    }
    file.flush().map_err(csv::Error::from)
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
        queues.dropped().to_string(),
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
pub fn write_flows_csv(path: &Path, rows: &[(&str, &Outcome)]) -> Result<(), csv::Error> {
    let mut file = csv::Writer::from_path(path)?;
    file.write_record([
        "scheme",
        "seed",
        "flow",
        "size_bytes",
        "start_ns",
        "fct_ns",
        "incast",
        "timeouts",
        "resent",
    ])?;
    for (name, outcome) in rows {
        for (index, flow) in outcome.flows.iter().enumerate() {
            file.write_record([
                (*name).to_owned(),
                outcome.seed.to_string(),
                index.to_string(),
                flow.bytes.to_string(),
                (flow.start_ps / 1000).to_string(),
                flow.fct_ps.map_or_else(String::new, |ps| (ps / 1000).to_string()),
                u8::from(flow.query).to_string(),
                flow.timeouts.to_string(),
                flow.resent.to_string(),
            ])?;
        }
    }
    file.flush().map_err(csv::Error::from)
}

/// One row per sample of the bottleneck queue in a window of time \[ps\].
///
/// # Errors
/// The file cannot be written.
pub fn write_queue_csv(
    path: &Path,
    rows: &[(&str, &Outcome)],
    window_ps: &Range<u64>,
) -> Result<(), csv::Error> {
    let mut file = csv::Writer::from_path(path)?;
    file.write_record(["scheme", "seed", "time_ns", "queue_packets", "queue_bytes"])?;
    for (name, outcome) in rows {
        for sample in outcome.samples().iter().filter(|sample| window_ps.contains(&sample.at_ps)) {
            file.write_record([
                (*name).to_owned(),
                outcome.seed.to_string(),
                (sample.at_ps / 1000).to_string(),
                sample.packets.to_string(),
                sample.bytes.to_string(),
            ])?;
        }
    }
    file.flush().map_err(csv::Error::from)
}
