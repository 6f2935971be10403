//! The kinds of measure: names, keys, units, meanings, how each is read.

use super::of::{Class, Flows, Named, Of};
use crate::document::{Fault, Section};
use crate::file::{Scenario, Traffic, Workload};
use crate::quantity::{BYTES, FRACTION_PPM, PACKETS, PICOS};

/// A kind of measure.
pub(super) struct Kind {
    /// Value of `of`.
    pub(super) name: &'static str,
    /// Its own keys.
    pub(super) keys: &'static [&'static str],
    pub(super) unit: &'static str,
    /// What it is, for the book.
    pub(super) is: &'static str,
    pub(super) read: fn(&Reader<'_, '_>) -> Result<Of, Fault>,
}

/// A table of keys, on a scenario.
pub(super) struct Reader<'a, 'd> {
    pub(super) section: &'a Section<'d>,
    pub(super) scenario: &'a Scenario,
}

const CLASSES: [(&str, Class); 5] = [
    ("overall", Class::Overall),
    ("short", Class::Short),
    ("medium", Class::Medium),
    ("large", Class::Large),
    ("query", Class::Query),
];

impl Reader<'_, '_> {
    fn workload(&self) -> Result<String, Fault> {
        let names: Vec<&str> =
            self.scenario.workloads.iter().map(|workload| workload.name.as_str()).collect();
        let entry = self.section.need("workload", &names.join(", "))?;
        entry.choice(&names)?;
        entry.string().map(str::to_owned)
    }

    /// The name that a key `workload` has, if there is one.
    fn named(&self) -> Result<Named, Fault> {
        self.section.get("workload").map(|_| self.workload()).transpose()
    }

    /// The name of closed loops.
    fn closed_loop(&self) -> Result<String, Fault> {
        let name = self.workload()?;
        let is_loop = |it: &Workload| it.name == name && matches!(it.traffic, Traffic::ClosedLoop(_));
        if self.scenario.workloads.iter().any(is_loop) {
            return Ok(name);
        }
        let entry = self.section.need("workload", "a name")?;
        Err(entry.fault("has no requests that wait for answers", "a workload of kind \"closed-loop\""))
    }

    fn packets(&self, key: &str) -> Result<u32, Fault> {
        self.section.need(key, "a number of packets")?.word(&PACKETS, 0..=1_000_000)
    }

    fn time(&self, key: &str, least: u64) -> Result<u64, Fault> {
        self.section.need(key, "a time")?.unsigned(&PICOS, least..=self.scenario.run.time_ps)
    }

    /// Hundredths of a percentile.
    fn percentile(&self) -> Result<u32, Fault> {
        const LEGAL: &str = "0.01 to 99.99, in steps of 0.01";
        let entry = self.section.need("percentile", LEGAL)?;
        let hundredths = 100.0 * entry.number()?;
        let whole = libm::round(hundredths);
        // A decimal number has no exact double; a finer step than hundredths is much farther off.
        let legal = (1.0..=9_999.0).contains(&whole) && (hundredths - whole).abs() < 1e-6;
        if legal { Ok(whole as u32) } else { Err(entry.fault("is out of range", LEGAL)) }
    }

    fn flows(&self) -> Result<Flows, Fault> {
        let names = CLASSES.map(|(name, _)| name);
        let (class, sizes) = (self.section.get("class"), self.section.get("sizes"));
        match (class, sizes) {
            (Some(_), Some(sizes)) => Err(sizes.fault("stands beside `class`", "one of the two")),
            (_, Some(sizes)) => {
                let ends = sizes.items();
                let ends = ends.iter().map(|end| end.unsigned(&BYTES, 0..=u64::MAX / 2));
                match ends.collect::<Result<Vec<u64>, _>>()?[..] {
                    [low, high] if low < high => Ok(Flows::Sizes(low, high)),
                    _ => Err(sizes.fault("is no range", "[LEAST, BELOW], e.g. [\"10 KB\", \"1 MB\"]")),
                }
            }
            (_, None) => {
                let legal = format!("{}; or `sizes`, a range", names.join(", "));
                let choice = self.section.need("class", &legal)?.choice(&names)?;
                Ok(Flows::Class(CLASSES[choice].1))
            }
        }
    }

    fn convergence(&self) -> Result<Of, Fault> {
        /// Jain's index from which shares are taken as equal. Chosen by us: two flows at 61 and 39 % are there.
        const INDEX_PPM: u32 = 950_000;
        let index = self.section.get("index").map(|entry| entry.word(&FRACTION_PPM, 1..=1_000_000));
        let index_ppm = index.transpose()?.unwrap_or(INDEX_PPM);
        Ok(Of::Convergence {
            workload: self.workload()?,
            every_ps: self.time("every", 1_000_000)?,
            index_ppm,
        })
    }
}

const fn kind(
    name: &'static str,
    keys: &'static [&'static str],
    unit: &'static str,
    is: &'static str,
    read: fn(&Reader<'_, '_>) -> Result<Of, Fault>,
) -> Kind {
    Kind { name, keys, unit, is, read }
}

/// All of them, as the book shows them.
pub(super) const KINDS: &[Kind] = &[
    kind("queue-within", &["limit"], "%", "share of the queue's samples of at most `limit` packets", |of| {
        Ok(Of::QueueWithin(of.packets("limit")?))
    }),
    kind("queue-longest", &[], "packets", "the longest queue", |_| Ok(Of::QueueLongest)),
    kind("queue-mean", &[], "packets", "the mean over time", |_| Ok(Of::QueueMean)),
    kind("queue-at", &["percentile"], "packets", "a percentile of the queue's samples", |of| {
        Ok(Of::QueueAt(of.percentile()?))
    }),
    kind("queue-delay", &[], "us", "the mean over time, as time of the link", |_| Ok(Of::QueueDelay)),
    kind("queue-delay-at", &["percentile"], "us", "a percentile of the samples of that", |of| {
        Ok(Of::QueueDelayAt(of.percentile()?))
    }),
    kind("time-above", &["delay"], "ms", "from the beginning to the last sample of it above `delay`", |of| {
        Ok(Of::TimeAbove(of.time("delay", 0)?))
    }),
    kind(
        "burst-within",
        &["limit"],
        "%",
        "share of the incasts whose longest sample of the queue, up to the next incast, has at most `limit` packets",
        |of| Ok(Of::BurstWithin(of.packets("limit")?)),
    ),
    kind(
        "burst-longest-at",
        &["percentile"],
        "packets",
        "a percentile over the incasts of that longest sample",
        |of| Ok(Of::BurstLongestAt(of.percentile()?)),
    ),
    kind("utilisation", &[], "%", "share of time the port was busy", |_| Ok(Of::Utilisation)),
    kind("goodput", &["workload"], "Gbps", "payload of the `workload`s of a name that arrived", |of| {
        Ok(Of::Goodput(of.workload()?))
    }),
    kind(
        "fairness",
        &["workload"],
        "index",
        "Jain's index of what arrived of the long flows of the `workload`s of a name",
        |of| Ok(Of::Fairness(of.workload()?)),
    ),
    kind(
        "convergence",
        &["workload", "every", "index"],
        "ms",
        "from the beginning until that index, of bins of `every`, stays at `index` (95 %) or above",
        |of| of.convergence(),
    ),
    kind(
        "pool-share",
        &[],
        "%",
        "the queue's mean over the memory its pool shares, reserves excluded",
        |_| Ok(Of::PoolShare),
    ),
    kind("drops", &[], "packets", "dropped at the port", |_| Ok(Of::Drops)),
    kind("marks", &[], "packets", "marked at the port", |_| Ok(Of::Marks)),
    kind("network-drops", &[], "packets", "dropped in all switches, over the whole run", |_| {
        Ok(Of::NetworkDrops)
    }),
    kind("network-marks", &[], "packets", "marked in all switches, over the whole run", |_| {
        Ok(Of::NetworkMarks)
    }),
    kind(
        "lost-share",
        &[],
        "%",
        "`network-drops` over the segments that hosts sent: those that arrived in order, and those sent again",
        |_| Ok(Of::LostShare),
    ),
    kind(
        "port-lost-share",
        &[],
        "%",
        "the mean over all ports of switches, idle ones included and all alike, of the packets a port dropped over those \
         offered to it",
        |_| Ok(Of::PortLostShare),
    ),
    kind("resent-share", &[], "%", "segments sent again over the same", |_| Ok(Of::ResentShare)),
    kind("timeouts", &[], "timeouts", "retransmission timeouts of the whole run", |_| Ok(Of::Timeouts)),
    kind(
        "timeouts-per-100",
        &[],
        "per 100 flows",
        "the same over the flows that started, times a hundred",
        |_| Ok(Of::TimeoutsPer100),
    ),
    kind(
        "fct-mean",
        &["class", "sizes", "workload"],
        "us",
        "flow completion time, the mean: of a `class`, `overall`, `short`, `medium`, `large` or `query`, or of `sizes`, from and below; \
         of the `workload`s of a name, or of all",
        |of| Ok(Of::FctMean(of.flows()?, of.named()?)),
    ),
    kind("fct-p99", &["class", "sizes", "workload"], "us", "its 99th percentile", |of| {
        Ok(Of::FctAt(of.flows()?, of.named()?, 9_900))
    }),
    kind("fct-at", &["class", "sizes", "workload", "percentile"], "us", "a percentile of it", |of| {
        Ok(Of::FctAt(of.flows()?, of.named()?, of.percentile()?))
    }),
    kind(
        "request-mean",
        &["workload"],
        "us",
        "request completion time, the mean: of the last flow of an incast without `spread`",
        |of| Ok(Of::RequestMean(of.named()?)),
    ),
    kind("request-at", &["workload", "percentile"], "us", "a percentile of it", |of| {
        Ok(Of::RequestAt(of.named()?, of.percentile()?))
    }),
    kind(
        "latency-mean",
        &["workload"],
        "us",
        "of the `closed-loop`s of a name, from a request's first packet to the last byte of its answer, the mean over the requests \
         that were sent in the time and answered",
        |of| Ok(Of::LatencyMean(of.closed_loop()?)),
    ),
    kind("latency-at", &["workload", "percentile"], "us", "a percentile of it", |of| {
        Ok(Of::LatencyAt(of.closed_loop()?, of.percentile()?))
    }),
    kind(
        "t-a-max",
        &["k"],
        "RTT",
        "of the long flows, not measured: E-ECN's longest T_a that keeps the link full by its fluid model, for a threshold of `k` packets",
        |of| Ok(Of::PredictionMax(of.packets("k")?)),
    ),
    kind(
        "floor",
        &["window"],
        "packets",
        "N w - C RTT: what long flows of `window` packets each leave in the queue",
        |of| Ok(Of::Floor(of.packets("window")?)),
    ),
];

/// The kinds as a table of the book.
#[must_use]
pub fn measure_table() -> String {
    let mut text = String::from("| `of` | its keys | unit | is |\n|---|---|---|---|\n");
    for Kind { name, keys, unit, is, .. } in KINDS {
        let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
        text += &format!("| `{name}` | {} | {unit} | {is} |\n", keys.join(", "));
    }
    text
}
