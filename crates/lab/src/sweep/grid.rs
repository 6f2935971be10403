//! Sweep grid: every combination of the axes of a scenario, with every scheme and seed.

use super::Axis;
use anyhow::Result;
use freeboard_scenario::document::{Document, Fault, Faults, Section, all_faults};
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Measure;
use toml::{Table, Value};

/// Sections beside those of a scenario.
const KEYS: [&str; 2] = ["axis", "measure"];

/// A scenario, what is swept of it, what is measured of every run.
#[derive(Clone, Debug)]
pub struct Grid {
    /// What is swept; the last one changes fastest.
    pub axes: Vec<Axis>,
    /// Every combination, in sweep order.
    pub cells: Vec<GridCell>,
    /// What is measured of every run; completion times and losses if it is empty.
    pub measures: Vec<Measure>,
}

/// One combination.
#[derive(Clone, Debug)]
pub struct GridCell {
    /// Its point on each axis.
    pub labels: Vec<String>,
    /// What is run.
    pub scenario: Scenario,
}

impl Grid {
    /// Reads a scenario that may have sections `[[axis]]` and `[measure.NAME]`.
    ///
    /// # Errors
    /// The first thing that is not legal, in the file or in one of its combinations.
    pub fn read(document: &Document) -> Result<Self, Fault> {
        document.read(|root| Self::from_root(document, root, &[]))
    }

    /// Reads it and finds all its faults.
    ///
    /// # Errors
    /// All faults of the file, or the first of its combinations.
    pub fn read_or_all_faults(document: &Document) -> Result<Self, Faults> {
        let faults = |document: &Document| Self::read(document).err().into_iter().collect();
        Self::read(document).map_err(|_| all_faults(document, faults))
    }

    /// The same from a table that may have `more` keys.
    pub(crate) fn from_root(document: &Document, root: &Section<'_>, more: &[&str]) -> Result<Self, Fault> {
        let own = [KEYS.as_slice(), more].concat();
        let base = Scenario::from_root(root, &own)?;
        let mut table: Table = document.text().parse().unwrap_or_default();
        let raw = table.get("axis").and_then(Value::as_array).cloned().unwrap_or_default();
        own.iter().for_each(|key| drop(table.remove(*key)));
        let sections = root.sections("axis")?;
        let axes = sections.iter().zip(&raw).map(|(section, raw)| Axis::read(section, raw));
        let axes = axes.collect::<Result<Vec<_>, _>>()?;
        if let Some(twice) =
            (1..axes.len()).find(|at| axes[..*at].iter().any(|one| one.name == axes[*at].name))
        {
            let name = sections[twice].need("name", "a name in quotes")?;
            return Err(name.fault("is the name of another axis too", "a name of its own"));
        }
        let measures = measures(root, &base)?;
        let mut cells = cells(document, table, &axes, &sections)?;
        cells.iter_mut().for_each(|cell| cut(&mut cell.scenario, &measures));
        Ok(Self { axes, cells, measures })
    }

    /// The scenario of the first cell, which names what all cells share.
    #[must_use]
    pub fn base(&self) -> &Scenario {
        &self.cells[0].scenario
    }

    /// Runs every cell with these seeds instead of its own.
    pub fn set_seeds(&mut self, seeds: &[u64]) {
        self.cells.iter_mut().for_each(|cell| cell.scenario.run.seeds = seeds.to_vec());
    }

    /// Cells that a quantity or a plot names, in sweep order.
    #[must_use]
    pub fn matching(&self, wanted: &[(String, Vec<String>)]) -> Vec<usize> {
        let fits = |cell: &GridCell| {
            wanted.iter().all(|(axis, values)| {
                let at = self.axes.iter().position(|one| one.name == *axis);
                at.is_some_and(|at| values.contains(&cell.labels[at]))
            })
        };
        (0..self.cells.len()).filter(|at| fits(&self.cells[*at])).collect()
    }
}

/// The tables of `[measure.NAME]`, read.
fn measures(root: &Section<'_>, base: &Scenario) -> Result<Vec<Measure>, Fault> {
    let Some(all) = root.section("measure")? else { return Ok(Vec::new()) };
    let one = |name: &&str| {
        let section = all.section(name)?.ok_or_else(|| all.missing(name, "a section [measure.NAME]"))?;
        Measure::read(&section, name, base)
    };
    all.keys().iter().map(one).collect()
}

/// Every combination of the axes as a scenario of its own.
fn cells(
    document: &Document,
    base: Table,
    axes: &[Axis],
    sections: &[Section<'_>],
) -> Result<Vec<GridCell>, Fault> {
    let mut done = vec![(Vec::new(), base)];
    for (axis, section) in axes.iter().zip(sections) {
        let mut next = Vec::new();
        for (labels, table) in &done {
            for (at, label) in axis.labels.iter().enumerate() {
                let (mut labels, mut table): (Vec<String>, Table) = (labels.clone(), table.clone());
                axis.apply(&mut table, at, section)?;
                labels.push(label.clone());
                next.push((labels, table));
            }
        }
        done = next;
    }
    let cell = |(labels, table): (Vec<String>, Table)| {
        let read = Scenario::read(&Document::new(document.file(), table.to_string()));
        let scenario = read.map_err(|fault| {
            let blamed = axes.iter().zip(sections).find_map(|(axis, own)| axis.blamed(&fault, &table, own));
            // The lines of a combination are not those of the file.
            let place = format!("{}, cell {}", document.file(), labels.join(", "));
            blamed.unwrap_or_else(|| Fault { file: place.into(), line: 0, ..fault })
        })?;
        Ok(GridCell { labels, scenario })
    };
    done.into_iter().map(cell).collect()
}

/// Lets queue means be taken between all moments that measures name; without measures nothing reads samples.
fn cut(scenario: &mut Scenario, measures: &[Measure]) {
    if measures.is_empty() {
        scenario.run.sample_ps = 0;
    }
    let ends: Vec<u64> = measures.iter().flat_map(|measure| measure.cuts_ps(&scenario.run)).collect();
    let cuts = &mut scenario.run.cuts_ps;
    cuts.extend(ends.into_iter().filter(|end| *end < scenario.run.time_ps));
    cuts.sort_unstable();
    cuts.dedup();
}
