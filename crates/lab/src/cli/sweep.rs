//! `freeboard sweep`.

use super::common::{Output, Workers};
use super::exit::Done;
use super::merge::WrittenLine;
use super::slurm::Slurm;
use crate::report::{BALANCED, Line, number};
use crate::runner::{Array, Manifest, Runner, Shard};
use crate::say::say;
use crate::sweep::Grid;
use clap::Args;
use freeboard_scenario::document::Document;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Sweep {
    /// Scenario: TOML with units in the values; its sections `[[axis]]` may list values of any of its keys.
    file: PathBuf,
    /// Run only the part I of N of all cells, e.g. 1/4; `merge` puts the parts together.
    #[arg(long, default_value_t = Shard::WHOLE)]
    shard: Shard,
    #[command(flatten)]
    slurm: Slurm,
    #[command(flatten)]
    workers: Workers,
    #[command(flatten)]
    output: Output,
}

pub(super) fn sweep(arguments: &Sweep, json: bool) -> anyhow::Result<Done> {
    let document = Document::open(&arguments.file)?;
    let grid = Grid::read(&document)?;
    let file = arguments.file.canonicalize()?;
    let array = arguments.slurm.run(&["sweep".as_ref(), file.as_ref()], &arguments.output.out)?;
    let folder = arguments.output.folder()?;
    arguments.workers.start()?;
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
