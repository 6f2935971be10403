//! Explanations of a result: active and silent triggers, doubts.

use super::hosts::{clock_warnings, told, waits_for_signals};
use super::signals::Signals;
use super::tables::micros;
use freeboard_fabric::faults::FaultCounts;
use freeboard_fabric::network::Stuck;
use freeboard_fabric::results::percentile;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::{Outcome, QueueRecord};
use freeboard_scenario::quantity::{PICOS, print};

/// The name of a run in tables: its scheme's, and its seed where there are several.
#[must_use]
pub fn label(scenario: &Scenario, outcome: &Outcome) -> String {
    label_of(scenario, outcome.scheme, outcome.seed)
}

/// The same of a run that has not ended.
#[must_use]
pub fn label_of(scenario: &Scenario, scheme: usize, seed: u64) -> String {
    let name = &scenario.schemes[scheme].name;
    if scenario.run.seeds.len() > 1 { format!("{name}, seed {seed}") } else { name.clone() }
}

/// One sentence per part of each scheme, per congestion control and underlay, and the warnings of a run.
#[must_use]
pub fn activity(scenario: &Scenario, outcome: &Outcome) -> Vec<String> {
    let name = label(scenario, outcome);
    let mut lines: Vec<String> = outcome
        .acts
        .iter()
        .map(|act| {
            let why = match (act.fired, act.armed) {
                (0, _) if outcome.calls == 0 => ", no packet came".to_owned(),
                (0, false) => format!(", never armed: reached {} of {} needed", act.highest, act.needed),
                (0, true) => format!(", armed at {} (reached {}) but never due", act.needed, act.highest),
                _ => format!(", arms at {}, reached {}", act.needed, act.highest),
            };
            format!("{name}: {} {}{why}", act.name, act.fired)
        })
        .collect();
    lines.extend(Signals::of(outcome).map(|signals| format!("{name}: {signals}")));
    lines.extend(told(scenario, outcome).iter().map(|line| format!("{name}: {line}")));
    if let Some((count, mean, p99)) = answered(outcome) {
        let (mean, p99) = (micros(Some(mean)), micros(Some(p99)));
        lines.push(format!(
            "{name}: {count} requests answered in {mean} on average, the 99th percentile {p99}"
        ));
    }
    if !scenario.faults.is_empty() {
        lines.push(format!("{name}: {}", faulted(&outcome.faults)));
    }
    lines.extend(warnings(scenario, outcome).iter().map(|warning| format!("warning: {warning}")));
    lines
}

/// What a run should make its reader doubt: a scheme or congestion control that never acted, settings that contradict the
/// network, flows that wait.
#[must_use]
pub(super) fn warnings(scenario: &Scenario, outcome: &Outcome) -> Vec<String> {
    let scheme = &scenario.schemes[outcome.scheme];
    let mut lines = Vec::new();
    if outcome.calls > 0 && outcome.signals == 0 && !outcome.acts.is_empty() {
        lines.push(format!(
            "{} saw {} packets and never acted; its settings have no effect on this traffic",
            scheme.name, outcome.calls
        ));
    }
    lines.extend(clock_warnings(scenario, outcome));
    lines.extend(scheme.warnings());
    lines.extend(scenario.warnings());
    lines.extend(lossless_drops(scenario, outcome));
    if outcome.late_acks > 0 {
        lines.push(format!(
            "{} acknowledgements waited for `ack_delay`, {}, while their flows had more to send: windows hold less than \
             the {} segments of `ack_every`",
            outcome.late_acks,
            print(i128::from(scenario.host.config().ack_delay.0), &PICOS),
            scenario.host.config().ack_every,
        ));
    }
    lines.extend(resent_in_vain(scenario, outcome));
    if !scenario.faults.is_empty() {
        lines.extend(waiting(&outcome.stuck));
    }
    if outcome.reactions() == 0 && waits_for_signals(&scheme.host.cc.id) {
        lines.push(format!("{} never had a mark, a loss or a timeout to react to", scheme.host.cc.id));
    }
    lines
}

/// A sentence if segments were sent again though none was lost: the reasons there may be, and the keys that are off and would help.
fn resent_in_vain(scenario: &Scenario, outcome: &Outcome) -> Option<String> {
    let resent: u64 = outcome.flows.iter().map(|flow| u64::from(flow.resent)).sum();
    if resent == 0 || outcome.drops() > 0 {
        return None;
    }
    let config = scenario.host.config();
    let why = if scenario.host.is_rdma() {
        "receivers refuse a segment that overtakes another, and senders go back; a late ACK looks like a timeout".to_owned()
    } else {
        let [rack, probe] = [config.rack, config.tail_probe].map(|flag| flag && config.sack);
        let late = if rack {
            "a segment that is late by more than the reordering window looks like a loss"
        } else {
            "three segments that overtake a late one look like a loss"
        };
        let probe = if probe { ", and a tail probe sends a segment again" } else { "" };
        let undo = config.undo && config.sack;
        let advice = [(rack, "`rack` waits for late segments"), (undo, "`undo` takes the cut back")];
        let advice: Vec<&str> =
            advice.into_iter().filter(|(on, _)| config.sack && !on).map(|(_, key)| key).collect();
        let advice = if advice.is_empty() { String::new() } else { format!("; {}", advice.join(", ")) };
        format!("{late}, and a late ACK like a timeout{probe}{advice}")
    };
    Some(format!("{resent} segments were sent again though none was lost: {why}"))
}

/// Requests of closed loops that were answered, the mean and the 99th percentile of how long they took \[us\]; `None` without
/// any.
#[must_use]
pub(super) fn answered(outcome: &Outcome) -> Option<(usize, f64, f64)> {
    let mut times: Vec<u64> = outcome.exchanges.iter().map(|it| it.time_ps).collect();
    times.sort_unstable();
    let p99 = percentile(&times, 990)?;
    let mean = times.iter().map(|time| *time as f64).sum::<f64>() / times.len() as f64;
    Some((times.len(), mean * 1e-6, p99 as f64 * 1e-6))
}

/// One sentence per lossless class that dropped packets, with the causes.
fn lossless_drops<'a>(scenario: &'a Scenario, outcome: &'a Outcome) -> impl Iterator<Item = String> + 'a {
    let is_lossless = |record: &QueueRecord| {
        let queues = scenario.topology.queues.as_deref();
        queues.is_some_and(|queues| queues.lossless.classes.iter().any(|it| usize::from(*it) == record.queue))
    };
    outcome.classes.iter().filter(move |record| record.dropped > 0 && is_lossless(record)).map(|record| {
        let QueueRecord { queue, dropped, dropped_scheme, dropped_fault, .. } = *record;
        let causes = [
            (
                dropped - dropped_scheme - dropped_fault,
                "found no room: the pool is too small for its headroom",
            ),
            (dropped_scheme, "by the scheme: `not_ect`, or a scheme that drops"),
            (dropped_fault, "by a fault"),
        ];
        let causes =
            causes.iter().filter(|(count, _)| *count > 0).map(|(count, why)| format!("{count} {why}"));
        let causes: Vec<String> = causes.collect();
        format!("lossless class {queue} dropped {dropped} packets: {}", causes.join("; "))
    })
}

/// What faults did, in words.
fn faulted(counts: &FaultCounts) -> String {
    let FaultCounts {
        loss,
        corruption,
        link_down,
        reboot,
        watchdog,
        duplicated,
        delayed,
        stripped,
        rewritten,
        storms,
    } = *counts;
    format!(
        "faults lost {loss} packets, damaged {corruption}, dropped {link_down} with a link, {reboot} with a switch and {watchdog} by \
         a watchdog in {storms} storms; {duplicated} came twice, {delayed} late, {stripped} without their telemetry, {rewritten} \
         with another ECN field"
    )
}

/// Most reasons named.
const NAMED: usize = 5;

/// What unfinished flows wait for: one line per reason, those of the most flows first.
fn waiting(stuck: &[Stuck]) -> impl Iterator<Item = String> + '_ {
    let kind = |it: &Stuck| core::mem::discriminant(&it.reason);
    let mut kinds: Vec<(usize, &Stuck)> = Vec::new();
    for it in stuck {
        match kinds.iter_mut().find(|(_, first)| kind(first) == kind(it)) {
            Some((count, _)) => *count += 1,
            None => kinds.push((1, it)),
        }
    }
    kinds.sort_by_key(|(count, _)| core::cmp::Reverse(*count));
    kinds.into_iter().take(NAMED).map(|(count, first)| {
        format!("{count} flows have not completed like flow {}: {}", first.flow.0, first.reason)
    })
}
