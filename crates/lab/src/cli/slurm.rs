//! `--slurm` of commands whose cells are sharded.

use super::merge;
use crate::runner::{Array, TASKS_MAX};
use anyhow::Result;
use clap::Args;
use std::ffi::OsStr;
use std::path::Path;

#[derive(Debug, Args)]
pub(super) struct Slurm {
    /// Run the cells as a job array of N tasks on a Slurm cluster. All nodes must see the output folder and this program. A
    /// failed task is repeated and resumes. Then the command merges the parts and prints its tables.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(TASKS_MAX)), conflicts_with_all = ["shard", "threads"])]
    slurm: Option<u32>,
    /// Option passed to `sbatch`, e.g. --sbatch=--cpus-per-task=8; repeatable.
    #[arg(long, value_name = "OPTION", requires = "slurm", allow_hyphen_values = true)]
    sbatch: Vec<String>,
}

impl Slurm {
    /// Whether the tasks of a cluster run the cells.
    pub(super) const fn is_given(&self) -> bool {
        self.slurm.is_some()
    }

    /// Runs a command's shards on the cluster and merges them in its output folder. The command itself then has no run left.
    /// `plan` is a fingerprint of all that decides the cells. `None` without the option.
    pub(super) fn run(
        &self,
        words: &[&OsStr],
        out: &Path,
        plan: impl FnOnce() -> Result<u32>,
    ) -> Result<Option<Array>> {
        let Some(tasks) = self.slurm else { return Ok(None) };
        let plan = plan()?;
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        let array = Array { words, out: out.to_owned(), plan, tasks, options: self.sbatch.clone() };
        merge::all(out, &array.run()?)?;
        Ok(Some(array))
    }
}
