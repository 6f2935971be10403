//! Causes of an empty table of completion times.

use freeboard_fabric::network::{Stuck, StuckReason};
use freeboard_scenario::file::{InjectedFault, Running, Scenario, Traffic};
use freeboard_scenario::measure::{Flow, Outcome};
use freeboard_scenario::quantity::{PICOS, print};

/// Share of its time from which a receiver's link is busy: more than this, and no control holds flows back. Chosen by us.
const BUSY: f64 = 0.5;

/// Why the table of completion times has no rows worth reading; `None` if it has.
#[must_use]
pub fn emptiness(scenario: &Scenario, outcome: &Outcome) -> Option<String> {
    if outcome.flows.iter().any(|flow| flow.fct_ps.is_some()) {
        return None;
    }
    let endless = scenario.workloads.iter().all(|workload| match &workload.traffic {
        Traffic::Long(it) => it.size.is_none(),
        Traffic::Permutation(it) => it.size.is_none(),
        Traffic::Constant(_) => true,
        _ => false,
    });
    let (started, unfinished) = (outcome.flows.len(), outcome.unfinished());
    let few = "the load is so low, or the time so short, that no arrival fell into the run; raise `run.time` or a workload's `load`";
    Some(if started == 0 {
        format!("no flow started: {few}")
    } else if endless {
        "all flows are without end, so there are no completion times; add a workload of \
         kind \"poisson\" or \"incast\""
            .to_owned()
    } else if unfinished == 0 {
        format!("all {started} flows that started are without end: {few}")
    } else {
        format!("none of {unfinished} flows finished within the run{}", unfinished_because(scenario, outcome))
    })
}

/// Why flows with an end have not reached it.
fn unfinished_because(scenario: &Scenario, outcome: &Outcome) -> String {
    let scheme = &scenario.schemes[outcome.scheme];
    if let Some(Stuck { flow, reason }) = broken(scenario, outcome) {
        return format!("; flow {}: {reason}", flow.0);
    }
    let lost = outcome.faults.lost();
    if lost > 0 && outcome.flows.iter().all(|flow| flow.arrived == 0) {
        return format!(
            ", and none of their bytes arrived: faults took {lost} packets; look at the `[[fault]]` sections"
        );
    }
    if let Some(warning) = scheme.running().flat_map(Running::warnings).next() {
        return format!("; {warning}");
    }
    let more = "raise `run.time` or `run.drain`";
    if outcome.drops() > 0 || outcome.timeouts > 0 {
        return format!("; {more}");
    }
    if let Some(needed) = shortest(scenario, outcome) {
        return format!(
            ": the shortest needs {} of a link of its own, which is more than it had; {more}",
            print(i128::from(needed), &PICOS)
        );
    }
    let busiest = outcome.ports.iter().map(|port| port.over(0..u64::MAX).utilisation).fold(0.0, f64::max);
    if busiest >= BUSY {
        return format!(
            ": the busiest link to a receiver was in use for {:.0} % of the time; {more}",
            100.0 * busiest
        );
    }
    let cc = &scheme.host.cc.id;
    format!(
        ", and nothing was lost: {cc} holds them back, or the time is too short; look at the settings of {cc} and {more}"
    )
}

/// A flow that waits for the end of a fault.
fn broken<'a>(scenario: &Scenario, outcome: &'a Outcome) -> Option<&'a Stuck> {
    let has_storm = scenario.faults.iter().any(|fault| matches!(fault, InjectedFault::PfcStorm(_)));
    let is_broken = |it: &&Stuck| match it.reason {
        StuckReason::LinkDown { .. } | StuckReason::HostPaused { .. } => true,
        StuckReason::Paused { .. } => has_storm,
        _ => false,
    };
    outcome.stuck.iter().find(is_broken)
}

/// How long the shortest flow takes at its sender's rate, if no flow had as long \[ps\].
fn shortest(scenario: &Scenario, outcome: &Outcome) -> Option<u64> {
    let fastest =
        scenario.groups.iter().filter_map(|group| group.rate_bps).fold(scenario.topology.rate_bps, u64::max);
    let need = |flow: &Flow| {
        let ps = u128::from(flow.bytes) * 8_000_000_000_000 / u128::from(fastest.max(1));
        u64::try_from(ps).unwrap_or(u64::MAX)
    };
    let all = || outcome.flows.iter().filter(|flow| flow.bytes > 0);
    let had_time = all().any(|flow| need(flow) <= outcome.end_ps.saturating_sub(flow.start_ps));
    all().map(need).min().filter(|_| !had_time)
}
