//! Every cell, scheme and seed of a sweep, on all cores.

use super::SweepPlan;
use crate::compare::Meter;
use crate::world::simulate;
use anyhow::Result;
use rayon::prelude::*;

/// One scheme in one cell: the plan's measures, means over the seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultRow {
    /// One value per measure; `None` where no seed gave one.
    pub values: Vec<Option<f64>>,
    /// Digests of its runs' results.
    pub digests: Vec<u32>,
}

/// Cells in sweep order, in each the schemes in the plan's order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The rows.
    pub cells: Vec<Vec<ResultRow>>,
}

/// Values of the measures and the digest of one run.
type Run = (Vec<Option<f64>>, u32);

impl Results {
    /// Runs the plan.
    ///
    /// # Errors
    /// The simulator refuses a scenario.
    pub fn of(plan: &SweepPlan, meter: &Meter) -> Result<Self> {
        let jobs: Vec<(usize, usize)> =
            (0..plan.cells.len()).flat_map(|cell| plan.schemes().map(move |scheme| (cell, scheme))).collect();
        let row = |(cell, scheme): &(usize, usize)| row(plan, *cell, *scheme, meter);
        let rows: Vec<ResultRow> = jobs.par_iter().with_max_len(1).map(row).collect::<Result<_>>()?;
        Ok(Self { cells: rows.chunks(plan.schemes().len()).map(<[ResultRow]>::to_vec).collect() })
    }
}

impl SweepPlan {
    /// Schemes by index.
    pub(super) fn schemes(&self) -> core::ops::Range<usize> {
        0..self.base().schemes.len()
    }
}

fn row(plan: &SweepPlan, cell: usize, scheme: usize, meter: &Meter) -> Result<ResultRow> {
    let scenario = &plan.cells[cell].scenario;
    let run = |seed: &u64| -> Result<Run> {
        let outcome = simulate(scenario, scheme, *seed, meter)?;
        let values = plan.measures.iter().map(|measure| measure.value(scenario, &outcome)).collect();
        Ok((values, outcome.result_digest()))
    };
    let runs: Vec<Run> = scenario.run.seeds.iter().map(run).collect::<Result<_>>()?;
    let mean = |measure: usize| {
        let values: Vec<f64> = runs.iter().filter_map(|(values, _)| values[measure]).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    Ok(ResultRow {
        values: (0..plan.measures.len()).map(mean).collect(),
        digests: runs.iter().map(|(_, digest)| *digest).collect(),
    })
}
