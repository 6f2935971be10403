//! The queues of a switch port in a scenario.

use super::pool::ALPHA;
use super::{Buffer, LosslessClasses, QueueShare};
use crate::document::{
    Choice, Entry, Fault, Form, Key, Keyed, List, Maybe, Section, bytes, count, keys, rate, read_over, rows,
    within,
};
use crate::quantity::{BYTES, COUNT};

/// Who is served next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheduler {
    /// The first queue that has a packet.
    Strict,
    /// Deficit weighted round robin.
    #[default]
    Dwrr,
    /// Weighted fair queueing.
    Wfq,
}

/// What the marking scheme looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Every queue for itself.
    #[default]
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
    /// log2 of the share of a shared pool's free memory that each queue may take; empty for a buffer per port.
    alphas: Vec<i8>,
    /// Private memory of each queue in a shared pool \[B\], likewise.
    reserves: Vec<u32>,
    /// Classes that are paused rather than dropped.
    pub lossless: LosslessClasses,
}

/// Queues of a port: as many as priority flow control has classes.
const MAX_QUEUES: usize = 8;
/// Largest weight, the one of `hw-model`'s WFQ.
const MAX_WEIGHT: u64 = 1024;
const SCHEDULER: Choice<Scheduler> =
    Choice(&[("strict", Scheduler::Strict), ("dwrr", Scheduler::Dwrr), ("wfq", Scheduler::Wfq)]);
const SCOPE: Choice<Scope> = Choice(&[("queue", Scope::Queue), ("port", Scope::Port), ("pool", Scope::Pool)]);

impl Default for Queues {
    fn default() -> Self {
        Self {
            weights: Vec::new(),
            scheduler: Scheduler::default(),
            priority: 0,
            // A full Ethernet packet: so that a queue of weight 1 sends one in every round.
            quantum: 1500,
            scope: Scope::default(),
            alphas: Vec::new(),
            reserves: Vec::new(),
            lossless: LosslessClasses::default(),
        }
    }
}

impl Keyed for Queues {
    const KEYS: &'static [Key<Self>] = keys! {
        "scheduler" (scheduler) SCHEDULER, "how the next queue is chosen; `strict` serves queue 0 first",
            needed "strict, dwrr, wfq";
        "count" (weights) Equal, "queues of a port", default "needed without `weights`";
        "weights" (weights) List(MAX_QUEUES, count(1, MAX_WEIGHT)), "weight of each queue, instead of `count`",
            default "1 each", when "scheduler" ["dwrr", "wfq"];
        "quantum" (quantum) bytes(64, 1 << 20), "bytes per weight and turn", when "scheduler" ["dwrr"];
        "priority" (priority) count(0, MAX_QUEUES as u64 - 1),
            "number of queues, from queue 0, that are served in strict priority before the others", when "scheduler" ["dwrr", "wfq"];
        "scope" (scope) SCOPE, "what the marking scheme looks at";
        "alpha" (alphas) List(MAX_QUEUES, ALPHA), "one, or one per queue, instead of the shared pool's",
            default "the pool's";
        "reserve" (reserves) List(MAX_QUEUES, bytes(0, 1 << 31)), "one, or one per queue, instead of the shared pool's",
            default "an even part of the pool's";
        "lossless" (lossless.classes) List(MAX_QUEUES, count(0, MAX_QUEUES as u64 - 1)),
            "classes that are paused rather than dropped (shared pool)";
        "lossless_guaranteed" (lossless.guaranteed) bytes(0, 1 << 30), "private memory of a class at an ingress port",
            when "lossless" [];
        "lossless_alpha" (lossless.alpha_log2) ALPHA, "share of the free memory before a pause", when "lossless" [];
        "lossless_alpha_for" (lossless.alpha_bps) Maybe(rate(1_000_000, 1_000_000_000_000)),
            "rate of the links that have `lossless_alpha`; one of twice the rate has twice of it, a slower one no less",
            default "all have the same", when "lossless" [];
        "lossless_xon" (lossless.xon) bytes(0, 1 << 30), "how far below its threshold a class resumes", when "lossless" [];
        "lossless_quanta" (lossless.quanta) count(2, 65_535), "quanta of a pause", when "lossless" [];
        "lossless_frame_min" (lossless.frame_min) bytes(1, 1 << 30),
            "smallest frame that the headroom is for, in memory with cells", when "lossless" [];
    };
}

impl Queues {
    /// Reads the section `queues`, if there is one.
    pub(super) fn read(topology: &Section<'_>, buffer: &Buffer) -> Result<Option<Self>, Fault> {
        let Some(section) = topology.section("queues")? else { return Ok(None) };
        if let (Some(count), Some(_)) = (section.get("count"), section.get("weights")) {
            return Err(count.fault("has no effect beside `weights`", "one of the two"));
        }
        let lossless = LosslessClasses::of(buffer);
        let mut queues = read_over(Self { lossless, ..Self::default() }, &section, &[])?;
        if queues.weights.is_empty() {
            let key = if queues.scheduler == Scheduler::Strict { "count" } else { "weights" };
            return Err(section.missing(key, &format!("1 to {MAX_QUEUES} queues")));
        }
        within(&section, "priority", &COUNT, 0..=queues.weights.len() as u64 - 1)?;
        queues.share(topology, &section, buffer)?;
        queues.lossless.check(&section, buffer, queues.weights.len())?;
        Ok(Some(queues))
    }

    /// Completes `alpha` and `reserve` to one per queue, from the pool where they are not written.
    fn share(&mut self, topology: &Section<'_>, section: &Section<'_>, buffer: &Buffer) -> Result<(), Fault> {
        let Buffer::Pool(pool) = buffer else {
            let stray = ["alpha", "reserve"].iter().find_map(|key| section.get(key));
            let legal = "a section [topology.buffer]";
            return stray
                .map_or(Ok(()), |entry| Err(entry.fault("has no effect without a shared pool", legal)));
        };
        for key in ["alpha", "reserve"] {
            let of_pool = topology.section("buffer")?.and_then(|pool| pool.get(key));
            if let (Some(entry), Some(_)) = (of_pool, section.get(key)) {
                let problem = format!("has no effect beside `{key}` in [topology.queues]");
                return Err(entry.fault(problem, "one of the two"));
            }
        }
        within(section, "reserve", &BYTES, 0..=u64::from(pool.bytes))?;
        let queues = self.weights.len();
        each(section.get("alpha"), &mut self.alphas, queues, pool.alpha_log2)?;
        each(section.get("reserve"), &mut self.reserves, queues, pool.reserve / queues as u32)
    }

    /// Number of queues.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.weights.len()
    }

    /// Returns the memory of each queue in a shared pool; none where every port has a buffer of its own.
    pub fn shares(&self) -> impl Iterator<Item = QueueShare> + '_ {
        let share =
            |(alpha_log2, reserve): (&i8, &u32)| QueueShare { alpha_log2: *alpha_log2, reserve: *reserve };
        self.alphas.iter().zip(&self.reserves).map(share)
    }

    /// Returns the keys that have an effect with their values.
    pub(super) fn rows(&self, prefix: &str) -> Vec<(String, String)> {
        let mut all = rows(self, prefix);
        let of_pools = ["alpha", "reserve", "lossless"].map(|key| format!("{prefix}.{key}"));
        all.retain(|(key, _)| !self.alphas.is_empty() || !of_pools.contains(key));
        all
    }
}

/// One value per queue: as many as there are queues, the same for all, or `base` where none is written.
fn each<T: Copy>(entry: Option<Entry<'_>>, values: &mut Vec<T>, queues: usize, base: T) -> Result<(), Fault> {
    match (entry, values.as_slice()) {
        (None, _) => *values = vec![base; queues],
        (_, [one]) => *values = vec![*one; queues],
        (Some(entry), list) if list.len() != queues => {
            let legal = format!("one, or {queues}: one per queue");
            return Err(entry.fault(format!("has {} values", list.len()), legal));
        }
        _ => {}
    }
    Ok(())
}

/// A number of queues of equal weight.
struct Equal;

impl Form<Vec<u16>> for Equal {
    fn read(&self, entry: &Entry<'_>) -> Result<Vec<u16>, Fault> {
        entry.unsigned(&COUNT, 1..=MAX_QUEUES as u64).map(|queues| vec![1; queues as usize])
    }

    fn text(&self, value: &Vec<u16>) -> Option<String> {
        Some(value.len().to_string())
    }

    fn values(&self) -> String {
        format!("1 to {MAX_QUEUES}")
    }
}
