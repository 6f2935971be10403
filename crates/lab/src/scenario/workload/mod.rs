//! The traffic of a scenario.

mod constant;
mod incast;
mod long;
mod poisson;
mod requests;

pub use constant::Constant;
pub use incast::{Incast, Sizes};
pub use long::{Long, Senders};
pub use poisson::{Poisson, Table};
pub use requests::Requests;

use crate::document::{Entry, Fault, Section};
use crate::quantity::{COUNT, PICOS, print};

/// One source of flows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    /// Name in measures; several sources may share one.
    pub name: String,
    /// Which receiver it goes to, from 0; traffic between any two hosts ignores it.
    pub receiver: u32,
    /// Traffic classes of its flows, one drawn for each of several; empty for class 0.
    pub classes: Vec<u8>,
    /// What it sends.
    pub traffic: Traffic,
}

/// What a source of flows sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Traffic {
    /// Flows of random sizes at random times.
    Poisson(Poisson),
    /// Many flows at once to one receiver.
    Incast(Incast),
    /// Many flows at once to hosts that ask for them, again and again.
    Requests(Requests),
    /// Flows that last as long as the run.
    Long(Long),
    /// Datagrams at a constant rate.
    Constant(Constant),
}

/// What a workload has to fit into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Last moment at which flows start \[ps\].
    pub(crate) run_ps: u64,
    /// Hosts that send to the receivers.
    pub(crate) senders: u32,
    /// Hosts that many-to-one traffic may go to.
    pub(crate) receivers: u32,
    /// Rate of a sender's link \[bit/s\].
    pub(crate) rate_bps: u64,
    /// Queues of a switch port, and so classes of traffic.
    pub(crate) queues: u32,
}

const KINDS: [&str; 5] = ["poisson", "incast", "requests", "long", "constant"];
const COMMON_KEYS: [&str; 4] = ["kind", "name", "receiver", "class"];
const EXAMPLE_TIME: &str = "a time, e.g. \"50 ms\"";

impl Workload {
    pub(crate) fn read(section: &Section<'_>, frame: &Frame) -> Result<Self, Fault> {
        let check = |own: &[&str]| section.expect_keys(&[COMMON_KEYS.as_slice(), own].concat());
        let kind = section.need("kind", &KINDS.join(", "))?.choice(&KINDS)?;
        let traffic = match kind {
            0 => check(&poisson::KEYS)
                .and_then(|()| Poisson::read(section, frame.run_ps))
                .map(Traffic::Poisson)?,
            1 => check(&incast::KEYS).and_then(|()| Incast::read(section, frame)).map(Traffic::Incast)?,
            2 => {
                check(&requests::KEYS).and_then(|()| Requests::read(section, frame)).map(Traffic::Requests)?
            }
            3 => check(&long::KEYS).and_then(|()| Long::read(section, frame)).map(Traffic::Long)?,
            _ => {
                check(&constant::KEYS).and_then(|()| Constant::read(section, frame)).map(Traffic::Constant)?
            }
        };
        let name = match section.get("name") {
            Some(entry) => entry.string()?.to_owned(),
            None => KINDS[kind].to_owned(),
        };
        let receiver =
            section.get("receiver").map_or(Ok(1), |entry| entry.word(&COUNT, 1..=frame.receivers))?;
        let classes = section.get("class").map_or(Ok(Vec::new()), |entry| classes(&entry, frame))?;
        Ok(Self { name, receiver: receiver - 1, classes, traffic })
    }

    /// As a line of the effective configuration.
    #[must_use]
    pub fn describe(&self) -> String {
        let text = match &self.traffic {
            Traffic::Poisson(poisson) => poisson.describe(),
            Traffic::Incast(incast) => incast.describe(),
            Traffic::Requests(requests) => requests.describe(),
            Traffic::Long(long) => long.describe(),
            Traffic::Constant(constant) => constant.describe(),
        };
        let to = match self.receiver {
            0 => String::new(),
            receiver => format!(", to receiver {}", receiver + 1),
        };
        let classes: Vec<String> = self.classes.iter().map(u8::to_string).collect();
        let class =
            if classes.is_empty() { String::new() } else { format!(", class {}", classes.join(" or ")) };
        format!("{text}{to}{class}")
    }
}

/// Classes that flows are drawn for.
fn classes(entry: &Entry<'_>, frame: &Frame) -> Result<Vec<u8>, Fault> {
    if frame.queues < 2 {
        return Err(entry.fault("has no effect with one queue per port", "a section [topology.queues]"));
    }
    let class = |item: &Entry<'_>| item.word(&COUNT, 0..=frame.queues - 1).map(|class| class as u8);
    entry.items().iter().map(class).collect()
}

/// A moment in words.
fn moment(ps: u64) -> String {
    if ps == 0 { "0 s".to_owned() } else { print(i128::from(ps), &PICOS) }
}

fn time(entry: &Entry<'_>, latest: u64) -> Result<u64, Fault> {
    between(entry, 0, latest)
}

fn between(entry: &Entry<'_>, earliest: u64, latest: u64) -> Result<u64, Fault> {
    entry.unsigned(&PICOS, earliest..=latest)
}

/// Senders by number, from 1; the answer counts from 0. Empty for all.
fn hosts(section: &Section<'_>, frame: &Frame) -> Result<Vec<u32>, Fault> {
    let Some(entry) = section.get("hosts") else { return Ok(Vec::new()) };
    let host = |entry: &Entry<'_>| entry.word(&COUNT, 1..=frame.senders).map(|number| number - 1);
    entry.items().iter().map(host).collect()
}
