//! A number of a run, named by data: what is measured, where, and from when to when.

use super::{FctSummary, Outcome, PortRecord};
use crate::document::{Fault, Section};
use crate::quantity::{COUNT, PACKETS, PICOS};
use crate::scenario::{Buffer, Scenario, Traffic};
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
    /// When \[ps\]: the end of the warm-up to the end of the run, unless it says otherwise.
    pub time_ps: Range<u64>,
}

/// What is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Of {
    /// Share of the queue's samples of at most so many packets \[%\].
    QueueWithin(u32),
    /// Longest queue \[packets\].
    QueueLongest,
    /// Time-weighted mean queue \[packets\].
    QueueMean,
    /// Share of time the port was busy \[%\].
    Utilisation,
    /// Payload of the named workloads that arrived \[Gbit/s\].
    Goodput(String),
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
    /// What the long flows must leave in the queue with so many packets in flight each: N w - C RTT \[packets\].
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

const KINDS: [&str; 12] = [
    "queue-within",
    "queue-longest",
    "queue-mean",
    "utilisation",
    "goodput",
    "pool-share",
    "drops",
    "marks",
    "timeouts",
    "fct-mean",
    "fct-p99",
    "floor",
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
            4 => &["workload"],
            9 | 10 => &["class"],
            11 => &["window"],
            _ => &[],
        };
        section.expect_keys(&[&["of", "receiver", "from", "to"], own].concat())?;
        if kind == 5 && !matches!(scenario.topology.buffer, Buffer::Pool(_)) {
            return Err(entry.fault("needs a pool", "a section [topology.buffer]"));
        }
        let most = scenario.topology.shape.receivers();
        let receiver = section.get("receiver").map_or(Ok(1), |entry| entry.word(&COUNT, 1..=most))?;
        let moment = |key: &str, usual: u64| {
            let read = |entry: crate::document::Entry<'_>| entry.unsigned(&PICOS, 0..=scenario.run.time_ps);
            section.get(key).map_or(Ok(usual), read)
        };
        let from = moment("from", scenario.run.cuts_ps.first().copied().unwrap_or_default())?;
        let to = moment("to", scenario.run.time_ps)?;
        let of = read_of(section, kind, scenario)?;
        Ok(Self { name: name.to_owned(), of, receiver: receiver - 1, time_ps: from..to })
    }

    /// Its unit.
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        match self.of {
            Of::QueueWithin(_) | Of::Utilisation | Of::PoolShare => "%",
            Of::QueueLongest | Of::QueueMean | Of::Drops | Of::Marks | Of::Floor(_) => "packets",
            Of::Goodput(_) => "Gbps",
            Of::Timeouts => "timeouts",
            Of::FctMean(_) | Of::FctTail(_) => "us",
        }
    }

    /// Its value on one run; `None` where there is none.
    #[must_use]
    pub fn value(&self, scenario: &Scenario, outcome: &Outcome) -> Option<f64> {
        let port = outcome.ports.get(self.receiver as usize)?;
        let window = port.over(self.time_ps.clone());
        let fct = |class: Class| {
            let summary = FctSummary::of(&outcome.flows);
            match class {
                Class::Overall => summary.overall,
                Class::Short => summary.short,
                Class::Large => summary.large,
                Class::Query => summary.query,
            }
        };
        match &self.of {
            Of::QueueWithin(limit) => self.within(port, *limit),
            Of::QueueLongest => Some(f64::from(window.packets_max)),
            Of::QueueMean => Some(window.packets_mean),
            Of::Utilisation => Some(100.0 * window.utilisation),
            Of::Goodput(workload) => self.goodput(scenario, outcome, workload),
            Of::PoolShare => Some(100.0 * window.bytes_mean / shared_bytes(scenario)?),
            Of::Drops => Some(window.dropped as f64),
            Of::Marks => Some(window.marked as f64),
            Of::Timeouts => Some(outcome.timeouts as f64),
            Of::FctMean(class) => fct(*class).mean,
            Of::FctTail(class) => fct(*class).p99,
            Of::Floor(window) => Some(self.floor(scenario, *window)),
        }
    }

    fn within(&self, port: &PortRecord, limit: u32) -> Option<f64> {
        let seen = port.samples.iter().filter(|sample| self.time_ps.contains(&sample.at_ps));
        let (mut all, mut within) = (0u64, 0u64);
        for sample in seen {
            all += 1;
            within += u64::from(sample.packets <= limit);
        }
        (all > 0).then(|| 100.0 * within as f64 / all as f64)
    }

    fn goodput(&self, scenario: &Scenario, outcome: &Outcome, workload: &str) -> Option<f64> {
        let windows = &outcome.ports.first()?.windows;
        let inside = |at: usize| {
            windows.get(at).is_some_and(|w| w.from_ps >= self.time_ps.start && w.to_ps <= self.time_ps.end)
        };
        let named = |at: usize| scenario.workloads.get(at).is_some_and(|one| one.name == workload);
        let spans = outcome.delivered.iter().enumerate().filter(|(at, _)| inside(*at));
        let of = |span: &Vec<u64>| -> u64 {
            span.iter().enumerate().filter(|(at, _)| named(*at)).map(|(_, bytes)| bytes).sum()
        };
        let bytes: u64 = spans.map(|(_, span)| of(span)).sum();
        let time = self.time_ps.end - self.time_ps.start;
        (time > 0).then(|| bytes as f64 * 8e3 / time as f64)
    }

    /// Long flows cannot have less than a window each in flight; the network holds C RTT of it.
    fn floor(&self, scenario: &Scenario, window: u32) -> f64 {
        let flows =
            scenario.workloads.iter().filter(|workload| workload.receiver == self.receiver).map(|w| match &w
                .traffic
            {
                Traffic::Long(long) => long.flows,
                _ => 0,
            });
        let flows: u32 = flows.sum();
        let topology = &scenario.topology;
        let in_network = topology.rate_bps as f64 * topology.rtt.min_ps as f64
            / 8e12
            / f64::from(scenario.host.full_packet());
        (f64::from(flows * window) - in_network).max(0.0)
    }
}

/// The memory that the ports of a pool share, reserves excluded \[B\].
fn shared_bytes(scenario: &Scenario) -> Option<f64> {
    let Buffer::Pool(pool) = scenario.topology.buffer else { return None };
    let ports = pool.split.sharing(scenario.topology.shape.hosts());
    let reserved = u64::from(pool.reserve) * u64::from(ports);
    Some(u64::from(pool.bytes).saturating_sub(reserved) as f64)
}

fn read_of(section: &Section<'_>, kind: usize, scenario: &Scenario) -> Result<Of, Fault> {
    let packets = |key: &str| section.need(key, "a number of packets")?.word(&PACKETS, 0..=1_000_000);
    let class = || {
        let names = CLASSES.map(|(name, _)| name);
        let choice = section.need("class", &names.join(", "))?.choice(&names)?;
        Ok(CLASSES[choice].1)
    };
    Ok(match kind {
        0 => Of::QueueWithin(packets("limit")?),
        1 => Of::QueueLongest,
        2 => Of::QueueMean,
        3 => Of::Utilisation,
        4 => {
            let names: Vec<&str> = scenario.workloads.iter().map(|workload| workload.name.as_str()).collect();
            let entry = section.need("workload", &names.join(", "))?;
            entry.choice(&names)?;
            Of::Goodput(entry.string()?.to_owned())
        }
        5 => Of::PoolShare,
        6 => Of::Drops,
        7 => Of::Marks,
        8 => Of::Timeouts,
        9 => Of::FctMean(class()?),
        10 => Of::FctTail(class()?),
        _ => Of::Floor(packets("window")?),
    })
}
