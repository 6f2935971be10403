//! Files of this program in a folder: by them it is emptied, and another's file is not replaced.

use super::folder::{MANIFEST, OWNER, STAGING};
use super::journal::{JOURNAL, is_journal};
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Levels of folders below the folder of a task: a paper, in it a figure.
const LEVELS: u32 = 2;

/// Files that the manifest of a folder names, those of earlier results included; `None` without a manifest of this program.
pub(super) fn named(folder: &Path) -> Option<BTreeSet<String>> {
    let manifest: Value = serde_json::from_slice(&fs::read(folder.join(MANIFEST)).ok()?).ok()?;
    manifest["command"].as_str()?;
    let files = manifest["files"].as_array()?.iter().filter_map(|file| file["name"].as_str());
    let earlier = manifest["earlier"].as_array().into_iter().flatten().filter_map(Value::as_str);
    // A name with a path in it is none that this program gave.
    let is_name = |name: &&str| Path::new(name).file_name().is_some_and(|own| own == *name);
    Some(files.chain(earlier).filter(is_name).map(str::to_owned).collect())
}

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
