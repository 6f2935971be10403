//! Queues and pauses, where ports have several queues.

use super::tables::{grid, micros};
use comfy_table::Table;
use freeboard_scenario::measure::Outcome;

/// One row per run and queue that had packets; `None` if ports have one queue.
#[must_use]
pub fn class_table(names: &[&str], outcomes: &[&Outcome]) -> Option<Table> {
    let header = ["scheme", "queue", "packets", "bytes sent", "marks", "drops", "longest"];
    let rows: Vec<Vec<String>> = names
        .iter()
        .zip(outcomes)
        .filter(|(_, outcome)| outcome.classes.len() > 1)
        .flat_map(|(name, outcome)| {
            outcome.classes.iter().filter(|record| record.arrived > 0).map(|record| {
                vec![
                    (*name).to_owned(),
                    record.queue.to_string(),
                    record.arrived.to_string(),
                    record.sent_bytes.to_string(),
                    record.marked.to_string(),
                    record.dropped.to_string(),
                    format!("{} B", record.bytes_max),
                ]
            })
        })
        .collect();
    (!rows.is_empty()).then(|| grid(header, rows))
}

/// One row per run and lossless class; `None` without one.
#[must_use]
pub fn pause_table(names: &[&str], outcomes: &[&Outcome]) -> Option<Table> {
    let header = ["scheme", "class", "pauses", "repeats", "longest", "asked for", "held"];
    let time = |ps: u64| micros(Some(ps as f64 * 1e-6));
    let rows: Vec<Vec<String>> = names
        .iter()
        .zip(outcomes)
        .flat_map(|(name, outcome)| {
            outcome.pauses.iter().map(move |record| {
                vec![
                    (*name).to_owned(),
                    record.class.to_string(),
                    record.pauses.to_string(),
                    record.repeats.to_string(),
                    time(record.longest_ps),
                    time(record.xoff_requested_ps),
                    time(record.paused_ps),
                ]
            })
        })
        .collect();
    (!rows.is_empty()).then(|| grid(header, rows))
}
