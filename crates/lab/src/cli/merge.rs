//! `freeboard merge`.

use super::common::Output;
use super::exit::Done;
use crate::plan::PLANS;
use crate::report::Line;
use crate::runner::{Folder, Manifest, merge};
use crate::say::say;
use crate::sweep::Record;
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(super) struct Merge {
    /// Folders of the shards of a sweep, a plan, or `reproduce --all` (with the folders of all plans).
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// Output of a sweep or a merge.
#[derive(Serialize)]
pub(super) struct WrittenLine {
    pub(super) cells: usize,
    /// Cells that a stopped sweep had completed before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resumed: Option<usize>,
    pub(super) path: PathBuf,
    /// Ledger of a sweep, whose cells all balance: an imbalance is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ledger: Option<&'static str>,
    /// Digest of the results of all cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) digest: Option<String>,
}

impl Line for WrittenLine {}

pub(super) fn merge_parts(arguments: &Merge, json: bool) -> anyhow::Result<Done> {
    for place in places(&arguments.parts) {
        let parts: Vec<PathBuf> = arguments.parts.iter().map(|part| part.join(&place)).collect();
        let folder = Folder::open(&arguments.output.out.join(&place))?;
        let cells = into(&folder, &parts, false)?;
        let path = folder.path().join("results.jsonl");
        if json {
            say!("{}", WrittenLine { cells, resumed: None, path, digest: None, ledger: None }.line());
        } else {
            say!("{cells} cells: {}", path.display());
        }
    }
    if !json {
        let out = arguments.output.out.display();
        say!("The command that the shards are of, with --out {out}, goes on to its tables");
    }
    Ok(Done::Fine)
}

/// Merges the contents of all parts, which tasks have just ended, into a folder of results.
pub(super) fn all(out: &Path, parts: &[PathBuf]) -> anyhow::Result<()> {
    places(parts).iter().try_for_each(|place| {
        let parts: Vec<PathBuf> = parts.iter().map(|part| part.join(place)).collect();
        into(&Folder::open(&out.join(place))?, &parts, true).map(drop)
    })
}

/// Location of the results in the parts: the folders themselves, or the folders of plans below them.
fn places(parts: &[PathBuf]) -> Vec<PathBuf> {
    let all = PLANS.iter().map(|plan| Path::new(plan.paper).join(plan.figure));
    let found: Vec<PathBuf> =
        all.filter(|place| parts.iter().any(|part| part.join(place).is_dir())).collect();
    if found.is_empty() { vec![PathBuf::new()] } else { found }
}

/// Merges the parts of one sweep or plan; returns the number of cells.
fn into(folder: &Folder, parts: &[PathBuf], replaced: bool) -> anyhow::Result<usize> {
    folder.claim(&["results.jsonl", "results.csv"], &[])?;
    let lines = merge(folder, parts, replaced)?;
    // Outcomes of plans of other kinds have columns of their own.
    if let Some(sheet) = Record::sheet_of(&lines) {
        folder.stage("results.csv", &sheet?)?;
    }
    folder.commit(Manifest::new("merge", "shards", None))?;
    Ok(lines.len())
}
