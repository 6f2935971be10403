//! `plan.toml` of the sweep kind.

use super::Axis;
use crate::document::{Document, Fault, Section};
use crate::measure::Measure;
use crate::plan::findings;
use crate::quantity::PICOS;
use crate::scenario::Scenario;
use toml::{Table, Value};

/// Keys of `plan.toml` beside those of a scenario.
const KEYS: [&str; 7] = ["kind", "claim", "scale", "axis", "measure", "plot", "finding"];

/// A plan: a scenario, what is swept of it, what is measured.
#[derive(Clone, Debug)]
pub struct SweepPlan {
    /// How the runs differ in scale from the paper's.
    pub scale: String,
    /// What is swept; the last one changes fastest.
    pub axes: Vec<Axis>,
    /// Every combination, in sweep order.
    pub cells: Vec<PlannedCell>,
    /// What is measured of every run.
    pub measures: Vec<Measure>,
    /// What is drawn.
    pub plots: Vec<PlotSpec>,
    /// Quantities that differ or stay open, by id, and why.
    pub findings: Vec<(String, String)>,
}

/// One combination.
#[derive(Clone, Debug)]
pub struct PlannedCell {
    /// Its point on each axis.
    pub labels: Vec<String>,
    /// What is run.
    pub scenario: Scenario,
}

/// A plot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotSpec {
    /// File name without ending.
    pub name: String,
    /// What it shows.
    pub shows: Shows,
    /// In which cells, as in a quantity.
    pub cells: Vec<(String, Vec<String>)>,
}

/// What a plot shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shows {
    /// A measure over an axis, a curve per scheme.
    Measure {
        /// The measure.
        y: String,
        /// The axis.
        x: String,
        /// A measure that is the same for all schemes, as one more curve.
        beside: Option<String>,
    },
    /// The queues towards a receiver over time, a panel per scheme.
    Queue {
        /// Receiver, from 0.
        receiver: u32,
        /// From \[ps\].
        from_ps: u64,
        /// To \[ps\].
        to_ps: u64,
    },
}

impl SweepPlan {
    /// Reads `plan.toml`.
    ///
    /// # Errors
    /// The first thing that is not legal, in the file or in one of its combinations.
    pub fn read(document: &Document) -> Result<Self, Fault> {
        document.read(|root| {
            let base = Scenario::from_root(root, &KEYS)?;
            let mut table: Table = document.text().parse().unwrap_or_default();
            let raw_axes = table.get("axis").and_then(Value::as_array).cloned().unwrap_or_default();
            KEYS.iter().for_each(|key| drop(table.remove(*key)));
            let sections = root.sections("axis")?;
            let axes = sections.iter().zip(&raw_axes).map(|(section, raw)| Axis::read(section, raw));
            let axes = axes.collect::<Result<Vec<_>, _>>()?;
            let measures = named(root, "measure", |one, name| Measure::read(one, name, &base))?;
            let plots = root.sections("plot")?;
            let plots = plots.iter().map(|one| PlotSpec::read(one, &base)).collect::<Result<_, _>>()?;
            let scale =
                root.get("scale").map_or(Ok(String::new()), |entry| entry.string().map(str::to_owned))?;
            let mut cells = cells(document, &table, &axes, &sections)?;
            for cell in &mut cells {
                cut(&mut cell.scenario, &measures);
            }
            Ok(Self { scale, axes, cells, measures, plots, findings: findings(root)? })
        })
    }

    /// Simulated time of all runs \[ps\].
    #[must_use]
    pub fn work_ps(&self) -> u64 {
        self.cells.iter().map(|cell| crate::compare::work_ps(&cell.scenario)).sum()
    }

    /// The scenario of the first cell, which names what all cells share.
    #[must_use]
    pub fn base(&self) -> &Scenario {
        &self.cells[0].scenario
    }

    /// Cells that a quantity or a plot names, in sweep order.
    #[must_use]
    pub fn matching(&self, wanted: &[(String, Vec<String>)]) -> Vec<usize> {
        let fits = |cell: &PlannedCell| {
            wanted.iter().all(|(axis, values)| {
                let at = self.axes.iter().position(|one| one.name == *axis);
                at.is_some_and(|at| values.contains(&cell.labels[at]))
            })
        };
        (0..self.cells.len()).filter(|at| fits(&self.cells[*at])).collect()
    }
}

/// The tables of `[KEY.NAME]`, read.
fn named<T>(
    root: &Section<'_>,
    key: &str,
    read: impl Fn(&Section<'_>, &str) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let missing = || root.missing(key, &format!("at least one section [{key}.NAME]"));
    let all = root.section(key)?.ok_or_else(missing)?;
    let one = |name: &&str| read(&all.section(name)?.ok_or_else(missing)?, name);
    all.keys().iter().map(one).collect()
}

/// Every combination of the axes as a scenario of its own.
fn cells(
    document: &Document,
    base: &Table,
    axes: &[Axis],
    sections: &[Section<'_>],
) -> Result<Vec<PlannedCell>, Fault> {
    let mut done = vec![(Vec::new(), base.clone())];
    for (axis, section) in axes.iter().zip(sections) {
        let mut next = Vec::new();
        for (labels, table) in &done {
            for (at, label) in axis.labels.iter().enumerate() {
                let (mut labels, mut table): (Vec<String>, Table) = (labels.clone(), table.clone());
                axis.apply(&mut table, at).map_err(|key| {
                    section.missing(&key, "a key of the scenario, tables of a list by `name` or number")
                })?;
                labels.push(label.clone());
                next.push((labels, table));
            }
        }
        done = next;
    }
    let cell = |(labels, table): (Vec<String>, Table)| {
        let file = format!("{}, cell {}", document.file(), labels.join(", "));
        let scenario = Scenario::read(&Document::new(file, table.to_string()))?;
        Ok(PlannedCell { labels, scenario })
    };
    done.into_iter().map(cell).collect()
}

/// Lets queue means be taken between all moments that measures name.
fn cut(scenario: &mut Scenario, measures: &[Measure]) {
    let times: Vec<_> = measures.iter().map(|measure| measure.time_ps(&scenario.run)).collect();
    let ends = times.iter().flat_map(|time| [time.start, time.end]);
    let cuts = &mut scenario.run.cuts_ps;
    cuts.extend(ends.filter(|end| *end < scenario.run.time_ps));
    cuts.sort_unstable();
    cuts.dedup();
}

impl PlotSpec {
    fn read(section: &Section<'_>, base: &Scenario) -> Result<Self, Fault> {
        let text = |key: &str| section.need(key, "a name in quotes")?.string().map(str::to_owned);
        let cells = match section.section("cells")? {
            Some(cells) => crate::plan::expected::read_cells(&cells)?,
            None => Vec::new(),
        };
        let shows = if section.get("y").is_some() {
            section.expect_keys(&["name", "cells", "y", "x", "beside"])?;
            let beside = section.get("beside").map(|entry| entry.string().map(str::to_owned)).transpose()?;
            Shows::Measure { y: text("y")?, x: text("x")?, beside }
        } else {
            section.expect_keys(&["name", "cells", "receiver", "from", "to"])?;
            let most = base.topology.shape.receivers();
            let receiver =
                section.get("receiver").map_or(Ok(1), |e| e.word(&crate::quantity::COUNT, 1..=most))?;
            let moment = |key: &str| section.need(key, "a time")?.unsigned(&PICOS, 0..=base.run.time_ps);
            Shows::Queue { receiver: receiver - 1, from_ps: moment("from")?, to_ps: moment("to")? }
        };
        Ok(Self { name: text("name")?, shows, cells })
    }
}
