//! Results of reproductions in a folder, plan by plan.

use crate::plan::{KEPT, Kept};
use anyhow::{Context, Result};
use freeboard_scenario::document::read_limited;
use std::collections::BTreeMap;
use std::path::Path;

/// Longest file of numbers or drawing \[B\], chosen by us: a browser shows no longer one.
const BYTES_MAX: u64 = 64 << 20;

/// A plan that ran, and its drawings.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Its numbers.
    pub kept: Kept,
    /// Drawings as SVG, by name.
    pub drawings: Vec<String>,
}

/// Plans by [`crate::plan::Plan::id`].
pub type Results = BTreeMap<String, Shown>;

/// Reads what `reproduce --all` has left of some plans; those that are not there are left out.
///
/// # Errors
/// A file is there and cannot be read.
pub fn read<'a>(folder: &Path, plans: impl IntoIterator<Item = &'a str>) -> Result<Results> {
    let mut results = Results::new();
    for id in plans {
        let own = folder.join(id);
        if own.join(KEPT).exists() {
            let shown = one(&own).with_context(|| format!("cannot read the results in {}", own.display()))?;
            results.insert(id.to_owned(), shown);
        }
    }
    Ok(results)
}

fn one(folder: &Path) -> Result<Shown> {
    let kept: Kept = serde_json::from_str(&read_limited(&folder.join(KEPT), BYTES_MAX)?)?;
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|end| end == "svg"));
    paths.sort_unstable();
    let drawings = paths.iter().map(|path| read_limited(path, BYTES_MAX)).collect::<std::io::Result<_>>()?;
    Ok(Shown { kept, drawings })
}
