//! Flows from a file.

use crate::document::{Entry, Fault, Form, quantity, read_table, section};
use crate::quantity::NANOS;
use core::ops::RangeInclusive;
use freeboard_fabric::topology::HOSTS_MAX;

/// A flow of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedFlow {
    /// When it starts \[ps\].
    pub start_ps: u64,
    /// Sending host, from 0.
    pub from: u32,
    /// Receiving host, from 0.
    pub to: u32,
    /// Payload \[B\].
    pub bytes: u64,
}

/// The flows of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlowFile {
    /// As it is written in the scenario.
    pub path: String,
    /// In the order of the file.
    pub flows: Vec<ListedFlow>,
}

section! {
    /// Flows of one's own.
    Listed {
        "file" file: FlowFile = FlowFile::default(), FLOWS,
            "CSV with a header, a flow per line: `time_ns,from,to,bytes`, or `time_s` for starts in seconds; hosts count from 1, the path is from the scenario's folder",
            needed "a path, e.g. \"flows.csv\"";
    }
}

const FLOWS: Flows = Flows;

/// See [`FlowFile`].
struct Flows;

/// Columns: starts in nanoseconds or in seconds.
const HEADERS: [&[&str]; 2] = [&["time_ns", "from", "to", "bytes"], &["time_s", "from", "to", "bytes"]];
const UNITS: [&str; 2] = ["ns", "s"];
const LEGAL: &str = "a CSV file with the header `time_ns,from,to,bytes`, or `time_s` for seconds";

/// A flow starts within an hour and carries a byte to a terabyte, as other workloads' do.
const START_NS: RangeInclusive<i128> = 0..=3_600_000_000_000;
const BYTES_MAX: f64 = 1e12;

impl Form<FlowFile> for Flows {
    fn read(&self, entry: &Entry<'_>) -> Result<FlowFile, Fault> {
        let (header, rows) = read_table(entry, &HEADERS, LEGAL)?;
        let flow = |(line, fields): (usize, Vec<String>)| {
            let refused =
                |problem: String, legal: &str| entry.fault(format!("{problem} in line {line}"), legal);
            let [start, from, to, bytes] = <[String; 4]>::try_from(fields)
                .map_err(|fields| refused(format!("has {} fields", fields.len()), LEGAL))?;
            let start_ns =
                quantity(&format!("{start} {}", UNITS[header]), &NANOS, &START_NS).map_err(|refusal| {
                    refused(format!("has the start {start:?}, which {},", refusal.problem), &refusal.legal)
                })?;
            let host = |text: &str| {
                let legal = format!("hosts 1 to {HOSTS_MAX}");
                let host = whole(text, f64::from(HOSTS_MAX));
                host.ok_or_else(|| refused(format!("has the host {text:?}"), &legal))
            };
            let (from, to) = (host(&from)?, host(&to)?);
            if from == to {
                return Err(refused(format!("has a flow from host {from} to itself"), "two different hosts"));
            }
            let bytes = whole(&bytes, BYTES_MAX).ok_or_else(|| {
                refused(format!("has the payload {bytes:?}"), "1 B to 1 TB, in whole bytes")
            })?;
            let start_ps = start_ns as u64 * 1_000;
            Ok(ListedFlow { start_ps, from: from as u32 - 1, to: to as u32 - 1, bytes })
        };
        let flows = rows.into_iter().map(flow).collect::<Result<_, _>>()?;
        Ok(FlowFile { path: entry.string()?.to_owned(), flows })
    }

    fn text(&self, value: &FlowFile) -> Option<String> {
        (!value.path.is_empty()).then(|| value.path.clone())
    }

    fn values(&self) -> String {
        "a path".to_owned()
    }
}

/// A number from 1 to `most` without a fraction: `3`, `3.0` and `3e0` are the same.
fn whole(text: &str, most: f64) -> Option<u64> {
    let number: f64 = text.parse().ok()?;
    (number >= 1.0 && number <= most && number.fract() == 0.0).then_some(number as u64)
}
