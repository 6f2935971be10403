//! The traffic of a scenario.

use crate::document::{Entry, Fault, Section};
use crate::quantity::{BYTES, COUNT, FRACTION_PPM, PICOS, print};

/// One source of flows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Flows of random sizes at random times.
    Poisson(Poisson),
    /// Many flows at once to one receiver.
    Incast(Incast),
    /// Flows that last as long as the run.
    Long(Long),
}

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

/// Query flows that start together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incast {
    /// Flows per burst.
    pub fan_in: u32,
    /// Their sizes.
    pub sizes: Sizes,
    /// Starts of the bursts \[ps\].
    pub at_ps: Vec<u64>,
}

/// Sizes drawn uniformly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Smallest \[B\].
    pub min: u64,
    /// Largest \[B\].
    pub max: u64,
}

/// Long flows, from different senders where there are enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Long {
    /// How many.
    pub flows: u32,
    /// Which senders.
    pub senders: Senders,
    /// When they start \[ps\].
    pub start_ps: u64,
}

/// Which of the senders, whose base RTTs ascend with their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Senders {
    /// Evenly over all.
    Spread,
    /// Those with the shortest base RTT.
    Near,
    /// Those with the longest base RTT.
    Far,
}

impl Senders {
    /// Name in scenarios.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spread => SENDERS[0],
            Self::Near => SENDERS[1],
            Self::Far => SENDERS[2],
        }
    }
}

const SENDERS: [&str; 3] = ["spread", "near", "far"];
const KINDS: [&str; 3] = ["poisson", "incast", "long"];
const POISSON_KEYS: [&str; 7] = ["kind", "table", "load", "start", "end", "flows", "largest"];
const INCAST_KEYS: [&str; 4] = ["kind", "fan_in", "size", "at"];
const LONG_KEYS: [&str; 4] = ["kind", "flows", "senders", "start"];
const TABLES: [&str; 3] = ["web-search", "data-mining", "cache"];
const EXAMPLE_TIME: &str = "a time, e.g. \"50 ms\"";

impl Workload {
    pub(crate) fn read(section: &Section<'_>, run_ps: u64) -> Result<Self, Fault> {
        let check = |own: &[&str]| section.expect_keys(own);
        match section.need("kind", &KINDS.join(", "))?.choice(&KINDS)? {
            0 => check(&POISSON_KEYS).and_then(|()| Poisson::read(section, run_ps)).map(Self::Poisson),
            1 => check(&INCAST_KEYS).and_then(|()| Incast::read(section, run_ps)).map(Self::Incast),
            _ => check(&LONG_KEYS).and_then(|()| Long::read(section, run_ps)).map(Self::Long),
        }
    }

    /// As a line of the effective configuration.
    #[must_use]
    pub fn describe(&self) -> String {
        let time = |ps: u64| if ps == 0 { "0 s".to_owned() } else { print(i128::from(ps), &PICOS) };
        match self {
            Self::Poisson(p) => {
                let load = print(i128::from(p.load_ppm / 10_000), &COUNT);
                let flows = p.flows.map_or_else(String::new, |flows| format!(", at most {flows} flows"));
                let size = |bytes: u64| format!(" without those over {}", print(i128::from(bytes), &BYTES));
                let largest = p.largest.map_or_else(String::new, size);
                let end = p.end_ps.map_or_else(|| "the end".to_owned(), time);
                format!(
                    "{} flows{largest}, Poisson, load {load} %, from {} to {end}{flows}",
                    p.table.name(),
                    time(p.start_ps)
                )
            }
            Self::Incast(i) => {
                let size = |bytes: u64| print(i128::from(bytes), &BYTES);
                let at: Vec<String> = i.at_ps.iter().map(|ps| time(*ps)).collect();
                format!(
                    "incast of {} flows of {} to {} at {}",
                    i.fan_in,
                    size(i.sizes.min),
                    size(i.sizes.max),
                    at.join(", ")
                )
            }
            Self::Long(l) => {
                format!("{} long flows from {} senders, from {}", l.flows, l.senders.name(), time(l.start_ps))
            }
        }
    }
}

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

fn time(entry: &Entry<'_>, latest: u64) -> Result<u64, Fault> {
    entry.unsigned(&PICOS, 0..=latest)
}

impl Poisson {
    fn read(section: &Section<'_>, run_ps: u64) -> Result<Self, Fault> {
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
}

impl Incast {
    fn read(section: &Section<'_>, run_ps: u64) -> Result<Self, Fault> {
        let fan_in = section.need("fan_in", "a number, e.g. 100")?.word(&COUNT, 1..=100_000)?;
        let sizes = Sizes::read(section)?;
        let at = section.need("at", EXAMPLE_TIME)?;
        let at_ps = at.items().iter().map(|entry| time(entry, run_ps)).collect::<Result<_, _>>()?;
        Ok(Self { fan_in, sizes, at_ps })
    }
}

impl Sizes {
    fn read(section: &Section<'_>) -> Result<Self, Fault> {
        let legal = "a size, or two for the smallest and the largest, e.g. [\"3 KB\", \"60 KB\"]";
        let entry = section.need("size", legal)?;
        let read = |entry: &Entry<'_>| entry.unsigned(&BYTES, 1..=1_000_000_000);
        match entry.items().as_slice() {
            [one] => read(one).map(|size| Self { min: size, max: size }),
            [low, high] => {
                let sizes = Self { min: read(low)?, max: read(high)? };
                if sizes.max < sizes.min {
                    let legal = format!("{} or more", print(i128::from(sizes.min), &BYTES));
                    return Err(high.fault("is below the smallest", legal));
                }
                Ok(sizes)
            }
            _ => Err(entry.fault("is neither one size nor two", legal)),
        }
    }
}

impl Long {
    fn read(section: &Section<'_>, run_ps: u64) -> Result<Self, Fault> {
        let flows = section.need("flows", "a number, e.g. 4")?.word(&COUNT, 1..=100_000)?;
        let start_ps = section.get("start").map_or(Ok(0), |entry| time(&entry, run_ps))?;
        let senders = match section.get("senders").map_or(Ok(0), |entry| entry.choice(&SENDERS))? {
            0 => Senders::Spread,
            1 => Senders::Near,
            _ => Senders::Far,
        };
        Ok(Self { flows, senders, start_ps })
    }
}
