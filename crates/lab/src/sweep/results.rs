//! Results of a sweep: means over the seeds, by cell and scheme.

use super::{Grid, Record};
use crate::report::{STANDARD, Sheet};
use crate::runner::Done;
use freeboard_replay::Digest;

/// One scheme in one cell: means over the seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultRow {
    /// One value per measure; `None` where no seed gave one.
    pub values: Vec<Option<f64>>,
    /// The same of each seed.
    pub seeds: Vec<Vec<Option<f64>>>,
    /// Digests of its runs' results.
    pub digests: Vec<u32>,
}

/// What a sweep, or a shard of it, ended with.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// Cells in sweep order, in each the schemes in the scenario's order; empty after one shard of several.
    pub cells: Vec<Vec<ResultRow>>,
    /// Runs of this shard.
    pub runs: usize,
    /// Of these, runs that an earlier attempt had left.
    pub resumed: usize,
}

impl Results {
    pub(super) fn of(grid: &Grid, done: Done<Record>) -> Self {
        let (runs, resumed) = (done.outcomes.len(), done.resumed);
        let of = |record: Record| (values(grid, &record), record.result);
        let records = done.whole().unwrap_or_default().into_iter().map(of).collect();
        Self { cells: cells(grid, records), runs, resumed }
    }

    /// Results in a `results.csv` of this grid; `None` if it has other rows than the grid has runs.
    #[must_use]
    pub fn of_csv(grid: &Grid, text: &str) -> Option<Self> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().ok()?.clone();
        // Measures stand behind the columns of every run, which may have their names.
        let column = |name: &str| {
            header.iter().enumerate().filter(|(_, column)| *column == name).last().map(|(at, _)| at)
        };
        let columns: Vec<Option<usize>> = grid.measures.iter().map(|measure| column(&measure.name)).collect();
        let mut runs = Vec::new();
        for row in reader.records() {
            let row = row.ok()?;
            let value = |at: &Option<usize>| row.get((*at)?)?.parse().ok();
            runs.push((columns.iter().map(value).collect(), 0));
        }
        let count = runs.len();
        (count == grid.runs()).then(|| Self { cells: cells(grid, runs), runs: count, resumed: count })
    }

    /// All of the sweep is there.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        !self.cells.is_empty()
    }

    /// One digest over the results of all runs, in order; `None` after one shard of several.
    #[must_use]
    pub fn digest(&self) -> Option<u32> {
        let mut digest = Digest::default();
        self.cells.iter().flatten().flat_map(|row| &row.digests).for_each(|word| digest.word(*word));
        self.is_whole().then(|| digest.value())
    }

    /// A row per cell and scheme: axes, scheme, measures.
    #[must_use]
    pub fn sheet(&self, grid: &Grid, text: impl Fn(f64) -> String) -> Sheet {
        let mut header: Vec<String> = grid.axes.iter().map(|axis| axis.name.clone()).collect();
        header.push("scheme".to_owned());
        if grid.measures.is_empty() {
            header.extend(STANDARD.map(str::to_owned));
        }
        header.extend(grid.measures.iter().map(|measure| format!("{} [{}]", measure.name, measure.unit())));
        let mut rows = Vec::new();
        for (cell, schemes) in grid.cells.iter().zip(&self.cells) {
            for (scheme, row) in cell.scenario.schemes.iter().zip(schemes) {
                let mut texts = cell.labels.clone();
                texts.push(scheme.name.clone());
                texts.extend(row.values.iter().map(|value| value.map_or_else(String::new, &text)));
                rows.push(texts);
            }
        }
        Sheet { header, rows }
    }
}

/// Values of a run and the digest of its results.
type Run = (Vec<Option<f64>>, u32);

fn values(grid: &Grid, record: &Record) -> Vec<Option<f64>> {
    if grid.measures.is_empty() {
        return record.run.standard().to_vec();
    }
    grid.measures.iter().map(|measure| record.measures.get(&measure.name).copied()).collect()
}

/// Cells in sweep order, of all runs in theirs.
fn cells(grid: &Grid, runs: Vec<Run>) -> Vec<Vec<ResultRow>> {
    let mut runs = runs.into_iter().peekable();
    let mut cells = Vec::new();
    if runs.peek().is_some() {
        for cell in &grid.cells {
            let seeds = cell.scenario.run.seeds.len();
            let rows = cell.scenario.schemes.iter();
            cells.push(rows.map(|_| row(runs.by_ref().take(seeds).collect())).collect());
        }
    }
    cells
}

fn row(runs: Vec<Run>) -> ResultRow {
    let (seeds, digests): (Vec<Vec<Option<f64>>>, _) = runs.into_iter().unzip();
    let mean = |at: usize| {
        let values: Vec<f64> = seeds.iter().filter_map(|values| values[at]).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    ResultRow { values: (0..seeds.first().map_or(0, Vec::len)).map(mean).collect(), seeds, digests }
}
