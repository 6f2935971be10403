//! Runs of a grid: cells, in them schemes, in them seeds.

use super::{Grid, GridCell, Record, Results};
use crate::runner::{Job, Meter, Runner, fingerprint};
use anyhow::Result;
use freeboard_scenario::measure::Measure;

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

    /// Runs what of it the runner has to run.
    ///
    /// # Errors
    /// The simulator refuses a scenario, or a file cannot be written.
    pub fn run(&self, runner: &Runner<'_>) -> Result<Results> {
        let jobs = self.jobs();
        let record = |(cell, job): &(&GridCell, Job<'_>), meter: &Meter| self.record(cell, job, meter);
        let done = runner.resume(fingerprint(self), &jobs, |(_, job)| job.work_ps(), record)?;
        runner.stage("results.csv", &Record::csv(&done.outcomes)?)?;
        Ok(Results::of(self, done))
    }

    fn record(&self, cell: &GridCell, job: &Job<'_>, meter: &Meter) -> Result<Record> {
        let outcome = job.run(meter)?;
        let axes = self.axes.iter().map(|axis| axis.name.clone()).zip(cell.labels.iter().cloned());
        let value = |measure: &Measure| {
            // A line of JSON has no other numbers.
            let value = measure.value(job.scenario, &outcome).filter(|value| value.is_finite());
            Some((measure.name.clone(), value?))
        };
        let measures = self.measures.iter().filter_map(value);
        Ok(Record::new(axes.collect(), &job.scenario, &outcome, measures.collect()))
    }
}
