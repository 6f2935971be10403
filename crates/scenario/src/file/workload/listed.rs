//! Flows from a file.

use crate::document::{Entry, Fault, Form, read_csv, section};
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
            "CSV with a header, a flow per line: `time_ns,from,to,bytes`; hosts count from 1, the path is from the scenario's folder",
            needed "a path, e.g. \"flows.csv\"";
    }
}

const FLOWS: Flows = Flows;

/// See [`FlowFile`].
struct Flows;

/// A flow starts within an hour and carries a byte to a terabyte, as other workloads' do.
const START_NS_MAX: f64 = 3.6e12;
const BYTES_MAX: f64 = 1e12;

impl Form<FlowFile> for Flows {
    fn read(&self, entry: &Entry<'_>) -> Result<FlowFile, Fault> {
        let rows = read_csv(entry, ["time_ns", "from", "to", "bytes"])?;
        let flow = |(at, row): (usize, &[f64; 4])| {
            let [time_ns, from, to, bytes] = *row;
            let host = |number: f64| number >= 1.0 && number <= f64::from(HOSTS_MAX) && number.fract() == 0.0;
            let is_legal = (0.0..=START_NS_MAX).contains(&time_ns)
                && (1.0..=BYTES_MAX).contains(&bytes)
                && bytes.fract() == 0.0
                && host(from)
                && host(to)
                && from != to;
            let problem = format!("has no flow in line {}", at + 2);
            is_legal
                .then(|| ListedFlow {
                    start_ps: (time_ns * 1e3 + 0.5) as u64,
                    from: from as u32 - 1,
                    to: to as u32 - 1,
                    bytes: bytes as u64,
                })
                .ok_or_else(|| {
                    entry.fault(problem, "0 to 1 h in ns, two different hosts from 1 on, 1 B to 1 TB")
                })
        };
        let flows = rows.iter().enumerate().map(flow).collect::<Result<_, _>>()?;
        Ok(FlowFile { path: entry.string()?.to_owned(), flows })
    }

    fn text(&self, value: &FlowFile) -> Option<String> {
        (!value.path.is_empty()).then(|| value.path.clone())
    }

    fn values(&self) -> String {
        "a path".to_owned()
    }
}
