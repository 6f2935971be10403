//! Sentences about what hosts were told: congestion controls and underlays.

use freeboard_registry::CcId;
use freeboard_registry::cc_api::CcMeta;
use freeboard_scenario::file::{Chosen, Scenario};
use freeboard_scenario::measure::{ControlRecord, HostReports, Outcome, Told};

/// Most hosts with a sentence of their own. Chosen by us: a wrong clock of a receiver concerns all its senders.
const NAMED: usize = 5;

/// Fewest reports of a host that make a doubt of holding it after each. Chosen by us: a burst into a full queue has fewer.
const DOUBT: u64 = 100;

/// One sentence per congestion control, and one for the underlay.
pub(super) fn told(scenario: &Scenario, outcome: &Outcome) -> Vec<String> {
    let mut lines: Vec<String> = outcome.controls.iter().map(control).collect();
    let [reports, ignored, held, negative] = [
        |host: &HostReports| host.reports,
        |host: &HostReports| host.ignored,
        |host: &HostReports| host.held,
        |host: &HostReports| host.negative,
    ]
    .map(|of| outcome.reports.iter().map(of).sum::<u64>());
    if let Some(underlay) = underlays(scenario, outcome).next() {
        let ahead = if negative > 0 { format!(", of a negative delay {negative}") } else { String::new() };
        lines.push(format!(
            "{} had {reports} reports, held flows after {held}, ignored {ignored}{ahead}",
            underlay.id
        ));
    }
    lines
}

fn control(record: &ControlRecord) -> String {
    let Told { marked_acks, telemetry, cnps, losses, timeouts } = record.told;
    let named = [
        (marked_acks, "marked ACKs"),
        (telemetry, "ACKs with telemetry"),
        (cnps, "CNPs"),
        (losses, "losses"),
        (timeouts, "timeouts"),
    ];
    let some: Vec<String> =
        named.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect();
    let all = match some.is_empty() {
        true if steers_by_delay(&record.cc) => "round-trip times alone".to_owned(),
        true => "nothing to react to".to_owned(),
        false => some.join(", "),
    };
    format!("{} had {all}", record.cc)
}

/// The control of this name.
fn control_of(cc: &str) -> Option<CcId> {
    let is_named = |meta: &CcMeta| cc.split_once('/') == Some((meta.name, meta.variant));
    CcId::ALL.iter().copied().find(|id| is_named(id.meta()))
}

/// A control of this name steers by round-trip times, of which each acknowledgement brings one.
fn steers_by_delay(cc: &str) -> bool {
    control_of(cc).is_some_and(|id| id.meta().delay)
}

/// A control of this name waits for marks, losses and timeouts: it does not steer by delay, and it has state to change.
pub(super) fn waits_for_signals(cc: &str) -> bool {
    control_of(cc).is_some_and(|id| !id.meta().delay && id.state_bytes() > 0)
}

/// The underlays of a scheme.
fn underlays<'a>(scenario: &'a Scenario, outcome: &Outcome) -> impl Iterator<Item = &'a Chosen> {
    scenario.schemes[outcome.scheme].running().filter_map(|running| running.underlay.as_ref())
}

/// Hosts whose reports were ignored or of a negative delay, and hosts that were held whatever came: with a right clock none of it
/// happens.
pub(super) fn clock_warnings(scenario: &Scenario, outcome: &Outcome) -> Vec<String> {
    let scheme = &scenario.schemes[outcome.scheme];
    let setting = |host: &HostReports, name: &str| -> Option<String> {
        let group = scenario.group_of(host.host - 1).map(|group| &scheme.groups[group]);
        let chosen = group.unwrap_or(&scheme.host).underlay.as_ref()?;
        chosen.lines.iter().find(|line| line.name == name).map(|line| line.effective.clone())
    };
    let line = |host: &HostReports| {
        let HostReports { host: number, reports, ignored, held, negative } = *host;
        if ignored > 0 {
            let sane = setting(host, "sane")?;
            return Some(format!(
                "{ignored} of {reports} reports of host {number} ignored: one-way delay beyond {sane}; is its clock right, and \
                 those of its receivers?"
            ));
        }
        if negative > 0 {
            return Some(format!(
                "{negative} of {reports} reports of host {number} with a negative one-way delay, which holds no flow: its clock is ahead \
                 of its receivers' clocks"
            ));
        }
        let t = setting(host, "t")?;
        (held == reports && reports >= DOUBT).then(|| {
            format!(
                "all {reports} reports of host {number} held its flows: one-way delay always beyond {t}; is that above the path's own, \
                 and is its clock right, and those of its receivers?"
            )
        })
    };
    let mut hosts: Vec<&HostReports> = outcome.reports.iter().collect();
    hosts.sort_by_key(|host| core::cmp::Reverse((host.ignored, host.negative, host.held)));
    let lines: Vec<String> = hosts.into_iter().filter_map(line).collect();
    let more = lines.len().saturating_sub(NAMED);
    let rest = (more > 0).then(|| format!("likewise {more} other hosts"));
    lines.into_iter().take(NAMED).chain(rest).collect()
}
