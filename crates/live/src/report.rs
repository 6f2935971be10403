//! The record of a run over real packets, as the simulator's.

use super::captured::Captured;
use super::commands::Ended;
use super::forwarding::{Cut, Measured};
use super::port::Counters;
use super::traffic::{Flow, Traffic, lock};
use freeboard_aqm_api::Activity;
use freeboard_params::Unit;
use freeboard_scenario::measure::{
    self, Act, ControlRecord, LongFlow, Outcome, PortRecord, QueueRecord, QueueTotals, Told, Window,
};
use freeboard_scenario::quantity::{kind_of, print};
use freeboard_scenario::world::{Parts, Request};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Lateness beyond which half the packets make a run `late` \[ns\], chosen by us: four full packets at 1 Gbit/s.
const LATE_NS: u64 = 50_000;

/// How late packets reached their hosts, by the machine's clock \[ns\].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lateness {
    /// Median.
    pub p50_ns: u64,
    /// 99th percentile.
    pub p99_ns: u64,
    /// Largest.
    pub max_ns: u64,
}

impl Lateness {
    fn of(mut late: Vec<u64>) -> Self {
        late.sort_unstable();
        let at = |permille: usize| late.get((late.len() * permille / 1000).min(late.len().saturating_sub(1)));
        let at = |permille| at(permille).copied().unwrap_or_default();
        Self { p50_ns: at(500), p99_ns: at(990), max_ns: at(1000) }
    }

    /// The machine was too busy for the run to be trusted.
    #[must_use]
    pub const fn is_late(&self) -> bool {
        self.p50_ns > LATE_NS
    }
}

/// A run and what only real packets have.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The run; times are the scenario's.
    pub outcome: Outcome,
    /// Lateness of departures.
    pub lateness: Lateness,
    /// The length at which the scheme's first part arms \[B\]; a time is taken at the receiver's rate. `None` for a scheme without.
    pub threshold_bytes: Option<u64>,
    /// Senders whose sockets said that they run the control.
    pub confirmed: u64,
    /// The commands, in the order of their ends.
    pub commands: Vec<Ended>,
    /// Packets that left the switch, if they were wanted.
    pub captured: Vec<Captured>,
}

/// Makes the record.
pub(crate) fn report(
    request: &Request<'_>,
    parts: &Parts,
    traffic: &Traffic<'_>,
    measured: Measured,
    timeouts: u64,
) -> Report {
    let scheme = &request.scenario.schemes[request.scheme];
    let triggers = scheme.aqm.variant.descriptor().triggers;
    let byte_time = u64::from(parts.rates[parts.receiver as usize].byte_time_ps());
    let needed = measured.activities.iter().map(|it| it.snapshot()[0].needed).max().map_or(0, u64::from);
    let threshold_bytes = triggers.first().filter(|_| needed > 0).and_then(|(_, unit)| match unit {
        Unit::Nanos => Some(needed * 1000 / byte_time.max(1)),
        Unit::Bytes => Some(needed),
        _ => None,
    });
    let totals = totals(&measured.totals, parts.receiver as usize);
    let lost = |port: &Counters| dropped(port) as f64 / port.arrived.max(1) as f64;
    let ports_lost = measured.totals.iter().map(lost).sum::<f64>() / measured.totals.len() as f64;
    let flows = traffic.flows();
    let delivered = between(&measured.cuts, flows.len());
    let mut by_workload = vec![vec![0]; request.scenario.workloads.len()];
    let mut long = Vec::new();
    for (flow, bytes) in flows.iter().zip(&delivered) {
        let workload = Parts::origin(&flow.spec).0;
        by_workload[workload][0] += bytes;
        if flow.spec.bytes == u64::MAX {
            long.push(LongFlow { workload, delivered: vec![*bytes] });
        }
    }
    let outcome = Outcome {
        scheme: request.scheme,
        seed: request.seed,
        flows: flows.iter().map(record_of).collect(),
        ports: port_records(request, &measured),
        delivered: by_workload,
        long,
        exchanges: traffic.exchanges(),
        queues: totals,
        ports_lost,
        classes: classes(&measured.records, parts.queues.queues.len()),
        calls: measured.activities.iter().map(|it| u64::from(it.events)).sum(),
        signals: measured.activities.iter().map(|it| u64::from(it.signals)).sum(),
        acts: acts(triggers, &measured.activities),
        // Nobody counts what a kernel's control was told: these are the causes.
        controls: vec![ControlRecord {
            cc: scheme.host.cc.id.clone(),
            told: Told { marked_acks: totals.marked, losses: totals.dropped(), timeouts, ..Told::default() },
        }],
        timeouts,
        end_ps: measured.end_ps,
        ..Outcome::default()
    };
    let commands = lock(&traffic.ended).clone();
    let (lateness, captured) = (Lateness::of(measured.late_ns), measured.captured);
    let confirmed = traffic.confirmed.load(Relaxed);
    Report { outcome, lateness, threshold_bytes, confirmed, commands, captured }
}

/// Sums over all ports, of which those from `receiver` on are bottlenecks.
pub(crate) fn totals(ports: &[Counters], receiver: usize) -> QueueTotals {
    let mut totals = QueueTotals::default();
    for port in ports {
        totals.arrived += port.arrived;
        totals.marked += port.marked;
        totals.unmarkable += port.unmarkable;
        totals.dropped_buffer += port.dropped_buffer;
        totals.dropped_scheme += port.dropped_scheme;
    }
    totals.bottleneck_dropped = ports.iter().skip(receiver).map(dropped).sum();
    totals
}

const fn dropped(port: &Counters) -> u64 {
    port.dropped_buffer + port.dropped_scheme
}

/// Every queue over all ports; `records` has one port after the other.
fn classes(records: &[QueueRecord], queues: usize) -> Vec<QueueRecord> {
    let mut all = vec![QueueRecord::default(); queues];
    for record in records {
        let sum = &mut all[record.queue];
        sum.queue = record.queue;
        sum.arrived += record.arrived;
        sum.sent += record.sent;
        sum.sent_bytes += record.sent_bytes;
        sum.marked += record.marked;
        sum.dropped += record.dropped;
        sum.dropped_scheme += record.dropped_scheme;
        sum.bytes_max = sum.bytes_max.max(record.bytes_max);
    }
    all
}

/// The parts of the scheme, over all queues.
fn acts(triggers: &[(&'static str, Unit)], activities: &[Activity]) -> Vec<Act> {
    let act = |(slot, (name, unit)): (usize, &(&'static str, Unit))| {
        let all = || activities.iter().map(|activity| activity.snapshot()[slot]);
        let highest = all().map(|trigger| trigger.highest).max().unwrap_or_default();
        let needed = all().map(|trigger| trigger.needed).max().unwrap_or_default();
        let text = |value: u32| print(i128::from(value), &kind_of(*unit));
        Act {
            name,
            fired: all().map(|trigger| u64::from(trigger.fired)).sum(),
            highest: text(highest),
            needed: text(needed),
            armed: highest >= needed,
        }
    };
    triggers.iter().enumerate().map(act).collect()
}

/// Bytes of each flow between the two cuts; 0 if the run ended before.
fn between(cuts: &[Cut], flows: usize) -> Vec<u64> {
    let [first, second] = cuts else { return vec![0; flows] };
    let at = |cut: &Cut, flow: usize| cut.received.get(flow).copied().unwrap_or_default();
    (0..flows).map(|flow| at(second, flow) - at(first, flow)).collect()
}

/// The receivers' ports between the end of the warm-up and of the time.
fn port_records(request: &Request<'_>, measured: &Measured) -> Vec<PortRecord> {
    let run = &request.scenario.run;
    let span = (run.time_ps - run.warmup_ps) as f64;
    let window = |port: usize| {
        let [first, second] = measured.cuts.as_slice() else { return Vec::new() };
        let longest = &second.longest[port];
        let (first, second) = (&first.ports[port], &second.ports[port]);
        vec![Window {
            from_ps: run.warmup_ps,
            to_ps: run.time_ps,
            packets_mean: (second.packets_ps - first.packets_ps) as f64 / span,
            bytes_mean: (second.bytes_ps - first.bytes_ps) as f64 / span,
            packets_max: longest.packets,
            bytes_max: longest.bytes,
            marked: second.marked - first.marked,
            dropped: dropped(second) - dropped(first),
            utilisation: (second.busy_ps - first.busy_ps) as f64 / span,
        }]
    };
    let record =
        |(port, samples): (usize, &Vec<_>)| PortRecord { samples: samples.clone(), windows: window(port) };
    measured.samples.iter().enumerate().map(record).collect()
}

fn record_of(flow: &Arc<Flow>) -> measure::Flow {
    let (workload, query) = Parts::origin(&flow.spec);
    let (start_ps, finish) = (flow.start.load(Relaxed), flow.finish.load(Relaxed));
    measure::Flow {
        bytes: if flow.spec.bytes == u64::MAX { 0 } else { flow.spec.bytes },
        start_ps: start_ps.max(flow.spec.start.0),
        fct_ps: (finish > 0).then(|| finish.saturating_sub(start_ps)),
        query,
        workload,
        timeouts: 0,
        resent: 0,
        arrived: flow.received.load(Relaxed),
    }
}
