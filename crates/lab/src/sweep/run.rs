//! Runs of a grid: cells, in them schemes, in them seeds.
//!
//! An axis of one scheme's setting leaves the other schemes as they are: runs that do not differ are run once, and each has its line.

use super::{Grid, GridCell, Record, Results};
use crate::runner::{Job, Meter, Runner, fingerprint, key};
use anyhow::Result;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Measure;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// Records of runs by what decides them; the lock of one is held while it is run.
type Known = Mutex<BTreeMap<String, Arc<Mutex<Option<Record>>>>>;

impl Grid {
    /// Every run, in order.
    fn jobs(&self) -> Vec<(&GridCell, Job<'_>)> {
        self.cells.iter().flat_map(|cell| Job::all(&cell.scenario).map(move |job| (cell, job))).collect()
    }

    /// The number of runs.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.jobs().len()
    }

    /// The number of runs that differ in something.
    #[must_use]
    pub fn distinct_runs(&self) -> usize {
        self.jobs().iter().map(|(_, job)| decided_by(job)).collect::<BTreeSet<_>>().len()
    }

    /// Memory of a process that runs the grid, `at_once` runs at a time \[B\]: the largest ones that differ may meet. Of each a line is
    /// kept.
    #[must_use]
    pub fn memory_of_all(&self, at_once: usize) -> u64 {
        let jobs = self.jobs().into_iter();
        let distinct: BTreeMap<String, u64> =
            jobs.map(|(cell, job)| (decided_by(&job), cell.scenario.estimate().memory_bytes)).collect();
        let mut each: Vec<u64> = distinct.into_values().collect();
        each.sort_unstable_by(|one, other| other.cmp(one));
        each.into_iter().take(at_once).fold(0, u64::saturating_add)
    }

    /// Runs what of it the runner has to run.
    ///
    /// # Errors
    /// The simulator refuses a scenario, or a file cannot be written.
    pub fn run(&self, runner: &Runner<'_>) -> Result<Results> {
        let (jobs, known) = (self.jobs(), Known::default());
        let record = |(cell, job): &(&GridCell, Job<'_>), meter: &Meter| self.once(cell, job, meter, &known);
        let keys: Vec<String> = jobs.iter().map(|(_, job)| key(&(decided_by(job), &self.measures))).collect();
        let again = |(cell, _): &(&GridCell, Job<'_>), record: Record| record.at(self.axes_of(cell));
        let plan = (fingerprint(self), keys.as_slice());
        let done = runner.resume_keyed(plan, &jobs, |(_, job)| job.work_ps(), record, again)?;
        runner.stage("results.csv", &Record::csv(&done.outcomes)?)?;
        Ok(Results::of(self, done))
    }

    /// The record of a run, which is run unless one that does not differ was.
    fn once(&self, cell: &GridCell, job: &Job<'_>, meter: &Meter, known: &Known) -> Result<Record> {
        let mut all = known.lock().unwrap_or_else(PoisonError::into_inner);
        let own = Arc::clone(all.entry(decided_by(job)).or_default());
        drop(all);
        let mut own = own.lock().unwrap_or_else(PoisonError::into_inner);
        match &*own {
            Some(record) => {
                meter.advance(job.work_ps());
                Ok(record.at(self.axes_of(cell)))
            }
            None => Ok(own.insert(self.record(cell, job, meter)?).clone()),
        }
    }

    fn axes_of(&self, cell: &GridCell) -> BTreeMap<String, String> {
        self.axes.iter().map(|axis| axis.name.clone()).zip(cell.labels.iter().cloned()).collect()
    }

    fn record(&self, cell: &GridCell, job: &Job<'_>, meter: &Meter) -> Result<Record> {
        let outcome = job.run(meter)?;
        let value = |measure: &Measure| {
            // A line of JSON has no other numbers.
            let value = measure.value(job.scenario, &outcome).filter(|value| value.is_finite());
            Some((measure.name.clone(), value?))
        };
        let measures = self.measures.iter().filter_map(value);
        Ok(Record::new(self.axes_of(cell), job.scenario, &outcome, measures.collect()))
    }
}

/// Everything that decides a run: its scenario without the title, the other schemes and seeds.
fn decided_by(job: &Job<'_>) -> String {
    let schemes = vec![job.scenario.schemes[job.scheme].clone()];
    let mut own = Scenario { name: String::new(), schemes, ..job.scenario.clone() };
    own.run.seeds = vec![job.seed];
    format!("{own:?}")
}
