//! Flows of random sizes at random times.

use super::{FLOWS_MAX, HOSTS, LOAD, Sizes, TIME};
use crate::document::{Choice, Entry, Fault, Form, Maybe, Span, bytes, count, read_csv, section};
use freeboard_fabric::workload::{CACHE, DATA_MINING, HADOOP, SEARCH_RPC, SizeTable, TableError, WEB_SEARCH};

/// Flow-size tables: published ones, and one of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// Of a file: its path as it is written, and its points with fractions in 10^-12.
    Own(String, Vec<(u64, u64)>),
    /// Web search: mean 1.71 MB.
    WebSearch,
    /// Data mining: mean 12.7 MB.
    DataMining,
    /// Cache: mean 0.94 MB.
    Cache,
    /// Hadoop: mean 120 KB.
    Hadoop,
    /// Search RPCs: mean 441 B.
    SearchRpc,
}

impl Table {
    /// Returns the distribution.
    ///
    /// # Errors
    /// Its points are not one.
    pub fn sizes(&self) -> Result<SizeTable, TableError> {
        match self {
            Self::Own(_, points) => {
                let points: Vec<_> = points
                    .iter()
                    .map(|(bytes, fraction)| (*bytes, *fraction as f64 / FRACTION_ONE))
                    .collect();
                SizeTable::new(&points)
            }
            Self::WebSearch => SizeTable::new(WEB_SEARCH),
            Self::DataMining => SizeTable::new(DATA_MINING),
            Self::Cache => SizeTable::new(CACHE),
            Self::Hadoop => SizeTable::new(HADOOP),
            Self::SearchRpc => SizeTable::steps(SEARCH_RPC),
        }
    }
}

/// The largest flow of a table, as `size` of other workloads \[B\].
const SIZE_MAX: u64 = 1_000_000_000;

/// What a fraction of 1 is kept as.
const FRACTION_ONE: f64 = 1e12;

const PUBLISHED: Choice<Table> = Choice(&[
    ("web-search", Table::WebSearch),
    ("data-mining", Table::DataMining),
    ("cache", Table::Cache),
    ("hadoop", Table::Hadoop),
    ("search-rpc", Table::SearchRpc),
]);

/// Who talks to whom in a network of racks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Hosts of different racks; the load is that of host links, divided by the oversubscription.
    Racks,
    /// Any two hosts.
    Hosts,
    /// Two hosts of one rack.
    Within,
}

const PAIRING: Choice<Pairing> =
    Choice(&[("racks", Pairing::Racks), ("hosts", Pairing::Hosts), ("within-racks", Pairing::Within)]);

/// What a load counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Payload, as the generators of ECN# and HPCC.
    Payload,
    /// Payload with the headers of full packets, as BCC's.
    Wire,
}

const COUNTS: Choice<Counts> = Choice(&[("payload", Counts::Payload), ("wire", Counts::Wire)]);

const TABLE: Tables = Tables;

/// A published table by its name, or a file by its path.
struct Tables;

impl Form<Table> for Tables {
    fn read(&self, entry: &Entry<'_>) -> Result<Table, Fault> {
        let text = entry.string().unwrap_or_default();
        if !text.ends_with(".csv") {
            return match text.contains(['.', '/']) {
                true => Err(entry.fault("is no file of sizes", self.values())),
                false => PUBLISHED.read(entry),
            };
        }
        let rows = read_csv(entry, ["bytes", "cdf"])?;
        let legal = format!(
            "whole sizes from 1 to {SIZE_MAX} B that ascend (the first may be 0), with fractions from 0 to 1 that ascend to 1"
        );
        let refused = |problem: String| entry.fault(problem, &*legal);
        let mut points = Vec::with_capacity(rows.len());
        for &(line, [bytes, fraction]) in &rows {
            if !(bytes >= f64::from(!points.is_empty())
                && bytes <= SIZE_MAX as f64
                && bytes == libm::trunc(bytes))
            {
                return Err(refused(format!("has the size {bytes} in line {line}")));
            }
            if !(0.0..=1.0).contains(&fraction) {
                let hint = if fraction > 1.0 && fraction <= 100.0 { ", a percentage?" } else { "" };
                return Err(refused(format!("has the fraction {fraction} in line {line}{hint}")));
            }
            let point = (bytes as u64, (fraction * FRACTION_ONE + 0.5) as u64);
            if let Some((size, share)) = points.last().copied()
                && (point.0 < size || point.1 < share)
            {
                let (what, now, before) = match point.0 < size {
                    true => ("size", bytes, size as f64),
                    false => ("fraction", fraction, share as f64 / FRACTION_ONE),
                };
                return Err(refused(format!("descends in line {line}: the {what} {now} is after {before}")));
            }
            points.push(point);
        }
        let table = Table::Own(text.to_owned(), points);
        let sizes = table.sizes().map_err(|error| refused(format!("is no distribution: {error}")))?;
        if sizes.mean() < 1.0 {
            return Err(refused(format!("has a mean of {} B", sizes.mean())));
        }
        Ok(table)
    }

    fn text(&self, value: &Table) -> Option<String> {
        match value {
            Table::Own(path, _) => Some(path.clone()),
            published => PUBLISHED.text(published),
        }
    }

    fn values(&self) -> String {
        format!("{}, or a path to a file `.csv` with the header `bytes,cdf`", PUBLISHED.values())
    }
}

section! {
    /// Poisson arrivals.
    Poisson {
        "table" table: Table = Table::WebSearch, TABLE, "flow sizes", needed "web-search, data-mining, cache, hadoop, search-rpc";
        "load" load_ppm: u32 = 0, LOAD, "mean use of the links towards receivers", needed "a fraction, e.g. \"50 %\"";
        "counts" counts: Counts = Counts::Payload, COUNTS, "what the load counts: payload, or full packets with their headers";
        "between" between: Pairing = Pairing::Racks, PAIRING,
            "who talks to whom in `leaf-spine`: hosts of different racks, any two hosts, two of one rack";
        "hosts" hosts: Vec<u32> = Vec::new(), HOSTS, "hosts that talk to each other and to no others, by number, instead of `between`",
            default "as `between` says";
        "start" start_ps: u64 = 0, TIME, "first possible start";
        "end" end_ps: Option<u64> = None, Maybe(TIME), "last possible start", default "the end of the run";
        "flows" flows: Option<u32> = None, Maybe(count(1, FLOWS_MAX)), "most flows", default "no limit";
        "largest" largest: Option<u64> = None, Maybe(bytes(1, 1_000_000_000)),
            "larger flows are left out; the rate of the others stays", default "no limit";
    }
}

section! {
    /// Incasts as a Poisson process: a host asks, others answer all at once.
    Requests {
        "incast_degree" incast_degree: u32 = 0, count(1, 100_000), "answers to a request, from different hosts while there are enough",
            needed "a number, e.g. 40";
        "size" sizes: Sizes = Sizes::default(), Span(bytes(1, 1_000_000_000)), "size of a flow, drawn uniformly",
            needed "a size, or two, e.g. [\"3 KB\", \"60 KB\"]";
        "load" load_ppm: u32 = 0, LOAD,
            "mean use of the links of those who ask: in `n-to-1` the receiver asks the senders, elsewhere any host any others",
            needed "a fraction, e.g. \"2 %\"";
        "hosts" hosts: Vec<u32> = Vec::new(), HOSTS, "hosts that ask and answer, by number, instead of all", default "all";
        "start" start_ps: u64 = 0, TIME, "first possible start";
        "end" end_ps: Option<u64> = None, Maybe(TIME), "last possible start", default "the end of the run";
    }
}
