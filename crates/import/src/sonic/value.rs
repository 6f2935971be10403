//! Fields of a row: typed, with their place.

use freeboard_scenario::nearest::nearest;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A value that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// `table|key|field`.
    pub place: String,
    /// As written.
    pub value: String,
    /// What is wrong, a clause.
    pub problem: String,
    /// What is legal.
    pub legal: String,
}

/// A field that no reader asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Table.
    pub table: String,
    /// Row.
    pub key: String,
    /// Field.
    pub field: String,
    /// Name of a field that the row lacks, of which this may be a slip.
    pub meant: Option<String>,
}

/// A row of a table, which collects what is wrong with it.
pub(super) struct Row<'a> {
    table: &'a str,
    key: &'a str,
    fields: &'a Map<String, Value>,
    asked: BTreeSet<String>,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Row<'a> {
    pub(super) fn new(
        table: &'a str,
        key: &'a str,
        fields: &'a Map<String, Value>,
        problems: &'a mut Vec<Problem>,
    ) -> Self {
        Self { table, key, fields, asked: BTreeSet::new(), problems }
    }

    /// Fields that were not asked for. Those of `known` are in the YANG model, and have no part in queueing here.
    pub(super) fn unread(&self, known: &[&str]) -> Vec<Unread> {
        let rest = self.fields.keys().filter(|field| !self.asked.contains(*field));
        let absent = || self.asked.iter().map(String::as_str).filter(|name| !self.fields.contains_key(*name));
        rest.map(|field| Unread {
            table: self.table.to_owned(),
            key: self.key.to_owned(),
            field: field.clone(),
            meant: match known.contains(&field.as_str()) {
                true => None,
                false => nearest(field, absent()).map(str::to_owned),
            },
        })
        .collect()
    }

    /// Small numbers by small numbers: all fields of a map's row.
    pub(super) fn map(&mut self, from_max: u8, to_max: u8) -> BTreeMap<u8, u8> {
        let mut map = BTreeMap::new();
        for field in self.fields.keys() {
            let to = self.number(field, 0, to_max.into());
            match (field.parse().ok().filter(|from| *from <= from_max), to) {
                (Some(from), Some(to)) => drop(map.insert(from, to as u8)),
                (None, _) => {
                    self.refuse(field, field, "is no number of the map", &format!("0 to {from_max}"))
                }
                (Some(_), None) => {}
            }
        }
        map
    }

    /// Adds a problem of a field.
    pub(super) fn refuse(&mut self, field: &str, value: &str, problem: &str, legal: &str) {
        let place = format!("{}|{}|{field}", self.table, self.key);
        let (problem, legal) = (problem.to_owned(), legal.to_owned());
        self.problems.push(Problem { place, value: value.to_owned(), problem, legal });
    }

    /// The text of a field.
    pub(super) fn text(&mut self, field: &str) -> Option<&'a str> {
        self.asked.insert(field.to_owned());
        match self.fields.get(field)? {
            Value::String(text) => {
                if text.trim() == text {
                    return Some(text);
                }
                self.refuse(field, text, "begins or ends with a blank", "the value alone");
                Some(text.trim())
            }
            other => {
                self.refuse(field, &other.to_string(), "is not a string", "every value in quotes");
                None
            }
        }
    }

    /// A whole number from `min` to `max`.
    pub(super) fn number(&mut self, field: &str, min: i64, max: i64) -> Option<i64> {
        let text = self.text(field)?;
        let legal = |number: &i64| (min..=max).contains(number);
        let read = text.parse().ok().filter(legal);
        if read.is_none() {
            self.refuse(field, text, "is not a whole number in range", &format!("{min} to {max}"));
        }
        read
    }

    /// A number of bytes, of which a SONiC field has no unit.
    pub(super) fn bytes(&mut self, field: &str) -> Option<u64> {
        let text = self.text(field)?;
        let read = text.parse::<u64>().ok().filter(|bytes| *bytes <= u64::from(u32::MAX));
        if read.is_none() {
            self.refuse(field, text, "is not a number of bytes", "0 to 4294967295, without a unit");
        }
        read
    }

    /// A percentage.
    pub(super) fn percent(&mut self, field: &str) -> Option<u8> {
        self.number(field, 0, 100).map(|percent| percent as u8)
    }

    /// A switch; absent is off.
    pub(super) fn is_on(&mut self, field: &str) -> bool {
        match self.text(field) {
            Some("true") => true,
            None | Some("false") => false,
            Some(other) => {
                self.refuse(field, other, "is not a switch", "true, false");
                false
            }
        }
    }

    /// One of several names.
    pub(super) fn choice<T: Copy>(&mut self, field: &str, choices: &[(&str, T)]) -> Option<T> {
        let text = self.text(field)?;
        let read = choices.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        if read.is_none() {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.refuse(field, text, "is not one of the choices", &names.join(", "));
        }
        read
    }

    /// The name of a row of another table, as `name` or `[TABLE|name]`; `NULL` is none.
    pub(super) fn reference(&mut self, field: &str) -> Option<&'a str> {
        let text = self.text(field)?;
        let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        let name = bare.rsplit_once('|').map_or(bare, |(_, name)| name);
        (!name.is_empty() && name != "NULL").then_some(name)
    }

    /// Small numbers, separated by commas.
    pub(super) fn numbers(&mut self, field: &str, max: u8) -> Vec<u8> {
        let Some(text) = self.text(field) else { return Vec::new() };
        let read: Option<Vec<u8>> = text
            .split(',')
            .filter(|part| !part.is_empty())
            .map(|part| part.trim().parse().ok().filter(|number| *number <= max))
            .collect();
        if read.is_none() {
            self.refuse(field, text, "is not a list of numbers", &format!("0 to {max}, separated by commas"));
        }
        read.unwrap_or_default()
    }
}

/// A number, or a range of them, as queues and priority groups are written: `3`, `3-4`.
pub(super) fn range(text: &str) -> Option<core::ops::RangeInclusive<u8>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last && last < 64).then_some(first..=last)
}
