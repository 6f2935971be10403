//! Axes of a plan: scenario keys and their values.

use crate::document::{Entry, Fault, Section};
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

const KEYS: [&str; 4] = ["name", "key", "values", "labels"];

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
        let raw = raw.get("values").and_then(Value::as_array);
        let raw = raw.ok_or_else(|| entry.fault("is not a list", "a list"))?;
        let values = raw.iter().zip(&items).map(|(value, item)| point(value, keys.len(), item));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let labels: Vec<String> = match section.get("labels") {
            Some(labels) => labels.items().iter().map(Entry::label).collect(),
            None => items.iter().map(first_label).collect(),
        };
        if labels.len() != values.len() {
            return Err(entry.fault("has another length than `labels`", "one label per value"));
        }
        Ok(Self { name, labels, keys, values })
    }

    /// Sets the keys of point `at`; returns the first key that is nowhere in the scenario.
    pub(super) fn apply(&self, scenario: &mut Table, at: usize) -> Result<(), String> {
        for (key, value) in self.keys.iter().zip(&self.values[at]) {
            set(scenario, key, value.clone()).ok_or_else(|| key.clone())?;
        }
        Ok(())
    }
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

/// Sets a key by its path. A table of a list is named by its `name`, or by its number from 1.
fn set(scenario: &mut Table, path: &str, value: Value) -> Option<()> {
    let (parents, key) = path.rsplit_once('.')?;
    let mut parents = parents.split('.');
    let mut at = scenario.get_mut(parents.next()?)?;
    for step in parents {
        at = match at {
            Value::Table(table) => table.get_mut(step)?,
            Value::Array(list) => {
                let named = |one: &Value| one.get("name").and_then(Value::as_str) == Some(step);
                let number = step.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let place = list.iter().position(named).or(number)?;
                list.get_mut(place)?
            }
            _ => return None,
        };
    }
    at.as_table_mut()?.insert(key.to_owned(), value);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_through_tables_and_lists_by_name_or_number() {
        let text =
            "[run]\ntime = 1\n[[scheme]]\nname = \"a\"\n[[scheme]]\nname = \"b\"\n[scheme.more]\nk = 1\n";
        let mut table: Table = text.parse().unwrap();
        for path in ["run.time", "scheme.a.k", "scheme.2.k", "scheme.b.more.k"] {
            assert!(set(&mut table, path, Value::Integer(7)).is_some(), "{path}");
        }
        for path in ["time", "walk.time", "scheme.c.k", "scheme.3.k", "run.time.k"] {
            assert!(set(&mut table, path, Value::Integer(7)).is_none(), "{path}");
        }
        assert_eq!(table["run"]["time"].as_integer(), Some(7));
        let set_of = |at: usize| table["scheme"][at].get("k").and_then(Value::as_integer);
        assert_eq!((set_of(0), set_of(1)), (Some(7), Some(7)));
        assert_eq!(table["scheme"][1]["more"]["k"].as_integer(), Some(7));
    }
}
