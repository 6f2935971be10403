//! The effective configuration, quantised values included.

use super::json::Line;
use super::tables::prose;
use crate::quantity::{BYTES, NANOS, PICOS, RATE, print};
use crate::scenario::{Chosen, Clocks, Host, Mode, Pacing, Reporting, Scenario, Scheme, Shape};
use comfy_table::Table;
use serde::Serialize;

/// One line of what a scenario means.
#[derive(Clone, Debug, Serialize)]
pub struct Meaning {
    /// The scheme it belongs to; none for what all share.
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<String>,
    key: String,
    value: String,
    /// Where the value takes effect differently from how it was asked, or brings something with it.
    #[serde(skip_serializing_if = "String::is_empty")]
    effect: String,
}

impl Line for Meaning {}

/// Everything a scenario means, defaults included, as a table: two columns, and a third where a value takes effect
/// differently from how it was asked.
#[must_use]
pub fn configuration(scenario: &Scenario) -> Table {
    let mut rows = Vec::new();
    let mut scheme = None;
    for line in meaning(scenario) {
        if line.scheme != scheme {
            let name = line.scheme.as_deref().unwrap_or_default();
            rows.push(vec![format!("[{name}]"), String::new(), String::new()]);
            scheme = line.scheme;
        }
        rows.push(vec![line.key, line.value, line.effect]);
    }
    prose(["key", "value", "takes effect as"], rows)
}

/// The same line by line, what all schemes share first.
#[must_use]
pub fn meaning(scenario: &Scenario) -> Vec<Meaning> {
    let mut rows = network(scenario);
    let first = &scenario.schemes[0];
    let shared =
        scenario.schemes.iter().all(|scheme| (&scheme.cc, &scheme.underlay) == (&first.cc, &first.underlay));
    if shared {
        rows.extend(control(first));
    }
    for scheme in &scenario.schemes {
        let own = of_scheme(scheme, !shared).into_iter();
        rows.extend(own.map(|row| Meaning { scheme: Some(scheme.name.clone()), ..row }));
    }
    rows
}

fn of_scheme(scheme: &Scheme, with_control: bool) -> Vec<Meaning> {
    let mut rows = chosen("aqm", &scheme.aqm);
    if let Some(drops) = scheme.not_ect_drops {
        let rule = if drops { "dropped on a signal" } else { "passed on a signal" };
        rows.push(row("aqm.not_ect", &format!("packets without ECN are {rule}"), ""));
    }
    if with_control {
        rows.extend(control(scheme));
    }
    rows
}

fn control(scheme: &Scheme) -> Vec<Meaning> {
    let mut rows = chosen("cc", &scheme.cc);
    rows.extend(scheme.underlay.iter().flat_map(|underlay| chosen("underlay", underlay)));
    rows
}

fn row(key: &str, value: &str, effect: &str) -> Meaning {
    Meaning { scheme: None, key: key.to_owned(), value: value.to_owned(), effect: effect.to_owned() }
}

fn network(scenario: &Scenario) -> Vec<Meaning> {
    let (topology, host, run) = (&scenario.topology, &scenario.host, &scenario.run);
    let time = |ps: u64| print(i128::from(ps), &PICOS);
    let size = |bytes: u16| print(i128::from(bytes), &BYTES);
    let rate = |bps: u64| print(i128::from(bps), &RATE);
    let shape = match topology.shape {
        Shape::NToOne { senders, receivers: 1 } => format!("{senders} senders, one switch, one receiver"),
        Shape::NToOne { senders, receivers } => {
            format!("{senders} senders, one switch, {receivers} receivers")
        }
        Shape::LeafSpine { leaves, spines, hosts_per_leaf } => {
            format!("{leaves} leaves x {spines} spines, {hosts_per_leaf} hosts per leaf")
        }
        Shape::FatTree { pods, edges, aggregations, cores, hosts_per_edge } => format!(
            "{pods} pods of {edges} edge switches with {hosts_per_edge} hosts and {aggregations} aggregation \
             switches, {} core switches",
            aggregations * cores
        ),
    };
    let mut rows = vec![
        row("topology", &shape, ""),
        row("topology.rate", &rate(topology.rate_bps), ""),
        row("topology.rtt", &topology.rtt.describe(), ""),
        row("topology.buffer", &topology.buffer.describe(), ""),
        row("host.mss", &size(host.mss), &format!("{} B per full packet", host.full_packet())),
        row("host.min_rto", &time(host.min_rto_ps), ""),
        row("host.initial_rto", &time(host.initial_rto_ps), ""),
        row("host.ack_every", &format!("every {} in-order segments", host.ack_every), ""),
        row("host.sack", if host.sack { "on" } else { "off" }, ""),
        row("run.time", &time(run.time_ps), &format!("and {} to drain", time(run.drain_ps))),
        row("run.seed", &run.seeds.iter().map(u64::to_string).collect::<Vec<_>>().join(", "), ""),
    ];
    if topology.fabric_rate_bps != topology.rate_bps {
        rows.push(row("topology.fabric_rate", &rate(topology.fabric_rate_bps), ""));
    }
    if let Some(queues) = &topology.queues {
        rows.push(row("topology.queues", &queues.describe(), ""));
        rows.extend(queues.lossless.iter().map(|it| row("topology.queues.lossless", &it.describe(), "")));
    }
    rows.extend(hosts(host));
    if scenario.clocks != Clocks::default() {
        rows.push(row("clocks", &scenario.clocks.describe(), ""));
    }
    rows.extend(scenario.workloads.iter().map(|workload| row("workload", &workload.describe(), "")));
    rows
}

/// What of the hosts is not as usual.
fn hosts(host: &Host) -> Vec<Meaning> {
    let time = |ps: u64| print(i128::from(ps), &PICOS);
    let mut rows = Vec::new();
    if host.transport == Mode::Rdma {
        let refusals = format!("the same gap is refused every {}", time(host.nack_interval_ps));
        rows.push(row("host.transport", "rdma: goes back N, flows in turn", &refusals));
        let first = if host.ack_priority { "leave before data" } else { "take turns with data" };
        rows.push(row("host.ack_priority", &format!("ACKs {first}"), ""));
    }
    if host.offload > 0 {
        let note = "a third of the window, 1 ms of the pace at most";
        rows.push(row("host.offload", &print(i128::from(host.offload), &BYTES), note));
    }
    if host.pacing == Pacing::Fq {
        rows.push(row("host.pacing", "fq", "1.2 windows per round trip, 2 in slow start"));
    }
    if host.reports == Reporting::Packets {
        let hold = print(i128::from(host.report_hold_ns), &NANOS);
        let every = format!("every {} packets or {hold}, and the last", host.report_every);
        rows.push(row("host.reports", "packets of their own", &every));
    }
    if host.memory_ns > 0 {
        let age = print(i128::from(host.memory_ns), &NANOS);
        rows.push(row(
            "host.memory",
            &age,
            "what flows have seen counts so long for the next to the same host",
        ));
    }
    if host.samples_every > 0 {
        let kept = format!("one packet in {} is kept by its sender and reported", host.samples_every);
        rows.push(row("host.samples", &host.samples_every.to_string(), &kept));
    }
    if let Some(class) = host.ack_class {
        rows.push(row("host.ack_class", &class.to_string(), ""));
    }
    rows
}

fn chosen(key: &str, chosen: &Chosen) -> Vec<Meaning> {
    let mut rows = vec![row(key, &chosen.id, &format!("preset {}", chosen.preset))];
    for line in &chosen.lines {
        let effect = if line.asked == line.effective { "" } else { line.effective.as_str() };
        let origin = if line.explicit { "" } else { " (preset)" };
        rows.push(row(&format!("{key}.{}", line.name), &format!("{}{origin}", line.asked), effect));
    }
    rows
}
