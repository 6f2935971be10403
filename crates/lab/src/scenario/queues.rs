//! The queues of a switch port in a scenario.

use super::lossless::{KEYS as LOSSLESS_KEYS, LosslessClasses};
use super::{Buffer, QueueShare};
use crate::document::{Entry, Fault, Section};
use crate::quantity::{BYTES, COUNT, print};

/// Who is served next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// The first queue that has a packet.
    Strict,
    /// Deficit weighted round robin.
    Dwrr,
    /// Weighted fair queueing.
    Wfq,
}

/// What the marking scheme looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every queue for itself.
    Queue,
    /// The queues of a port together.
    Port,
    /// All queues of a pool together.
    Pool,
}

/// The queues of every switch port. Class i of the traffic goes to queue i.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queues {
    /// One per queue.
    pub weights: Vec<u16>,
    /// Who is served next.
    pub scheduler: Scheduler,
    /// The number of first queues that go before the others, in strict order.
    pub priority: u16,
    /// What a queue of weight 1 may send in a turn \[B\].
    pub quantum: u32,
    /// What the marking scheme looks at.
    pub scope: Scope,
    /// Memory of each queue in a shared pool; empty for what the buffer says.
    pub shares: Vec<QueueShare>,
    /// Classes that are paused rather than dropped.
    pub lossless: Option<LosslessClasses>,
}

const SCHEDULERS: [&str; 3] = ["strict", "dwrr", "wfq"];
const SCOPES: [&str; 3] = ["queue", "port", "pool"];
const KEYS: [&str; 9] =
    ["scheduler", "weights", "count", "priority", "quantum", "scope", "alpha", "reserve", "lossless"];
/// Queues of a port: as many as priority flow control has classes.
const MAX_QUEUES: u32 = 8;
/// Largest weight, the one of `hw-model`'s WFQ.
const MAX_WEIGHT: u32 = 1024;

/// What the queues say for themselves the pool does not say for them.
fn refuse_both(topology: &Section<'_>, queues: &Section<'_>, buffer: &Buffer) -> Result<(), Fault> {
    let Buffer::Pool(_) = buffer else { return Ok(()) };
    let Some(pool) = topology.section("buffer")? else { return Ok(()) };
    for key in ["alpha", "reserve"] {
        if let (Some(entry), Some(_)) = (pool.get(key), queues.get(key)) {
            let problem = format!("has no effect beside `{key}` in [topology.queues]");
            return Err(entry.fault(problem, "one of the two"));
        }
    }
    Ok(())
}

impl Queues {
    /// Reads the section `queues`, if there is one.
    pub(super) fn read(topology: &Section<'_>, buffer: &Buffer) -> Result<Option<Self>, Fault> {
        let Some(section) = topology.section("queues")? else { return Ok(None) };
        section.expect_keys(&[KEYS.as_slice(), LOSSLESS_KEYS.as_slice()].concat())?;
        let scheduler = match section.need("scheduler", &SCHEDULERS.join(", "))?.choice(&SCHEDULERS)? {
            0 => Scheduler::Strict,
            1 => Scheduler::Dwrr,
            _ => Scheduler::Wfq,
        };
        let fair = scheduler != Scheduler::Strict;
        let weights = weights(&section, fair)?;
        let count = weights.len() as u32;
        let priority = section.get("priority").map_or(Ok(0), |entry| {
            useless(&entry, fair, "under strict priority", "dwrr or wfq")?.word(&COUNT, 0..=count - 1)
        })?;
        let in_turns = scheduler == Scheduler::Dwrr;
        let quantum = section.get("quantum").map_or(Ok(DEFAULT_QUANTUM), |entry| {
            useless(&entry, in_turns, "without turns", "dwrr")?.word(&BYTES, 64..=1 << 20)
        })?;
        let scope = match section.get("scope").map_or(Ok(0), |entry| entry.choice(&SCOPES))? {
            0 => Scope::Queue,
            1 => Scope::Port,
            _ => Scope::Pool,
        };
        refuse_both(topology, &section, buffer)?;
        let shares = QueueShare::read_list(&section, buffer, weights.len())?;
        let lossless = LosslessClasses::read(&section, buffer, count)?;
        let priority = priority as u16;
        Ok(Some(Self { weights, scheduler, priority, quantum, scope, shares, lossless }))
    }

    /// Number of queues.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.weights.len()
    }

    /// As it would be written.
    #[must_use]
    pub fn describe(&self) -> String {
        let weights: Vec<String> = self.weights.iter().map(u16::to_string).collect();
        let weights = weights.join(":");
        let quantum = print(i128::from(self.quantum), &BYTES);
        let served = match self.scheduler {
            Scheduler::Strict => format!("{} in strict order", self.count()),
            Scheduler::Dwrr => format!("deficit round robin {weights}, {quantum} per weight and turn"),
            Scheduler::Wfq => format!("weighted fair queueing {weights}"),
        };
        let first = match self.priority {
            0 => String::new(),
            1 => ", the first before the others".to_owned(),
            priority => format!(", the first {priority} before the others"),
        };
        let scope = match self.scope {
            Scope::Queue => "marked per queue",
            Scope::Port => "marked per port",
            Scope::Pool => "marked per pool",
        };
        format!("{served}{first}; {scope}")
    }
}

/// A full Ethernet packet: so that a queue of weight 1 sends one in every round.
const DEFAULT_QUANTUM: u32 = 1500;

fn weights(section: &Section<'_>, fair: bool) -> Result<Vec<u16>, Fault> {
    let (count, weights) = (section.get("count"), section.get("weights"));
    if let (Some(count), Some(_)) = (&count, &weights) {
        return Err(count.fault("has no effect beside `weights`", "one of the two"));
    }
    if let Some(entry) = weights {
        let entry = useless(&entry, fair, "under strict priority", "`count`, or dwrr or wfq")?;
        let items = entry.items();
        if items.len() > MAX_QUEUES as usize {
            return Err(entry.fault("has too many queues", format!("1 to {MAX_QUEUES} weights")));
        }
        let weight = |item: &Entry<'_>| item.word(&COUNT, 1..=MAX_WEIGHT).map(|weight| weight as u16);
        return items.iter().map(weight).collect();
    }
    let Some(count) = count else {
        let key = if fair { "weights" } else { "count" };
        return Err(section.missing(key, &format!("1 to {MAX_QUEUES} queues")));
    };
    Ok(vec![1; count.word(&COUNT, 1..=MAX_QUEUES)? as usize])
}

/// The entry, if it means anything where it stands.
fn useless<'d>(entry: &Entry<'d>, useful: bool, place: &str, legal: &str) -> Result<Entry<'d>, Fault> {
    if useful { Ok(entry.clone()) } else { Err(entry.fault(format!("has no effect {place}"), legal)) }
}
