//! Rows of every report: one variant on one target, for tables and for programs.

use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// What is known of one variant on one target, in the order it was found; a key that does not apply is absent, never 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row(Vec<(&'static str, Value)>);

impl Row {
    /// This row with one more key, or with another value of it.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        let value = value.into();
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => *known = value,
            None => self.0.push((key, value)),
        }
        self
    }

    /// This row with the keys of another, whose values win.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        other.0.iter().fold(self, |row, (key, value)| row.with(key, value.clone()))
    }

    /// A value.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// A value as a table shows it; empty where it does not apply.
    #[must_use]
    pub fn text(&self, key: &str) -> String {
        match self.get(key) {
            None => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Bool(holds)) => if *holds { "yes" } else { "NO" }.to_owned(),
            Some(Value::Number(number)) if number.is_f64() => {
                format!("{:.1}", number.as_f64().unwrap_or_default())
            }
            Some(other) => other.to_string(),
        }
    }

    /// `algorithm/variant`, or the name of an underlay.
    #[must_use]
    pub fn id(&self) -> String {
        let (algorithm, variant) = (self.text("algorithm"), self.text("variant"));
        if variant.is_empty() { algorithm } else { format!("{algorithm}/{variant}") }
    }

    /// The object on one line.
    #[must_use]
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// A table of some keys, each under a heading; the variant comes first, numbers are aligned to the right.
#[must_use]
pub fn table<'a>(rows: impl IntoIterator<Item = &'a Row>, columns: &[(&str, &str)]) -> Table {
    let mut table = Table::new();
    let heads = ["variant"].into_iter().chain(columns.iter().map(|(heading, _)| *heading));
    table.load_style(presets::NOTHING).set_header(heads.map(Cell::new));
    for row in rows {
        let cell = |(_, key): &(&str, &str)| {
            let number = matches!(row.get(key), Some(Value::Number(_)));
            let alignment = if number { CellAlignment::Right } else { CellAlignment::Left };
            Cell::new(row.text(key)).set_alignment(alignment)
        };
        table.add_row([Cell::new(row.id())].into_iter().chain(columns.iter().map(cell)));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_one_object_in_order_without_what_does_not_apply() {
        let row = Row::default().with("algorithm", "a").with("stages", 3).with("cycles_mean", 2.5);
        let row = row.with("stages", 4).and(&Row::default().with("fits", true));
        assert_eq!(row.line(), r#"{"algorithm":"a","stages":4,"cycles_mean":2.5,"fits":true}"#);
        assert_eq!([row.text("cycles_mean"), row.text("fits"), row.text("digest")], ["2.5", "yes", ""]);
        let table = table([&row], &[("stages", "stages"), ("refusal", "refusal")]).to_string();
        assert!(table.contains("stages") && table.contains('4'), "{table}");
    }
}
