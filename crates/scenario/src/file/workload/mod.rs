//! The traffic of a scenario.

mod closed_loop;
mod incast;
mod listed;
mod long;
mod poisson;

pub use closed_loop::ClosedLoop;
pub use incast::{Incast, Sizes};
pub use listed::{FlowFile, Listed, ListedFlow};
pub use long::{Constant, Long, Permutation, Senders};
pub use poisson::{Counts, Pairing, Poisson, Requests, Table};

use crate::document::{
    Amount, Fault, Key, Keyed, List, Name, Ordinal, Section, count, fraction, keys, kinds, picos, read_over,
    rows, within,
};
use crate::quantity::{COUNT, PICOS, RATE};
use freeboard_fabric::topology::HOSTS_MAX;

/// One source of flows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    /// Name in measures; several sources may share one.
    pub name: String,
    /// Which receiver it goes to, from 0; traffic between any two hosts ignores it.
    pub receiver: u32,
    /// Traffic classes of its flows, one drawn for each of several.
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
    /// Flows from every host to another one.
    Permutation(Permutation),
    /// Flows from a file.
    Listed(Listed),
    /// Datagrams at a constant rate.
    Constant(Constant),
    /// Requests that wait for the answers to those before them.
    ClosedLoop(ClosedLoop),
}

kinds! { Traffic:
    "poisson" Poisson;
    "incast" Incast;
    "requests" Requests;
    "long" Long;
    "permutation" Permutation;
    "list" Listed;
    "constant" Constant;
    "closed-loop" ClosedLoop;
}

/// What a workload has to fit into.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Last moment at which flows start \[ps\].
    pub run_ps: u64,
    /// Hosts that send to the receivers.
    pub senders: u32,
    /// Hosts that many-to-one traffic may go to.
    pub receivers: u32,
    /// Rate of the slowest sender's link \[bit/s\].
    pub rate_bps: u64,
    /// Queues of a switch port, and so classes of traffic.
    pub queues: u32,
    /// Hosts of a rack, where pairs of hosts may be chosen by their racks; 0 elsewhere.
    pub per_rack: u32,
    /// Traffic goes from senders to receivers, and not between any two hosts.
    pub is_one_sided: bool,
}

/// A moment of the run: no run is longer.
const TIME: Amount = picos(0, 3_600_000_000_000_000);
/// A mean use of links.
const LOAD: Amount = fraction(1_000, 990_000);
/// Hosts by number.
pub(super) const HOSTS: List<Ordinal> = List(HOSTS_MAX as usize, Ordinal(HOSTS_MAX as u64));
/// Most bursts of one workload, and most classes it draws from; chosen by us.
const TIMES_MAX: usize = 100_000;
/// Most flows of one workload, chosen by us.
const FLOWS_MAX: u64 = 10_000_000;

impl Default for Workload {
    fn default() -> Self {
        let traffic = Traffic::Poisson(Poisson::default());
        Self { name: String::new(), receiver: 0, classes: vec![0], traffic }
    }
}

impl Keyed for Workload {
    const KEYS: &'static [Key<Self>] = keys! {
        "name" (name) Name, "name in measures; several may share one", default "the kind";
        "receiver" (receiver) Ordinal(128), "receiver of the flows, by number (`n-to-1`)";
        "class" (classes) List(64, count(0, 7)), "traffic class, or several of which each flow draws one (`[topology.queues]`)";
    };
}

impl Workload {
    /// Reads one workload of a network.
    ///
    /// # Errors
    /// The first entry that is not legal.
    pub fn read(section: &Section<'_>, frame: &Frame) -> Result<Self, Fault> {
        let traffic = Traffic::read_kind(section, &["name", "receiver", "class"])?;
        let own = [traffic.keys().as_slice(), &["kind"]].concat();
        let base = Self { name: traffic.kind().to_owned(), traffic, ..Self::default() };
        let workload = read_over(base, section, &own)?;
        if let (Some(entry), true) = (section.get("class"), frame.queues < 2) {
            return Err(entry.fault("has no effect with one queue per port", "a section [topology.queues]"));
        }
        within(section, "class", &COUNT, 0..=u64::from(frame.queues - 1))?;
        within(section, "receiver", &COUNT, 1..=u64::from(frame.receivers))?;
        let all = u64::from(frame.senders + frame.receivers);
        // Without a destination of its own a flow goes to a receiver, which does not send to itself.
        let anywhere = matches!(workload.traffic, Traffic::Poisson(_) | Traffic::Requests(_))
            || section.get("to").is_some();
        within(section, "hosts", &COUNT, 1..=if anywhere { all } else { u64::from(frame.senders) })?;
        ["to", "clients", "servers"].iter().try_for_each(|key| within(section, key, &COUNT, 1..=all))?;
        if let (Some(entry), Some(_)) = (section.get("to"), section.get("receiver")) {
            return Err(entry.fault("stands beside `receiver`", "one of the two"));
        }
        workload.refuse_loops(section)?;
        workload.refuse_few(section, frame)?;
        workload.refuse_strangers(section, frame)?;
        if let (Some(entry), 0..2) = (section.get("between"), frame.per_rack) {
            return Err(
                entry.fault("has no effect without racks of hosts", "a leaf-spine network with two per leaf")
            );
        }
        if matches!(workload.traffic, Traffic::Constant(_)) {
            within(section, "rate", &RATE, 1..=frame.rate_bps)?;
        }
        for moment in ["at", "spread", "stagger", "start"] {
            within(section, moment, &PICOS, 0..=frame.run_ps)?;
        }
        within(section, "end", &PICOS, workload.traffic.start_ps()..=frame.run_ps)?;
        Ok(workload)
    }

    /// Refuses a list with hosts that there are not, or with flows that start after the run.
    fn refuse_strangers(&self, section: &Section<'_>, frame: &Frame) -> Result<(), Fault> {
        let (Traffic::Listed(list), Some(entry)) = (&self.traffic, section.get("file")) else {
            return Ok(());
        };
        let hosts = frame.senders + frame.receivers;
        let fits = |flow: &ListedFlow| flow.from.max(flow.to) < hosts && flow.start_ps <= frame.run_ps;
        match list.file.flows.iter().position(|flow| !fits(flow)) {
            Some(at) => {
                let problem = format!("has a flow between other hosts or after the run, number {}", at + 1);
                Err(entry.fault(problem, format!("hosts 1 to {hosts}, starts within the time of the run")))
            }
            None => Ok(()),
        }
    }

    /// Refuses hosts that cannot talk to each other: one of them, one twice, or any where they all talk to a receiver.
    fn refuse_few(&self, section: &Section<'_>, frame: &Frame) -> Result<(), Fault> {
        let hosts = match &self.traffic {
            Traffic::Poisson(it) => &it.hosts,
            Traffic::Requests(it) => &it.hosts,
            _ => return Ok(()),
        };
        let Some(entry) = section.get("hosts") else { return Ok(()) };
        if frame.is_one_sided {
            return Err(entry.fault("has no effect towards a receiver", "a leaf-spine network or a fat-tree"));
        }
        if let Some(between) = section.get("between") {
            return Err(between.fault("stands beside `hosts`", "one of the two"));
        }
        let mut different = hosts.clone();
        different.sort_unstable();
        different.dedup();
        if hosts.len() < 2 || different.len() < hosts.len() {
            return Err(entry.fault("names a host twice, or one alone", "two hosts or more, each once"));
        }
        Ok(())
    }

    /// Refuses a flow from a host to itself.
    fn refuse_loops(&self, section: &Section<'_>) -> Result<(), Fault> {
        if let (Traffic::ClosedLoop(it), Some(entry)) = (&self.traffic, section.get("servers")) {
            let own = it.pairs().find(|(client, server)| client == server);
            return own.map_or(Ok(()), |(client, _)| {
                Err(entry.fault(format!("lets host {} ask itself", client + 1), "another host"))
            });
        }
        let Traffic::Long(long) = &self.traffic else { return Ok(()) };
        let (from, to) = (&long.hosts, &long.to);
        let Some(entry) = section.get("to") else { return Ok(()) };
        if from.is_empty() {
            return Err(entry.fault("needs the hosts that send", "a key `hosts` beside it"));
        }
        let loops = |flow: usize| from[flow % from.len()] == to[flow % to.len()];
        match (0..long.flows as usize).find(|flow| loops(*flow)) {
            Some(flow) => {
                let problem =
                    format!("lets flow {} go from host {} to itself", flow + 1, from[flow % from.len()] + 1);
                Err(entry.fault(problem, "another host"))
            }
            None => Ok(()),
        }
    }

    /// Returns the keys that have an effect with their values.
    pub(super) fn rows(&self, prefix: &str) -> Vec<(String, String)> {
        let mut all = vec![(format!("{prefix}.kind"), self.traffic.kind().to_owned())];
        all.extend(rows(self, prefix));
        all.extend(self.traffic.rows(prefix));
        all
    }
}

impl Traffic {
    /// Returns the first possible start \[ps\].
    fn start_ps(&self) -> u64 {
        match self {
            Self::Poisson(it) => it.start_ps,
            Self::Incast(it) => it.at_ps.iter().copied().min().unwrap_or_default(),
            Self::Requests(it) => it.start_ps,
            Self::Long(it) => it.start_ps,
            Self::Permutation(it) => it.start_ps,
            Self::Listed(_) => 0,
            Self::Constant(it) => it.start_ps,
            Self::ClosedLoop(it) => it.start_ps,
        }
    }
}
