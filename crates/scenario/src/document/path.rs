//! Keys of a document by their paths: `run.time`, `scheme.2.k`, `scheme[2].k` or `scheme.NAME.k`.

use super::Refusal;
use crate::nearest::nearest;
use std::borrow::Cow;
use toml::{Table, Value};

/// Sets a key by its path. Tables on the way are made, as the document's reader refuses what it does not know; a table of a list
/// has to be there.
///
/// # Errors
/// A path that leads to no table.
pub fn set_key(table: &mut Table, path: &str, value: Value) -> Result<(), Refusal> {
    set(table, &stepped(path), value)
}

fn set(table: &mut Table, path: &str, value: Value) -> Result<(), Refusal> {
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
        Value::Table(inner) if !rest.is_empty() => set(inner, rest, value),
        _ => Err(Refusal {
            problem: "is not a key of the scenario".to_owned(),
            legal: format!("a key of {step}, e.g. `{step}.KEY`"),
        }),
    }
}

/// A path whose first step names a table of a list as errors do, `scheme[2].k`, in steps: `scheme.2.k`.
fn stepped(path: &str) -> Cow<'_, str> {
    let end = path.find('.').unwrap_or(path.len());
    let (first, rest) = path.split_at(end);
    let listed = first.strip_suffix(']').and_then(|first| first.split_once('['));
    match listed {
        Some((list, number)) if number.parse::<usize>().is_ok() => format!("{list}.{number}{rest}").into(),
        _ => path.into(),
    }
}

/// The place of a table in a list, by its `name`, or by its number from 1.
fn place_of(list: &[Value], step: &str) -> Option<usize> {
    let named = |one: &Value| one.get("name").and_then(Value::as_str) == Some(step);
    let number = || step.parse::<usize>().ok()?.checked_sub(1).filter(|place| *place < list.len());
    list.iter().position(named).or_else(number)
}

/// The error for a table that is not in a list.
fn unknown(list: &[Value], list_name: &str, name: &str) -> Refusal {
    let names: Vec<&str> = list.iter().filter_map(|one| one.get("name").and_then(Value::as_str)).collect();
    let close = nearest(name, names.iter().copied());
    let hint = close.map_or_else(String::new, |close| format!(", did you mean `{list_name}.{close}`?"));
    let legal = format!("a number from 1 to {}, or one of the names {}", list.len(), names.join(", "));
    Refusal {
        problem: format!("names a table that is not there{hint}"),
        legal: legal.trim_end_matches(", or one of the names ").to_owned(),
    }
}

/// Returns a path as errors name it: tables of a list by their number.
#[must_use]
pub fn place(table: &Table, path: &str) -> String {
    let path = stepped(path);
    let (mut steps, mut named) = (path.split('.'), String::new());
    let mut at = steps.next().and_then(|first| {
        named.push_str(first);
        table.get(first)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_through_tables_and_lists_by_name_or_number() {
        let text =
            "[run]\ntime = 1\n[[scheme]]\nname = \"a\"\n[[scheme]]\nname = \"b\"\n[scheme.more]\nk = 1\n";
        let mut table: Table = text.parse().unwrap();
        for path in ["run.time", "scheme.a.k", "scheme[2].k", "scheme.b.more.k", "new.section.k"] {
            assert!(set_key(&mut table, path, Value::Integer(7)).is_ok(), "{path}");
        }
        for path in ["scheme.c.k", "scheme[3].k", "scheme.a", "scheme[1]", "scheme.0.k", "run.time.k"] {
            assert!(set_key(&mut table, path, Value::Integer(7)).is_err(), "{path}");
        }
        assert_eq!(table["run"]["time"].as_integer(), Some(7));
        let set_of = |at: usize| table["scheme"][at].get("k").and_then(Value::as_integer);
        assert_eq!((set_of(0), set_of(1)), (Some(7), Some(7)));
        assert_eq!(table["scheme"][1]["more"]["k"].as_integer(), Some(7));
        assert_eq!(place(&table, "scheme.b.more.k"), "scheme[2].more.k");
        assert_eq!(place(&table, "scheme[2].k"), "scheme[2].k");
        assert_eq!(place(&table, "run.time"), "run.time");
    }
}
