//! The driver: jobs in, outcomes out in the order of jobs, on all cores.

use super::journal::{Header, Journal};
use super::{Folder, Meter, Shard};
use anyhow::Result;
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How jobs are driven: what a person is told meanwhile, where finished ones are kept, and which of them are run.
#[derive(Clone, Copy, Debug)]
pub struct Runner<'a> {
    silent: bool,
    folder: Option<&'a Folder>,
    shard: Shard,
}

/// What a runner that keeps outcomes ended with.
#[derive(Clone, Debug)]
pub struct Done<R> {
    /// Outcomes by the number of their job.
    pub outcomes: BTreeMap<usize, R>,
    /// Of these, how many an earlier attempt had left.
    pub resumed: usize,
    jobs: usize,
}

impl<R> Done<R> {
    /// The outcomes of all jobs in order; `None` after one shard of several.
    #[must_use]
    pub fn whole(self) -> Option<Vec<R>> {
        (self.outcomes.len() == self.jobs).then(|| self.outcomes.into_values().collect())
    }
}

impl Runner<'static> {
    /// Keeps outcomes in memory only and tells nothing.
    #[must_use]
    pub const fn silent() -> Self {
        Self { silent: true, folder: None, shard: Shard::WHOLE }
    }

    /// Keeps outcomes in memory only, and shows progress unless it is to be `silent`.
    #[must_use]
    pub const fn in_memory(silent: bool) -> Self {
        Self { silent, ..Self::silent() }
    }
}

impl<'a> Runner<'a> {
    /// Runs a shard of the jobs, and keeps their outcomes in a folder.
    #[must_use]
    pub const fn keeping(silent: bool, folder: &'a Folder, shard: Shard) -> Self {
        Self { silent, folder: Some(folder), shard }
    }

    /// Where results are written; `None` if they are in memory only.
    #[must_use]
    pub const fn folder(&self) -> Option<&'a Folder> {
        self.folder
    }

    /// Runs all jobs; `work_ps` is the simulated time of one \[ps\].
    ///
    /// # Errors
    /// The first job that fails.
    pub fn drive<J: Sync, R: Send>(
        &self,
        jobs: &[J],
        work_ps: impl Fn(&J) -> u64,
        run: impl Fn(&J, &Meter) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        let work = jobs.iter().map(work_ps).fold(0, u64::saturating_add);
        let meter = if self.silent { Meter::silent() } else { Meter::new(work, jobs.len()) };
        let one = |job: &J| run(job, &meter).inspect(|_| meter.end_job());
        meter.during(|| jobs.par_iter().with_max_len(1).map(one).collect())
    }

    /// Runs those jobs of the shard that the folder's journal does not have, and writes all of them to `results.jsonl`.
    /// `plan` is the fingerprint of what decides the outcomes.
    ///
    /// # Errors
    /// The first job that fails, the folder belongs to another plan or shard, or a file cannot be read or written.
    pub fn resume<J: Sync, R: Send + Serialize + DeserializeOwned>(
        &self,
        plan: u32,
        jobs: &[J],
        work_ps: impl Fn(&J) -> u64,
        run: impl Fn(&J, &Meter) -> Result<R> + Sync,
    ) -> Result<Done<R>> {
        self.resume_keyed((plan, &[]), jobs, work_ps, run, |_, outcome| outcome)
    }

    /// The same; `keys` are of all that decides each job. What a plan that shares runs with this one has left under the key of a job
    /// is not run again; `again` makes it the outcome of that job.
    ///
    /// # Errors
    /// As of [`Self::resume`].
    pub fn resume_keyed<J: Sync, R: Send + Serialize + DeserializeOwned>(
        &self,
        (plan, keys): (u32, &[String]),
        jobs: &[J],
        work_ps: impl Fn(&J) -> u64,
        run: impl Fn(&J, &Meter) -> Result<R> + Sync,
        again: impl Fn(&J, R) -> R,
    ) -> Result<Done<R>> {
        let header = Header::new(plan, jobs.len());
        let open = |folder| Journal::open(folder, &header, self.shard, keys);
        let journal = self.folder.map(open).transpose()?;
        let mut outcomes = BTreeMap::new();
        if let Some(journal) = &journal {
            outcomes = journal.outcomes()?;
            let left = (0..jobs.len()).filter(|cell| self.shard.has(*cell) && !outcomes.contains_key(cell));
            let reused = journal.reuse(left, |cell, outcome| again(&jobs[cell], outcome))?;
            outcomes.extend(reused);
        }
        let resumed = outcomes.len();
        let left: Vec<(usize, &J)> = jobs
            .iter()
            .enumerate()
            .filter(|(cell, _)| self.shard.has(*cell) && !outcomes.contains_key(cell))
            .collect();
        let new = self.drive(
            &left,
            |(_, job)| work_ps(job),
            |(cell, job), meter| {
                let outcome = run(job, meter)?;
                journal.as_ref().map_or(Ok(()), |journal| journal.append([(*cell, &outcome)]))?;
                Ok((*cell, outcome))
            },
        )?;
        outcomes.extend(new);
        if let Some(journal) = &journal {
            journal.stage_results()?;
        }
        Ok(Done { outcomes, resumed, jobs: jobs.len() })
    }

    /// Writes a file of the folder, if there is one; returns where it will be.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn stage(&self, name: &str, content: &[u8]) -> Result<Option<PathBuf>> {
        self.folder.map(|folder| folder.stage(name, content)).transpose()
    }
}
