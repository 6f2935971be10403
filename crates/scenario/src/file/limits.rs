//! The size of a run, estimated before anything is allocated for it.

use super::memory::{bytes_in, kept_bytes};
use super::{ClosedLoop, Scenario, Shape, Traffic};
use crate::document::{Fault, Section};
use std::collections::BTreeSet;

/// What one run of a scenario takes, at most about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Flows of all workloads.
    pub flows: u64,
    /// Queue samples of all receivers' ports.
    pub samples: u64,
    /// Memory of a process with this run alone \[B\].
    pub memory_bytes: u64,
    /// Memory that the outcome of a run takes until the last run of the command has ended \[B\].
    pub kept_bytes: u64,
    /// Events of the simulator.
    pub events: u64,
}

/// Most flows of one run, chosen by us: thirty times those of `bench w3`.
const FLOWS_MAX: u64 = 3_000_000;
/// Most memory of one run, chosen by us: eight at once fit 32 GiB.
const MEMORY_MAX: u64 = 4 << 30;
/// Events of a packet on a link, its share of the ACK's included: arrival and departure of both, and timers.
const HOP_EVENTS: u64 = 4;

impl Scenario {
    /// Estimates the size of one run.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let (run, topology) = (&self.run, &self.topology);
        let parts: Vec<(u64, u64)> = self.workloads.iter().map(|it| self.offered(&it.traffic)).collect();
        let flows = parts.iter().fold(0u64, |sum, (flows, _)| sum.saturating_add(*flows));
        let offered = parts.iter().fold(0u64, |sum, (_, bytes)| sum.saturating_add(*bytes));
        let samples = run.time_ps.checked_div(run.sample_ps).map_or(0, |intervals| intervals + 1);
        let samples = samples.saturating_mul(u64::from(topology.shape.receivers()));
        // No more gets through than the receivers' links carry.
        let carried = bytes_in(self.receivers_bps(), run.time_ps + run.drain_ps, 1);
        let packets = offered.min(carried) / u64::from(self.host.mss().max(1));
        Estimate {
            flows,
            samples,
            memory_bytes: self.memory_bytes(flows, samples),
            kept_bytes: kept_bytes(flows, samples),
            events: packets.saturating_mul(topology.links_across() * HOP_EVENTS).saturating_add(flows),
        }
    }

    /// Refuses a scenario whose run would take more than there may be, at the key that asks for most.
    pub(super) fn check_size(&self, root: &Section<'_>) -> Result<(), Fault> {
        let estimate = self.estimate();
        let by_samples = kept_bytes(0, estimate.samples) > estimate.memory_bytes / 4;
        if estimate.flows <= FLOWS_MAX && estimate.memory_bytes <= MEMORY_MAX {
            return Ok(());
        }
        let legal = format!("at most {FLOWS_MAX} flows and {} MiB for a run", MEMORY_MAX >> 20);
        let problem = format!(
            "asks for about {} flows and {} samples, {} MiB",
            estimate.flows,
            estimate.samples,
            estimate.memory_bytes >> 20
        );
        if let (true, Some(run)) = (by_samples, root.section("run")?)
            && let Some(entry) = run.get("sample")
        {
            return Err(entry.fault(problem, legal));
        }
        let flows = |at: &usize| self.offered(&self.workloads[*at].traffic).0;
        let largest = (0..self.workloads.len()).max_by_key(flows).unwrap_or_default();
        let sections = root.sections("workload")?;
        let entry = sections.get(largest).and_then(|section| section.get("kind"));
        Err(entry
            .map_or_else(|| root.missing("workload", &legal), |entry| entry.fault(problem, legal.clone())))
    }

    /// Returns the flows of a workload and their bytes.
    pub(super) fn offered(&self, traffic: &Traffic) -> (u64, u64) {
        let (run, rate) = (&self.run, self.topology.rate_bps);
        let fastest = self.groups.iter().filter_map(|group| group.rate_bps).fold(rate, u64::max);
        let span = |start: u64, end: Option<u64>| end.unwrap_or(run.time_ps).saturating_sub(start);
        let endless = |start: u64| bytes_in(fastest, span(start, None), 1);
        match traffic {
            Traffic::Poisson(it) => {
                let links = self.links_among(&it.hosts);
                let bytes = share(bytes_in(rate, span(it.start_ps, it.end_ps), links), it.load_ppm);
                let mean = it.table.sizes().map_or(1, |sizes| sizes.mean() as u64);
                ((bytes / mean.max(1) + 1).min(it.flows.map_or(u64::MAX, u64::from)), bytes)
            }
            Traffic::Requests(it) => {
                let links = self.links_among(&it.hosts);
                let bytes = share(bytes_in(rate, span(it.start_ps, it.end_ps), links), it.load_ppm);
                (
                    bytes / u64::midpoint(it.sizes.min, it.sizes.max).max(1) + u64::from(it.incast_degree),
                    bytes,
                )
            }
            Traffic::Incast(it) => {
                let flows = u64::from(it.incast_degree) * it.at_ps.len() as u64;
                (flows, flows.saturating_mul(u64::midpoint(it.sizes.min, it.sizes.max)))
            }
            Traffic::Long(it) => {
                let each = it.size.unwrap_or(u64::MAX).min(endless(it.start_ps));
                (u64::from(it.flows), each.saturating_mul(u64::from(it.flows)))
            }
            Traffic::Listed(it) => {
                let bytes = it.file.flows.iter().fold(0u64, |sum, flow| sum.saturating_add(flow.bytes));
                (it.file.flows.len() as u64, bytes)
            }
            Traffic::Permutation(it) => {
                let hosts = u64::from(self.topology.shape.hosts());
                (hosts, it.size.unwrap_or(u64::MAX).min(endless(it.start_ps)).saturating_mul(hosts))
            }
            Traffic::Constant(it) => {
                let each = bytes_in(it.rate_bps, span(it.start_ps, it.end_ps), 1);
                (u64::from(it.flows), each.saturating_mul(u64::from(it.flows)))
            }
            Traffic::ClosedLoop(it) => self.exchanges(it, span(it.start_ps, it.end_ps)),
        }
    }

    /// Memory of a process that runs every scheme with every seed, `at_once` at a time, and keeps what came of each to the end \[B\].
    #[must_use]
    pub fn memory_of_all(&self, at_once: u64) -> u64 {
        let Estimate { memory_bytes, kept_bytes, samples, .. } = self.estimate();
        let schemes = self.schemes.len() as u64;
        let runs = schemes * self.run.seeds.len() as u64;
        // The plot has a point for each sample of each scheme with the first seed.
        let points = samples.saturating_mul(size_of::<(f64, f64)>() as u64);
        let parts = [
            memory_bytes,
            kept_bytes.saturating_mul(runs.saturating_sub(1)),
            points.saturating_mul(schemes.saturating_sub(1)),
            memory_bytes.saturating_sub(kept_bytes).saturating_mul(runs.min(at_once).saturating_sub(1)),
        ];
        parts.into_iter().fold(0, u64::saturating_add)
    }

    /// Flows of closed loops within a time \[ps\] and their bytes: no more than round trips allow, those of handshakes included, and no
    /// more than the links of clients and servers carry.
    fn exchanges(&self, it: &ClosedLoop, span_ps: u64) -> (u64, u64) {
        let loops = it.clients.len() as u64 * u64::from(it.depth);
        let config = self.host.config();
        let handshakes = if config.handshake && !config.reuse && !self.host.is_rdma() { 2 } else { 0 };
        let waits = ((1 + handshakes) * self.topology.rtt.min_ps)
            .saturating_add(it.service_ps)
            .saturating_add(it.think_ps);
        let by_time = (span_ps / waits.max(1)).saturating_add(1).saturating_mul(loops);
        let rate_of = |hosts: &[u32]| {
            let different: BTreeSet<&u32> = hosts.iter().collect();
            different.into_iter().fold(0u64, |sum, host| sum.saturating_add(self.rate_bps(*host)))
        };
        let rate_bps = rate_of(&it.clients).min(rate_of(&it.servers));
        let each = u64::midpoint(it.sizes.min, it.sizes.max).max(1);
        let by_rate = (bytes_in(rate_bps, span_ps, 1) / each).saturating_add(loops);
        let exchanges = by_time.min(by_rate);
        (exchanges.saturating_mul(2), exchanges.saturating_mul(each.saturating_add(it.request)))
    }

    /// Links that traffic is offered to: those of some hosts, or of all receivers.
    fn links_among(&self, hosts: &[u32]) -> u64 {
        match (hosts.len(), &self.topology.shape) {
            (0, Shape::NToOne(it)) => u64::from(it.receivers),
            (0, shape) => u64::from(shape.hosts()),
            (hosts, _) => hosts as u64,
        }
    }

    /// What the links of all receivers carry \[bit/s\].
    pub(super) fn receivers_bps(&self) -> u64 {
        let first = match &self.topology.shape {
            Shape::NToOne(it) => it.senders,
            Shape::LeafSpine(_) | Shape::FatTree(_) | Shape::LinkNetwork(_) => 0,
        };
        let all = self.topology.rate_bps.saturating_mul(self.links_among(&[]));
        let hosts =
            self.groups.iter().flat_map(|group| group.hosts.iter().map(|host| (*host, group.rate_bps)));
        hosts.filter(|(host, _)| *host >= first).fold(all, |sum, (_, own)| {
            (sum - self.topology.rate_bps).saturating_add(own.unwrap_or(self.topology.rate_bps))
        })
    }
}

/// A share in millionths.
fn share(bytes: u64, ppm: u32) -> u64 {
    (u128::from(bytes) * u128::from(ppm) / 1_000_000) as u64
}
