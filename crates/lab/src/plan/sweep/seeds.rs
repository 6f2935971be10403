//! Intervals over seeds, of points and of quantities.

use super::SweepPlan;
use crate::plan::Pick;
use crate::sweep::{ResultRow, Results};
use crate::tune::Interval;

/// The axis of a plan whose points are seeds.
const SEED: &str = "seed";

/// Ends of the interval of 95 % of a mean; `None` for fewer than two values.
pub(super) fn interval(values: &[f64]) -> Option<(f64, f64)> {
    let of = Interval::of(values);
    of.low.is_finite().then_some((of.low, of.high))
}

/// The interval of a measure of a row over its seeds.
pub(super) fn of_row(row: &ResultRow, measure: usize) -> Option<(f64, f64)> {
    let values: Vec<f64> = row.seeds.iter().filter_map(|values| *values.get(measure)?).collect();
    interval(&values)
}

impl SweepPlan {
    /// The interval of a quantity over the seeds of the plan: the quantity is taken of every seed by itself. `None` with one seed,
    /// and where a seed has no value.
    #[must_use]
    pub fn interval(&self, pick: &Pick, results: &Results) -> Option<(f64, f64)> {
        let measured = |pick: &Pick, results: &Results| self.measured(pick, results).ok().flatten();
        let values: Option<Vec<f64>> = match self.grid.axes.iter().find(|axis| axis.name == SEED) {
            Some(_) if pick.cells.iter().any(|(axis, _)| axis == SEED) => None,
            Some(axis) => axis
                .labels
                .iter()
                .map(|label| {
                    let mut own = pick.clone();
                    own.cells.push((SEED.to_owned(), vec![label.clone()]));
                    measured(&own, results)
                })
                .collect(),
            None => (0..self.grid.base().run.seeds.len())
                .map(|at| measured(pick, &of_seed(results, at)?))
                .collect(),
        };
        interval(&values?)
    }
}

/// The results of one seed.
fn of_seed(results: &Results, at: usize) -> Option<Results> {
    let row =
        |row: &ResultRow| Some(ResultRow { values: row.seeds.get(at)?.clone(), ..ResultRow::default() });
    let cells = results.cells.iter().map(|cell| cell.iter().map(row).collect()).collect::<Option<_>>()?;
    Some(Results { cells, runs: 0, resumed: 0 })
}
