//! Finished cells: a line of JSON each, and as CSV.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Finished lines by cell.
pub(super) type Lines = BTreeMap<usize, String>;

/// What a cell's line says in numbers; its queues and pauses, lists in a list, stay in the line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Cell {
    pub(super) cell: usize,
    pub(super) load_ppm: Option<u32>,
    pub(super) scheme: String,
    pub(super) algorithm: String,
    pub(super) variant: String,
    pub(super) cc: String,
    pub(super) seed: u64,
    pub(super) flows: usize,
    pub(super) unfinished: usize,
    pub(super) overall_us: Option<f64>,
    pub(super) short_us: Option<f64>,
    pub(super) short_p99_us: Option<f64>,
    pub(super) large_us: Option<f64>,
    pub(super) query_us: Option<f64>,
    pub(super) marks: u64,
    pub(super) drops: u64,
    pub(super) timeouts: u64,
    pub(super) mean_queue_packets: f64,
    pub(super) max_queue_packets: u32,
    pub(super) utilisation: f64,
    pub(super) digest: String,
}

/// The cells behind lines.
pub(super) fn cells(lines: &Lines) -> Result<Vec<Cell>> {
    lines
        .values()
        .map(|line| serde_json::from_str(line).with_context(|| format!("no cell: {line}")))
        .collect()
}

/// A row per cell; what a cell has no value of is empty.
pub(super) fn csv(lines: &Lines) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for cell in cells(lines)? {
        writer.serialize(cell)?;
    }
    writer.into_inner().context("the table of cells")
}
