//! `freeboard sweep` and `freeboard merge`.

use super::common::Output;
use super::exit::Done;
use super::say::say;
use crate::compare::Meter;
use crate::document::Document;
use crate::report::{BALANCED, Line};
use crate::sweep::{Grid, Shard, means, merge, work};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(super) struct Sweep {
    /// Scenario: TOML with units in the values; its section [sweep] may list loads.
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
}

impl Line for WrittenLine {}

pub(super) fn sweep(arguments: &Sweep, json: bool) -> anyhow::Result<Done> {
    let grid = Grid::read(&Document::open(&arguments.file)?)?;
    let meter = |work_ps| if json { Meter::silent() } else { Meter::new(work_ps) };
    let done = work(&grid, arguments.shard, arguments.output.folder()?, meter)?;
    let line = WrittenLine {
        cells: done.cells,
        resumed: Some(done.resumed),
        path: done.path,
        ledger: Some(BALANCED),
    };
    if json {
        say!("{}", line.line());
    } else {
        if arguments.shard == Shard::WHOLE {
            print_means(&line.path)?;
        }
        say!("{} cells, {} of them from before: {}", done.cells, done.resumed, line.path.display());
    }
    Ok(Done::Fine)
}

pub(super) fn merge_parts(arguments: &Merge, json: bool) -> anyhow::Result<Done> {
    let done = merge(&arguments.output.out, &arguments.parts)?;
    let line = WrittenLine { cells: done.cells, resumed: None, path: done.path, ledger: None };
    if json {
        say!("{}", line.line());
    } else {
        print_means(&line.path)?;
        say!("{} cells: {}", done.cells, line.path.display());
    }
    Ok(Done::Fine)
}

/// What stands beside `results`, over the seeds.
fn print_means(results: &Path) -> anyhow::Result<()> {
    let folder = results.parent().unwrap_or(Path::new("."));
    say!(
        "Means over the seeds (short < 100 KB, large > 10 MB); marks, drops and unfinished flows of all of them"
    );
    say!("{}", means(folder)?);
    Ok(())
}
