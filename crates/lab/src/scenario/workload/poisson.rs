//! Flows of random sizes at random times.

use super::{moment, time};
use crate::document::{Fault, Section};
use crate::quantity::{BYTES, COUNT, FRACTION_PPM, PICOS, print};

/// Poisson arrivals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poisson {
    /// Flow sizes.
    pub table: Table,
    /// Mean use of the links towards receivers, in millionths.
    pub load_ppm: u32,
    /// First possible start \[ps\].
    pub start_ps: u64,
    /// Last possible start \[ps\]; `None` for the end of the run.
    pub end_ps: Option<u64>,
    /// Most flows; `None` for no limit.
    pub flows: Option<u32>,
    /// Flows larger than this are left out, the others come as often as before \[B\]; `None` for none.
    pub largest: Option<u64>,
}

/// Published flow-size tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Web search: mean 1.71 MB.
    WebSearch,
    /// Data mining: mean 12.7 MB.
    DataMining,
    /// Cache: mean 0.94 MB.
    Cache,
}

pub(super) const KEYS: [&str; 6] = ["table", "load", "start", "end", "flows", "largest"];
const TABLES: [&str; 3] = ["web-search", "data-mining", "cache"];

impl Table {
    /// Name in scenarios.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WebSearch => TABLES[0],
            Self::DataMining => TABLES[1],
            Self::Cache => TABLES[2],
        }
    }
}

impl Poisson {
    pub(super) fn read(section: &Section<'_>, run_ps: u64) -> Result<Self, Fault> {
        let table = match section.need("table", &TABLES.join(", "))?.choice(&TABLES)? {
            0 => Table::WebSearch,
            1 => Table::DataMining,
            _ => Table::Cache,
        };
        let load = section.need("load", "a fraction, e.g. \"50 %\"")?;
        let load_ppm = load.word(&FRACTION_PPM, 1_000..=990_000)?;
        let start_ps = section.get("start").map_or(Ok(0), |entry| time(&entry, run_ps))?;
        let end_ps = section.get("end").map(|entry| entry.unsigned(&PICOS, start_ps..=run_ps)).transpose()?;
        let flows = section.get("flows").map(|entry| entry.word(&COUNT, 1..=10_000_000)).transpose()?;
        let largest =
            section.get("largest").map(|entry| entry.unsigned(&BYTES, 1..=1_000_000_000)).transpose()?;
        Ok(Self { table, load_ppm, start_ps, end_ps, flows, largest })
    }

    pub(super) fn describe(&self) -> String {
        let load = print(i128::from(self.load_ppm / 10_000), &COUNT);
        let flows = self.flows.map_or_else(String::new, |flows| format!(", at most {flows} flows"));
        let size = |bytes: u64| format!(" without those over {}", print(i128::from(bytes), &BYTES));
        let largest = self.largest.map_or_else(String::new, size);
        let end = self.end_ps.map_or_else(|| "the end".to_owned(), moment);
        format!(
            "{} flows{largest}, Poisson, load {load} %, from {} to {end}{flows}",
            self.table.name(),
            moment(self.start_ps)
        )
    }
}
