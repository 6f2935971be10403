//! Shards of one plan, put together.

use super::Folder;
use super::journal::{Header, Lines, plan_of, read_results, stage_all};
use anyhow::{Context, Result, bail, ensure};
use std::path::PathBuf;

/// Stages what one machine would have written for the whole plan, and a journal from which the command that the shards are of
/// goes on to its tables; returns every line by its cell.
///
/// # Errors
/// A part is missing, of another plan, or there twice; or a cell is in no part.
pub fn merge(folder: &Folder, parts: &[PathBuf]) -> Result<Lines> {
    let (mut plan, mut lines): (Option<Header>, Lines) = (None, Lines::new());
    for part in parts {
        let (header, cells) = read_results(part)?;
        let first = plan.get_or_insert_with(|| header.clone());
        if *first != header {
            bail!("{} is of another plan: {}, not {}", part.display(), header.plan, first.plan);
        }
        for (cell, line) in cells {
            let twice = lines.insert(cell, line).is_some();
            ensure!(!twice, "{} has cell {cell}, which another part has too", part.display());
        }
    }
    let header = plan.context("there is nothing to merge")?;
    if let Some(cell) = (0..header.cells).find(|cell| !lines.contains_key(cell)) {
        bail!("{} of {} cells are there, cell {cell} is in no part", lines.len(), header.cells);
    }
    if let Some(other) = plan_of(folder)?.filter(|plan| *plan != header.plan) {
        bail!(
            "{} has a journal of another plan: {other}; choose another folder with --out",
            folder.path().display()
        );
    }
    stage_all(folder, &header, &lines)?;
    Ok(lines)
}
