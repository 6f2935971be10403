//! A number of a run, named by data: what is measured, where, and from when to when.

use crate::document::{Entry, Fault, Section};
use crate::quantity::{COUNT, PACKETS, PICOS};
use crate::scenario::{Buffer, Run, Scenario};
use core::ops::Range;

/// A measure of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Name in the plan.
    pub name: String,
    /// What it is.
    pub of: Of,
    /// Towards which receiver, from 0.
    pub receiver: u32,
    /// From when \[ps\]; the end of the run's warm-up, whatever that is, unless it says otherwise.
    pub from_ps: Option<u64>,
    /// To when \[ps\]; likewise the end of the run.
    pub to_ps: Option<u64>,
}

/// What is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Of {
    /// Share of the queue's samples of at most this many packets \[%\].
    QueueWithin(u32),
    /// Longest queue \[packets\].
    QueueLongest,
    /// Time-weighted mean queue \[packets\].
    QueueMean,
    /// Time-weighted mean queue as time of the link \[us\].
    QueueDelay,
    /// A percentile of the samples of that \[us\].
    QueueDelayAt(u32),
    /// From the beginning to the last sample above so much of it \[ms\].
    TimeAbove(u64),
    /// Share of time the port was busy \[%\].
    Utilisation,
    /// Payload of the named workloads that arrived \[Gbit/s\].
    Goodput(String),
    /// Jain's index of what arrived of the long flows of the named workloads.
    Fairness(String),
    /// The queue's time-weighted mean over the shared memory of its pool, reserves excluded \[%\].
    PoolShare,
    /// Packets dropped at the port.
    Drops,
    /// Packets marked at the port.
    Marks,
    /// Retransmission timeouts of the whole run.
    Timeouts,
    /// Mean completion time of a class of flows over the whole run \[us\].
    FctMean(Class),
    /// 99th percentile of it \[us\].
    FctTail(Class),
    /// Mean completion time of the requests of incasts: of the last flow of a burst \[us\].
    RequestMean,
    /// A percentile of it \[us\].
    RequestAt(u32),
    /// What the long flows must leave in the queue with this many packets in flight each: N w - C RTT \[packets\].
    Floor(u32),
}

/// A class of flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// All but query flows.
    Overall,
    /// Below 100 KB.
    Short,
    /// Above 10 MB.
    Large,
    /// Flows of incast bursts.
    Query,
}

const KINDS: [&str; 18] = [
    "queue-within",
    "queue-longest",
    "queue-mean",
    "queue-delay",
    "queue-delay-at",
    "time-above",
    "utilisation",
    "goodput",
    "fairness",
    "pool-share",
    "drops",
    "marks",
    "timeouts",
    "fct-mean",
    "fct-p99",
    "floor",
    "request-mean",
    "request-at",
];
const CLASSES: [(&str, Class); 4] =
    [("overall", Class::Overall), ("short", Class::Short), ("large", Class::Large), ("query", Class::Query)];

impl Measure {
    /// Reads `[measure.NAME]` of a plan on `scenario`.
    pub(crate) fn read(section: &Section<'_>, name: &str, scenario: &Scenario) -> Result<Self, Fault> {
        let entry = section.need("of", &KINDS.join(", "))?;
        let kind = entry.choice(&KINDS)?;
        let own: &[&str] = match kind {
            0 => &["limit"],
            4 | 17 => &["percentile"],
            5 => &["delay"],
            7 | 8 => &["workload"],
            13 | 14 => &["class"],
            15 => &["window"],
            _ => &[],
        };
        section.expect_keys(&[&["of", "receiver", "from", "to"], own].concat())?;
        if kind == 9 && !matches!(scenario.topology.buffer, Buffer::Pool(_)) {
            return Err(entry.fault("needs a pool", "a section [topology.buffer]"));
        }
        let most = scenario.topology.shape.receivers();
        let receiver = section.get("receiver").map_or(Ok(1), |entry| entry.word(&COUNT, 1..=most))?;
        let moment = |key: &str| {
            let read = |entry: Entry<'_>| entry.unsigned(&PICOS, 0..=scenario.run.time_ps);
            section.get(key).map(read).transpose()
        };
        let (from_ps, to_ps) = (moment("from")?, moment("to")?);
        let of = read_of(section, kind, scenario)?;
        Ok(Self { name: name.to_owned(), of, receiver: receiver - 1, from_ps, to_ps })
    }

    /// When it is taken of a run \[ps\].
    #[must_use]
    pub fn time_ps(&self, run: &Run) -> Range<u64> {
        self.from_ps.unwrap_or(run.warmup_ps)..self.to_ps.unwrap_or(run.time_ps)
    }

    /// Its unit.
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        match self.of {
            Of::QueueWithin(_) | Of::Utilisation | Of::PoolShare => "%",
            Of::QueueLongest | Of::QueueMean | Of::Drops | Of::Marks | Of::Floor(_) => "packets",
            Of::Goodput(_) => "Gbps",
            Of::Fairness(_) => "index",
            Of::Timeouts => "timeouts",
            Of::TimeAbove(_) => "ms",
            Of::QueueDelay | Of::QueueDelayAt(_) | Of::FctMean(_) | Of::FctTail(_) => "us",
            Of::RequestMean | Of::RequestAt(_) => "us",
        }
    }
}

fn read_of(section: &Section<'_>, kind: usize, scenario: &Scenario) -> Result<Of, Fault> {
    let workload = || {
        let names: Vec<&str> = scenario.workloads.iter().map(|workload| workload.name.as_str()).collect();
        let entry = section.need("workload", &names.join(", "))?;
        entry.choice(&names)?;
        entry.string().map(str::to_owned)
    };
    let packets = |key: &str| section.need(key, "a number of packets")?.word(&PACKETS, 0..=1_000_000);
    let percentile = || section.need("percentile", "1 to 99")?.word(&COUNT, 1..=99);
    let class = || {
        let names = CLASSES.map(|(name, _)| name);
        let choice = section.need("class", &names.join(", "))?.choice(&names)?;
        Ok(CLASSES[choice].1)
    };
    Ok(match kind {
        0 => Of::QueueWithin(packets("limit")?),
        1 => Of::QueueLongest,
        2 => Of::QueueMean,
        3 => Of::QueueDelay,
        4 => Of::QueueDelayAt(percentile()?),
        5 => Of::TimeAbove(section.need("delay", "a time")?.unsigned(&PICOS, 0..=scenario.run.time_ps)?),
        6 => Of::Utilisation,
        7 => Of::Goodput(workload()?),
        8 => Of::Fairness(workload()?),
        9 => Of::PoolShare,
        10 => Of::Drops,
        11 => Of::Marks,
        12 => Of::Timeouts,
        13 => Of::FctMean(class()?),
        14 => Of::FctTail(class()?),
        15 => Of::Floor(packets("window")?),
        16 => Of::RequestMean,
        _ => Of::RequestAt(percentile()?),
    })
}
