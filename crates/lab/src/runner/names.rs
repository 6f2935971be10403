//! Names in an output folder: those of its parts, and those of the files that this program wrote.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Files that are not complete yet, in a folder of their own inside the output folder.
pub(super) const STAGING: &str = ".partial";
/// In that folder while this program owns it.
pub(super) const OWNER: &str = "freeboard";
/// List of the files of a complete set.
pub(super) const MANIFEST: &str = "manifest.json";

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
