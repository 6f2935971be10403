//! `freeboard sweep` and `freeboard merge`.

use super::common::Output;
use super::exit::Done;
use crate::compare::Meter;
use crate::document::Document;
use crate::sweep::{Grid, Shard, merge, work};
use anyhow::Context;
use clap::Args;
use std::path::PathBuf;

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

pub(super) fn sweep(arguments: &Sweep, json: bool) -> anyhow::Result<Done> {
    let name = arguments.file.display().to_string();
    let text = std::fs::read_to_string(&arguments.file).with_context(|| format!("cannot read {name}"))?;
    let grid = Grid::read(&Document::new(name, text))?;
    let meter = |work_ps| if json { Meter::silent() } else { Meter::new(work_ps) };
    let done = work(&grid, arguments.shard, &arguments.output.out, meter)?;
    println!("{} cells, {} of them from before: {}", done.cells, done.resumed, done.path.display());
    Ok(Done::Fine)
}

pub(super) fn merge_parts(arguments: &Merge) -> anyhow::Result<Done> {
    let done = merge(&arguments.output.out, &arguments.parts)?;
    println!("{} cells: {}", done.cells, done.path.display());
    Ok(Done::Fine)
}
