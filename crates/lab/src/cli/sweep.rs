//! `freeboard sweep` and `freeboard merge`.

use super::common::Output;
use super::exit::Done;
use super::say::say;
use crate::document::Document;
use crate::report::{BALANCED, Line, number};
use crate::runner::{Manifest, Runner, Shard, merge};
use crate::sweep::{Grid, Record};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Sweep {
    /// Scenario: TOML with units in the values; its sections `[[axis]]` may list values of any of its keys.
    file: PathBuf,
    /// Run only the part I of N of all cells, e.g. 1/4; `merge` puts the parts together.
    #[arg(long, default_value_t = Shard::WHOLE)]
    shard: Shard,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
pub(super) struct Merge {
    /// Folders of the shards.
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// What a sweep or a merge has written.
#[derive(Serialize)]
struct WrittenLine {
    cells: usize,
    /// Cells of a sweep that was stopped before.
    #[serde(skip_serializing_if = "Option::is_none")]
    resumed: Option<usize>,
    path: PathBuf,
    /// Of a sweep, whose cells all balance: one that does not is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    ledger: Option<&'static str>,
    /// Over the results of all cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
}

impl Line for WrittenLine {}

pub(super) fn sweep(arguments: &Sweep, json: bool) -> anyhow::Result<Done> {
    let document = Document::open(&arguments.file)?;
    let grid = Grid::read(&document)?;
    let folder = arguments.output.folder()?;
    let results = grid.run(&Runner::keeping(json, &folder, arguments.shard))?;
    if results.is_whole() {
        folder.stage("cells.csv", &results.sheet(&grid, |value| format!("{value:.4}")).csv()?)?;
    }
    folder.commit(Manifest::new("sweep", &grid.base().name, results.digest()))?;
    let (path, digest) = (folder.path().join("results.jsonl"), results.digest());
    let digest = digest.map(|digest| format!("{digest:08x}"));
    if json {
        let (cells, resumed) = (results.runs, Some(results.resumed));
        say!("{}", WrittenLine { cells, resumed, path, digest, ledger: Some(BALANCED) }.line());
        return Ok(Done::Fine);
    }
    if results.is_whole() {
        say!("Every cell and scheme, means over the seeds (short < 100 KB, large > 10 MB)");
        say!("{}", results.sheet(&grid, number).table());
    }
    say!("{} cells, {} of them from before: {}", results.runs, results.resumed, path.display());
    digest.iter().for_each(|digest| say!("digest: {digest}"));
    Ok(Done::Fine)
}

pub(super) fn merge_parts(arguments: &Merge, json: bool) -> anyhow::Result<Done> {
    let folder = arguments.output.folder()?;
    let lines = merge(&folder, &arguments.parts)?;
    // Outcomes of plans of other kinds have columns of their own.
    if let Some(sheet) = Record::sheet_of(&lines) {
        folder.stage("results.csv", &sheet?)?;
    }
    folder.commit(Manifest::new("merge", "shards", None))?;
    let (cells, path) = (lines.len(), folder.path().join("results.jsonl"));
    if json {
        say!("{}", WrittenLine { cells, resumed: None, path, digest: None, ledger: None }.line());
    } else {
        say!("{cells} cells: {}", path.display());
        say!(
            "The command that the shards are of, with --out {}, goes on to its tables",
            folder.path().display()
        );
    }
    Ok(Done::Fine)
}
