//! Shards of one sweep, put together.

use super::Finished;
use super::cells::Lines;
use super::store::{Header, read_results, write_results};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// Writes to `folder` what one machine would have written for the whole sweep.
///
/// # Errors
/// A part is missing, of another plan, or there twice; or a cell is in no part.
pub fn merge(folder: &Path, parts: &[PathBuf]) -> Result<Finished> {
    let (mut plan, mut lines): (Option<Header>, Lines) = (None, Lines::new());
    for part in parts {
        let (header, cells) = read_results(part)?;
        let first = plan.get_or_insert_with(|| header.clone());
        ensure!(
            *first == header,
            "{} is of another plan: {}, not {}",
            part.display(),
            header.plan,
            first.plan
        );
        for (cell, line) in cells {
            let twice = lines.insert(cell, line).is_some();
            ensure!(!twice, "{} has cell {cell}, which another part has too", part.display());
        }
    }
    let header = plan.context("there is nothing to merge")?;
    let missing = (0..header.cells).find(|cell| !lines.contains_key(cell));
    if let Some(cell) = missing {
        anyhow::bail!("{} of {} cells are there, cell {cell} is in no part", lines.len(), header.cells);
    }
    Ok(Finished { path: write_results(folder, &header, &lines)?, cells: lines.len(), resumed: lines.len() })
}
