//! Sweep record: a line of JSON and a row of columns per run.

use crate::report::RunLine;
use crate::runner::Lines;
use anyhow::{Context, Result};
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// One run: where it stands on each axis, the numbers of every run, its measures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its point on each axis.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub(super) axes: BTreeMap<String, String>,
    #[serde(flatten)]
    pub(super) run: RunLine,
    /// Values of the measures that have one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub(super) measures: BTreeMap<String, f64>,
    /// Digest of its results.
    #[serde(with = "hexadecimal")]
    pub(super) result: u32,
}

impl Record {
    pub(super) fn new(
        axes: BTreeMap<String, String>,
        scenario: &Scenario,
        outcome: &Outcome,
        measures: BTreeMap<String, f64>,
    ) -> Self {
        let run = RunLine::of(scenario, outcome);
        Self { axes, run, measures, result: outcome.result_digest() }
    }

    /// The same run at another point of the axes.
    pub(super) fn at(&self, axes: BTreeMap<String, String>) -> Self {
        Self { axes, ..self.clone() }
    }

    /// [`Record::csv`] of lines; `None` if they are no records.
    pub(crate) fn sheet_of(lines: &Lines) -> Option<Result<Vec<u8>>> {
        let record = |(&cell, line): (&usize, &String)| Some((cell, serde_json::from_str(line).ok()?));
        let records: BTreeMap<usize, Self> = lines.iter().map(record).collect::<Option<_>>()?;
        Some(Self::csv(&records))
    }

    /// A row per run; what a run has no value of is empty. Queues and pauses, lists in a list, stay in the lines.
    pub(super) fn csv(records: &BTreeMap<usize, Self>) -> Result<Vec<u8>> {
        let measures: BTreeSet<&String> =
            records.values().flat_map(|record| record.measures.keys()).collect();
        let mut writer = csv::Writer::from_writer(Vec::new());
        if let Some(first) = records.values().next() {
            let mut header = vec!["cell"];
            header.extend(first.axes.keys().map(String::as_str));
            header.extend(COLUMNS);
            header.extend(measures.iter().map(|name| name.as_str()));
            header.push("result");
            writer.write_record(header)?;
        }
        for (cell, record) in records {
            let run = serde_json::to_value(&record.run)?;
            let measured =
                |name: &&String| record.measures.get(*name).map_or_else(String::new, f64::to_string);
            let mut row = vec![cell.to_string()];
            row.extend(record.axes.values().cloned());
            row.extend(COLUMNS.iter().map(|column| text(&run[*column])));
            row.extend(measures.iter().map(measured));
            row.push(format!("{:08x}", record.result));
            writer.write_record(row)?;
        }
        writer.into_inner().context("the table of cells")
    }
}

/// What a line says of every run in numbers and names.
const COLUMNS: [&str; 20] = [
    "scheme",
    "algorithm",
    "variant",
    "cc",
    "seed",
    "flows",
    "unfinished",
    "overall_us",
    "short_us",
    "short_p99_us",
    "large_us",
    "query_us",
    "query_p99_us",
    "marks",
    "drops",
    "timeouts",
    "mean_queue_packets",
    "max_queue_packets",
    "utilisation",
    "digest",
];

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A digest as it is printed.
mod hexadecimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &u32, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{value:08x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
        u32::from_str_radix(&String::deserialize(from)?, 16).map_err(D::Error::custom)
    }
}
