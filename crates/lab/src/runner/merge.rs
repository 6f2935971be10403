//! Shards of one plan, put together.

use super::Folder;
use super::journal::{Header, Lines, Spare, before, keys_of, read_results, spoilt, stage_all};
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};

/// Stages what one machine would have written for the whole plan, and a journal from which the command that the shards are of
/// goes on to its tables; returns every line by its cell.
///
/// # Errors
/// A part is missing, of another plan, or there twice; a cell is in no part; or the folder has a journal of a plan that shares no
/// run with this one, unless it may be `replaced`.
pub fn merge(folder: &Folder, parts: &[PathBuf], replaced: bool) -> Result<Lines> {
    let read = parts.iter().map(|part| Ok((part.as_path(), read_results(part)?)));
    let read: Vec<Part<'_>> = read.collect::<Result<_>>()?;
    let (header, lines) = together(read).map_err(|error| spoilt(&error))?;
    let (mut spare, keys) = (Spare::new(), keys_of(&lines)?);
    if let Some((other, before)) = before(folder)? {
        if other != header.plan && !replaced && !before.keys().any(|key| keys.contains(key)) {
            bail!(
                "{} has a journal of another plan: {other}; choose another folder with --out",
                folder.path().display()
            );
        }
        spare = before;
    }
    spare.retain(|key, _| !keys.contains(key));
    stage_all(folder, &header, &lines, &spare)?;
    Ok(lines)
}

/// A folder, and what its results are.
type Part<'a> = (&'a Path, (Header, Lines));

fn together(parts: Vec<Part<'_>>) -> Result<(Header, Lines)> {
    let (mut plan, mut lines): (Option<Header>, Lines) = (None, Lines::new());
    for (part, (header, cells)) in parts {
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
    Ok((header, lines))
}
