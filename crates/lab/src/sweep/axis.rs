//! An axis of a sweep: keys of a scenario, and the values they take together.

use freeboard_scenario::document::{Entry, Fault, Section};
use freeboard_scenario::nearest::nearest;
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
                .map_err(|(problem, legal)| fault(section, key, &problem, legal))?;
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

/// The place of a table in a list, by its `name`, or by its number from 1.
fn place_of(list: &[Value], step: &str) -> Option<usize> {
    let named = |one: &Value| one.get("name").and_then(Value::as_str) == Some(step);
    let number = || step.parse::<usize>().ok()?.checked_sub(1).filter(|place| *place < list.len());
    list.iter().position(named).or_else(number)
}

/// Sets a key by its path. Tables on the way are made, as the scenario's reader refuses what it does not know; a table of a list
/// has to be there. An error is what is wrong and what would be right.
pub(crate) fn set_key(table: &mut Table, path: &str, value: Value) -> Result<(), (String, String)> {
    let Some((step, rest)) = path.split_once('.') else {
        table.insert(path.to_owned(), value);
        return Ok(());
    };
    let mut at = table.entry(step).or_insert_with(|| Value::Table(Table::new()));
    let mut rest = rest;
    if let Value::Array(list) = at {
        let (name, inner) = rest.split_once('.').unwrap_or((rest, ""));
        let place = place_of(list, name).ok_or_else(|| unknown(list, step, name))?;
        (at, rest) = (&mut list[place], inner);
    }
    match at {
        Value::Table(inner) if !rest.is_empty() => set_key(inner, rest, value),
        _ => Err(("is not a key of the scenario".to_owned(), format!("a key of {step}, e.g. `{step}.KEY`"))),
    }
}

/// The error for a table that is not in a list.
fn unknown(list: &[Value], list_name: &str, name: &str) -> (String, String) {
    let names: Vec<&str> = list.iter().filter_map(|one| one.get("name").and_then(Value::as_str)).collect();
    let close = nearest(name, names.iter().copied());
    let hint = close.map_or_else(String::new, |close| format!(", did you mean `{list_name}.{close}`?"));
    let legal = format!("a number from 1 to {}, or one of the names {}", list.len(), names.join(", "));
    (
        format!("names a table that is not there{hint}"),
        legal.trim_end_matches(", or one of the names ").to_owned(),
    )
}

/// A path as the scenario's reader names it: tables of a list by their number.
fn place(scenario: &Table, path: &str) -> String {
    let (mut steps, mut named) = (path.split('.'), String::new());
    let mut at = steps.next().and_then(|first| {
        named.push_str(first);
        scenario.get(first)
    });
    for step in steps {
        at = match at {
            Some(Value::Array(list)) => {
                let place = place_of(list, step);
                named.push_str(&format!("[{}]", place.map_or(0, |place| place + 1)));
                place.and_then(|place| list.get(place))
            }
            other => {
                named.push('.');
                named.push_str(step);
                other.and_then(|table| table.get(step))
            }
        };
    }
    named
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_through_tables_and_lists_by_name_or_number() {
        let text =
            "[run]\ntime = 1\n[[scheme]]\nname = \"a\"\n[[scheme]]\nname = \"b\"\n[scheme.more]\nk = 1\n";
        let mut table: Table = text.parse().unwrap();
        for path in ["run.time", "scheme.a.k", "scheme.2.k", "scheme.b.more.k", "new.section.k"] {
            assert!(set_key(&mut table, path, Value::Integer(7)).is_ok(), "{path}");
        }
        for path in ["scheme.c.k", "scheme.3.k", "scheme.a", "scheme.0.k", "run.time.k"] {
            assert!(set_key(&mut table, path, Value::Integer(7)).is_err(), "{path}");
        }
        assert_eq!(table["run"]["time"].as_integer(), Some(7));
        let set_of = |at: usize| table["scheme"][at].get("k").and_then(Value::as_integer);
        assert_eq!((set_of(0), set_of(1)), (Some(7), Some(7)));
        assert_eq!(table["scheme"][1]["more"]["k"].as_integer(), Some(7));
        assert_eq!(place(&table, "scheme.b.more.k"), "scheme[2].more.k");
        assert_eq!(place(&table, "run.time"), "run.time");
    }
}
