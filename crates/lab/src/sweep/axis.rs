//! An axis of a sweep: keys of a scenario, and the values they take together.

use freeboard_scenario::document::{Entry, Fault, Section, place, set_key};
use toml::{Table, Value};

/// One axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Name in tables.
    pub name: String,
    /// Names of its points.
    pub labels: Vec<String>,
    /// Paths of the keys it sets, e.g. `workload.tcp.flows`.
    keys: Vec<String>,
    /// Per point, one value per key.
    values: Vec<Vec<Value>>,
}

const KEYS: [&str; 5] = ["name", "key", "values", "labels", "only"];

impl Axis {
    /// Reads an `[[axis]]`; `raw` is the same table as values.
    pub(super) fn read(section: &Section<'_>, raw: &Value) -> Result<Self, Fault> {
        section.expect_keys(&KEYS)?;
        let name = section.need("name", "a name in quotes")?.string()?.to_owned();
        let keys = section.need("key", "a key of the scenario, or a list of keys that go together")?;
        let keys: Vec<String> =
            keys.items().iter().map(|e| e.string().map(str::to_owned)).collect::<Result<_, _>>()?;
        let entry = section.need("values", "a list")?;
        let items = entry.items();
        let raw = raw.get("values").and_then(Value::as_array).filter(|values| !values.is_empty());
        let raw = raw.ok_or_else(|| entry.fault("is not a list", "a list of at least one value"))?;
        let values = raw.iter().zip(&items).map(|(value, item)| point(value, keys.len(), item));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let labels: Vec<String> = match section.get("labels") {
            Some(labels) => labels.items().iter().map(Entry::label).collect(),
            None => items.iter().map(first_label).collect(),
        };
        if labels.len() != values.len() {
            return Err(entry.fault("has another length than `labels`", "one label per value"));
        }
        let mut axis = Self { name, labels, keys, values };
        if let Some(only) = section.get("only") {
            axis.keep(&only)?;
        }
        Ok(axis)
    }

    /// Keeps the points of these labels, in their order on the axis.
    fn keep(&mut self, only: &Entry<'_>) -> Result<(), Fault> {
        let wanted: Vec<String> = only.items().iter().map(Entry::label).collect();
        if let Some(unknown) = wanted.iter().find(|label| !self.labels.contains(label)) {
            return Err(only.fault(format!("names {unknown}, which is no point"), self.labels.join(", ")));
        }
        let points = self.labels.drain(..).zip(self.values.drain(..));
        (self.labels, self.values) = points.filter(|(label, _)| wanted.contains(label)).unzip();
        if self.labels.is_empty() {
            return Err(only.fault("leaves no point", "at least one label"));
        }
        Ok(())
    }

    /// Sets the keys of point `at`.
    ///
    /// # Errors
    /// A path that leads nowhere in the scenario; `section` is the axis's own.
    pub(super) fn apply(&self, scenario: &mut Table, at: usize, section: &Section<'_>) -> Result<(), Fault> {
        for (key, value) in self.keys.iter().zip(&self.values[at]) {
            set_key(scenario, key, value.clone())
                .map_err(|refusal| fault(section, key, &refusal.problem, refusal.legal))?;
        }
        Ok(())
    }

    /// What the scenario's reader says of a key that this axis has set, said of the axis; `None` if it is of another key.
    pub(super) fn blamed(&self, fault: &Fault, scenario: &Table, section: &Section<'_>) -> Option<Fault> {
        let within = |long: &str, short: &str| {
            long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let own = |path: &&String| {
            let place = place(scenario, path);
            within(&place, &fault.key) || within(&fault.key, &place)
        };
        let key = self.keys.iter().find(own)?;
        // A table on the way has no value of its own.
        let value = fault.value.clone().filter(|_| within(&fault.key, &place(scenario, key)));
        Some(Fault { value, ..self::fault(section, key, &fault.problem, fault.legal.clone()) })
    }
}

/// The error for the path of an axis.
fn fault(section: &Section<'_>, path: &str, problem: &str, legal: String) -> Fault {
    Fault { key: path.to_owned(), problem: problem.to_owned(), ..section.missing("key", &legal) }
}

/// The label of a point without one: its first value.
fn first_label(entry: &Entry<'_>) -> String {
    entry.items().first().map(Entry::label).unwrap_or_default()
}

/// One value per key: a list of as many where there are several keys.
fn point(value: &Value, keys: usize, entry: &Entry<'_>) -> Result<Vec<Value>, Fault> {
    match value {
        Value::Array(values) if values.len() == keys => Ok(values.clone()),
        Value::Array(_) => Err(entry.fault("has not one value per key", format!("{keys} values"))),
        one if keys == 1 => Ok(vec![one.clone()]),
        one => Ok(vec![one.clone(); keys]),
    }
}

/// Axes by name with the values that count, as quantities and plots name cells.
pub(crate) fn read_cells(section: &Section<'_>) -> Result<Vec<(String, Vec<String>)>, Fault> {
    let Some(cells) = section.section("cells")? else { return Ok(Vec::new()) };
    let axis = |axis: &&str| {
        let items = cells.need(axis, "a value, or a list of them")?.items();
        Ok(((*axis).to_owned(), items.iter().map(Entry::label).collect()))
    };
    cells.keys().iter().map(axis).collect()
}
