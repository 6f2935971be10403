//! Runs what is left of a sweep.

use super::store::{Header, Journal, write_results};
use super::{Grid, Point, Shard};
use crate::compare::Meter;
use crate::report::{Line, RunLine};
use crate::world::simulate;
use anyhow::Result;
use rayon::prelude::*;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What a sweep, or a shard of it, ended with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The ordered results.
    pub path: PathBuf,
    /// Cells in them.
    pub cells: usize,
    /// Of these, cells that an earlier attempt had left.
    pub resumed: usize,
}

/// One cell's line.
#[derive(Debug, Serialize)]
struct CellLine {
    cell: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    load_ppm: Option<u32>,
    #[serde(flatten)]
    run: RunLine,
}

impl Line for CellLine {}

/// Runs the cells of a shard that `folder` does not have yet, and writes them all in order.
///
/// `meter` makes the display for an amount of simulated time \[ps\].
///
/// # Errors
/// The folder belongs to another plan or shard, the simulator refuses the scenario, or a file cannot be written.
pub fn work(grid: &Grid, shard: Shard, folder: &Path, meter: impl Fn(u64) -> Meter) -> Result<Finished> {
    let points = grid.points();
    let header = Header::new(grid.fingerprint(), points.len());
    let (journal, lines) = Journal::open(folder, &header, shard)?;
    let resumed = lines.len();
    let left: Vec<Point> =
        points.into_iter().filter(|p| shard.has(p.cell) && !lines.contains_key(&p.cell)).collect();
    let meter = meter(grid.cell_ps().saturating_mul(left.len() as u64));
    let lines = Mutex::new(lines);
    left.par_iter().with_max_len(1).try_for_each(|point| -> Result<()> {
        let line = run(grid, point, &meter)?;
        journal.append(&line)?;
        let mut lines = lines.lock().map_err(|_| anyhow::anyhow!("a run before this one panicked"))?;
        lines.insert(point.cell, line);
        Ok(())
    })?;
    meter.finish();
    let lines = lines.into_inner().map_err(|_| anyhow::anyhow!("a run panicked"))?;
    Ok(Finished { path: write_results(folder, &header, &lines)?, cells: lines.len(), resumed })
}

fn run(grid: &Grid, point: &Point, meter: &Meter) -> Result<String> {
    let scenario = grid.scenario_of(point);
    let outcome = simulate(&scenario, point.scheme, point.seed, meter)?;
    let run = RunLine::of(&scenario.schemes[point.scheme], &outcome);
    Ok(CellLine { cell: point.cell, load_ppm: point.load, run }.line())
}
