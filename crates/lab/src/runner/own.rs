//! Removal of the files of this program from a folder, and of no other.

use super::journal::{JOURNAL, is_journal};
use super::names::{MANIFEST, OWNER, STAGING, named};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Levels of folders below the folder of a task: a paper, in it a figure.
const LEVELS: u32 = 2;

/// Removes the files of this program from a folder and, to a depth, from the folders in it, and those of these that are then empty.
/// `more` are names that the caller knows to be its own.
///
/// # Errors
/// A file cannot be removed; it is named.
pub(super) fn clear(folder: &Path, more: &[&str]) -> Result<()> {
    clear_to(folder, more, LEVELS)?;
    // Another's file in it keeps the folder.
    let _ = fs::remove_dir(folder);
    Ok(())
}

/// The same; whether anything was removed.
fn clear_to(folder: &Path, more: &[&str], levels: u32) -> Result<bool> {
    let mut removed = false;
    if !fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir()) {
        return Ok(false);
    }
    if levels > 0 {
        for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let entry = entry?;
            if entry.file_name() != STAGING {
                removed |= clear_to(&entry.path(), &[], levels - 1)?;
            }
        }
    }
    let mut names: BTreeSet<String> = more.iter().map(|name| (*name).to_owned()).collect();
    if let Some(own) = named(folder) {
        names.extend(own);
        names.insert(MANIFEST.to_owned());
    }
    if is_journal(&folder.join(JOURNAL)) {
        names.insert(JOURNAL.to_owned());
    }
    for path in names.iter().map(|name| folder.join(name)) {
        if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_dir()) {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            removed = true;
        }
    }
    let staging = folder.join(STAGING);
    if staging.join(OWNER).exists() {
        fs::remove_dir_all(&staging).with_context(|| format!("cannot remove {}", staging.display()))?;
        removed = true;
    }
    if removed {
        let _ = fs::remove_dir(folder);
    }
    Ok(removed)
}
