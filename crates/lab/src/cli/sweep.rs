//! `freeboard sweep`.

use super::common::{Output, Workers};
use super::exit::Done;
use super::inputs::inputs;
use super::limit::refuse_too_large;
use super::merge::WrittenLine;
use super::slurm::Slurm;
use crate::report::{BALANCED, Line, configuration, effective_settings, number};
use crate::runner::{Array, Manifest, Runner, Shard, fingerprint};
use crate::say::say;
use crate::sweep::Grid;
use clap::Args;
use freeboard_scenario::document::Document;
use serde::Serialize;
use std::ffi::OsStr;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Sweep {
    /// Scenario: TOML with units in the values; its sections `[[axis]]` may list values of any of its keys.
    file: PathBuf,
    /// Print the configuration of the first cell, the axes and the number of runs, and stop. Nothing is run or written.
    #[arg(long, conflicts_with_all = ["threads", "shard", "slurm"])]
    check: bool,
    /// Seed, replaces the seeds in the file; repeatable.
    #[arg(long = "seed", value_name = "N")]
    seeds: Vec<u64>,
    /// Run only part I of N of all cells, e.g. 1/4; `merge` merges the parts.
    #[arg(long, default_value_t = Shard::WHOLE)]
    shard: Shard,
    #[command(flatten)]
    slurm: Slurm,
    #[command(flatten)]
    workers: Workers,
    #[command(flatten)]
    output: Output,
}

/// Files of a sweep beside its journal.
const FILES: [&str; 3] = ["results.jsonl", "results.csv", "cells.csv"];

/// Axis of a checked sweep.
#[derive(Serialize)]
struct AxisLine<'a> {
    axis: &'a str,
    labels: &'a [String],
}

impl Line for AxisLine<'_> {}

/// Size of a checked sweep.
#[derive(Serialize)]
struct RunsLine {
    cells: usize,
    runs: usize,
    /// Number of distinct runs; duplicates are not repeated.
    distinct: usize,
    /// Memory of a process with the largest run, one at a time.
    estimate_bytes: u64,
}

impl Line for RunsLine {}

/// Prints the runs of a checked sweep.
fn check(grid: &Grid, json: bool) {
    let (cells, runs, distinct) = (grid.cells.len(), grid.runs(), grid.distinct_runs());
    let estimate_bytes = grid.memory_of_all(1);
    if json {
        effective_settings(grid.base()).iter().for_each(|line| say!("{}", line.line()));
        for axis in &grid.axes {
            say!("{}", AxisLine { axis: &axis.name, labels: &axis.labels }.line());
        }
        say!("{}", RunsLine { cells, runs, distinct, estimate_bytes }.line());
        return;
    }
    say!("{}\n{}", grid.base().name, configuration(grid.base()));
    for axis in &grid.axes {
        say!("axis {}: {}", axis.name, axis.labels.join(", "));
    }
    say!(
        "{cells} cells, {runs} runs, {distinct} of them different; the configuration above is that of the first cell"
    );
    say!(
        "the largest run takes about {} MiB, and as many run at once as there are threads",
        estimate_bytes.div_ceil(1 << 20)
    );
}

pub(super) fn sweep(arguments: &Sweep, json: bool) -> anyhow::Result<Done> {
    let document = Document::open(&arguments.file)?;
    let mut grid = Grid::read_or_all_faults(&document)?;
    if !arguments.seeds.is_empty() {
        grid.set_seeds(&arguments.seeds);
    }
    if arguments.check {
        check(&grid, json);
        return Ok(Done::Fine);
    }
    if !arguments.slurm.is_given() {
        arguments.workers.start()?;
        refuse_too_large(grid.memory_of_all(rayon::current_num_threads()))?;
    }
    // Before the tasks of a cluster, which open the folder themselves.
    arguments.output.folder()?.claim(&FILES, &inputs(&arguments.file, document.text()))?;
    let seeds: Vec<String> = arguments.seeds.iter().map(|seed| format!("--seed={seed}")).collect();
    let file = arguments.file.canonicalize()?;
    let words = ["sweep".as_ref(), file.as_os_str()].into_iter().chain(seeds.iter().map(AsRef::as_ref));
    let array = arguments
        .slurm
        .run(&words.collect::<Vec<&OsStr>>(), &arguments.output.out, || Ok(fingerprint(&grid)))?;
    let folder = arguments.output.folder()?;
    let results = grid.run(&Runner::keeping(json, &folder, arguments.shard))?;
    if results.is_whole() {
        folder.stage("cells.csv", &results.sheet(&grid, |value| format!("{value:.4}")).csv()?)?;
    }
    folder.commit(Manifest::new("sweep", &grid.base().name, results.digest()))?;
    array.iter().try_for_each(Array::forget)?;
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
