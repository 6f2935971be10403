//! A scenario over values of its keys, with every scheme and seed, on all cores.

use crate::columns::Columns;
use crate::error::{failed, refused};
use crate::journal::{Journal, key};
use crate::scenario::{Scenario, stopped};
use crate::stop::{Listener, Meter, interruptible};
use crate::summary::{NAMES, Number, Row, numbers};
use crate::table::Table;
use crate::value::Given;
use freeboard_scenario::Scenario as Read;
use freeboard_scenario::world::{Request, simulate};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A key and the values that it takes.
type Axis = (String, Vec<Given>);

/// The axes of a dictionary, in its order.
fn axes(given: &Bound<'_, PyDict>) -> PyResult<Vec<Axis>> {
    let all: Vec<Axis> = given
        .iter()
        .map(|(key, values)| {
            Ok((key.extract()?, values.try_iter()?.map(|value| value?.extract()).collect::<PyResult<_>>()?))
        })
        .collect::<PyResult<_>>()?;
    match all.iter().find(|(_, values)| values.is_empty()) {
        Some((key, _)) => {
            Err(refused(format!("sweep: `{key}` has no values; legal: a list of at least one value.")))
        }
        None => Ok(all),
    }
}

/// One combination of values: their places on the axes, and the scenario.
struct Cell {
    at: Vec<usize>,
    scenario: Read,
}

/// Every combination, of which the last axis changes fastest.
fn cells(scenario: &Scenario, axes: &[Axis], seeds: Option<&[u64]>) -> PyResult<Vec<Cell>> {
    let mut places = vec![Vec::new()];
    for (_, values) in axes {
        let longer = |at: &Vec<usize>| {
            (0..values.len()).map(|place| [at.as_slice(), &[place]].concat()).collect::<Vec<_>>()
        };
        places = places.iter().flat_map(longer).collect();
    }
    let cell = |at: Vec<usize>| {
        let values = axes.iter().zip(&at).map(|((key, values), place)| (key.as_str(), &values[*place]));
        let mut scenario = Read::clone(scenario.with(values)?.own());
        // Nothing reads samples.
        scenario.run.sample_ps = 0;
        if let Some(seeds) = seeds {
            scenario.run.seeds = seeds.to_vec();
        }
        Ok(Cell { at, scenario })
    };
    places.into_iter().map(cell).collect()
}

/// One run: its cell, its scheme and its seed.
#[derive(Clone, Copy)]
struct Job<'a> {
    cell: &'a Cell,
    scheme: usize,
    seed: u64,
}

impl Job<'_> {
    /// Everything that decides the run.
    fn decided_by(&self) -> String {
        let mut own = Read {
            schemes: vec![self.cell.scenario.schemes[self.scheme].clone()],
            ..self.cell.scenario.clone()
        };
        own.run.seeds = vec![self.seed];
        format!("{own:?}")
    }

    fn run(&self, meter: &Meter) -> anyhow::Result<Row> {
        let Self { cell, scheme, seed } = *self;
        let outcome = simulate(&Request { scenario: &cell.scenario, scheme, seed, threads: 1 }, meter)?;
        Ok(Row { numbers: numbers(&outcome), digest: outcome.digest })
    }
}

/// The column of an axis: integers, numbers or texts, as all its values are.
fn axis_column(columns: Columns, (name, values): &Axis, places: &[usize]) -> Columns {
    let all = |of: fn(&Given) -> Option<f64>| values.iter().map(of).collect::<Option<Vec<f64>>>();
    let wholes = values.iter().map(|value| if let Given::Whole(whole) = value { Some(*whole) } else { None });
    if let Some(wholes) = wholes.collect::<Option<Vec<i64>>>() {
        return columns.integers(name, places.iter().map(|place| wholes[*place]));
    }
    let number = |value: &Given| match value {
        Given::Whole(whole) => Some(*whole as f64),
        Given::Number(number) => Some(*number),
        _ => None,
    };
    match all(number) {
        Some(numbers) => columns.numbers(name, places.iter().map(|place| numbers[*place])),
        None => columns.texts(name, places.iter().map(|place| values[*place].to_string())),
    }
}

fn table(axes: &[Axis], jobs: &[Job<'_>], rows: &[&Row]) -> PyResult<Table> {
    let mut columns = Columns::default();
    for (at, axis) in axes.iter().enumerate() {
        let places: Vec<usize> = jobs.iter().map(|job| job.cell.at[at]).collect();
        columns = axis_column(columns, axis, &places);
    }
    columns = columns
        .texts("scheme", jobs.iter().map(|job| &job.cell.scenario.schemes[job.scheme].name))
        .counts("seed", jobs.iter().map(|job| job.seed));
    for (at, name) in NAMES.into_iter().enumerate() {
        let of = rows.iter().map(|row| row.numbers[at]);
        columns = match rows.first().map(|row| row.numbers[at]) {
            Some(Number::Count(_)) => columns.counts(name, of.map(Number::count)),
            _ => columns.optional(name, of.map(Number::value)),
        };
    }
    Table::of(columns.texts("digest", rows.iter().map(|row| format!("{:08x}", row.digest))))
}

/// Runs every combination of values with every scheme and seed on all cores; returns one table with a row per run.
///
/// ``axes`` gives each key its values, e.g. ``{"scheme[1].k": ["30 KB", "90 KB"]}``; the last axis changes fastest. ``seeds``
/// replaces the scenario's. Columns: the axes, ``scheme``, ``seed``, the numbers of :attr:`Outcome.summary`, ``digest``. Times are in
/// microseconds. Runs that do not differ are run once. Ctrl-C stops all runs. ``progress`` as in :meth:`Scenario.run`. ``journal`` is a
/// file that keeps each finished run: the same call goes on where an earlier one was stopped.
#[pyfunction]
#[pyo3(
    signature = (scenario, axes, seeds=None, threads=None, progress=None, journal=None),
    text_signature = "(scenario, axes, seeds=None, threads=None, progress=False, journal=None)"
)]
pub(crate) fn sweep(
    py: Python<'_>,
    scenario: &Scenario,
    axes: &Bound<'_, PyDict>,
    seeds: Option<Vec<u64>>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    journal: Option<PathBuf>,
) -> PyResult<Table> {
    let axes = self::axes(axes)?;
    let cells = cells(scenario, &axes, seeds.as_deref())?;
    let jobs: Vec<Job<'_>> = cells
        .iter()
        .flat_map(|cell| {
            let of =
                move |scheme| cell.scenario.run.seeds.iter().map(move |&seed| Job { cell, scheme, seed });
            (0..cell.scenario.schemes.len()).flat_map(of)
        })
        .collect();
    let mut known = BTreeMap::new();
    let mut distinct: Vec<Job<'_>> = Vec::new();
    let places: Vec<usize> = jobs
        .iter()
        .map(|job| {
            *known.entry(job.decided_by()).or_insert_with(|| {
                distinct.push(*job);
                distinct.len() - 1
            })
        })
        .collect();
    let journal = journal.map(|path| Journal::open(&path)).transpose().map_err(|error| failed(&error))?;
    let keyed = distinct.into_iter().map(|job| {
        let key = key(&job.decided_by());
        (job, key, journal.as_ref().and_then(|journal| journal.row(key)))
    });
    let distinct: Vec<(Job<'_>, u64, Option<Row>)> = keyed.collect();
    let missing = distinct.iter().filter(|(_, _, kept)| kept.is_none());
    let work_ps = missing.map(|(job, ..)| job.cell.scenario.run.time_ps).fold(0, u64::saturating_add);
    let (meter, listener) = (Meter::new(work_ps), Listener::of(progress)?);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build().map_err(refused)?;
    let one = |&(job, key, kept): &(Job<'_>, u64, Option<Row>)| {
        if let Some(row) = kept {
            return Ok(row);
        }
        let row = job.run(&meter)?;
        journal.as_ref().map_or(Ok(()), |journal| journal.keep(key, &row))?;
        Ok(row)
    };
    let work = || pool.install(|| distinct.par_iter().with_max_len(1).map(one).collect());
    let done: anyhow::Result<Vec<Row>> = interruptible(py, &meter, &listener, work)?;
    let done = done.map_err(|error| stopped(&error))?;
    table(&axes, &jobs, &places.iter().map(|place| &done[*place]).collect::<Vec<_>>())
}
