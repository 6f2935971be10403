//! The effective configuration, quantised values included.

use super::json::Line;
use super::tables::prose;
use comfy_table::Table;
use freeboard_scenario::file::{Chosen, Origin, Running, Scenario, Scheme};
use freeboard_scenario::quantity::{PICOS, print};
use serde::{Deserialize, Serialize};

/// One effective setting of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectiveSetting {
    /// Scheme of the setting; none for settings of all schemes.
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<String>,
    key: String,
    value: String,
    /// Effective value, if it differs from the value as parsed, or a consequence of the value.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    effect: String,
}

impl Line for EffectiveSetting {}

/// The effective settings of a scenario, in one object before those of its runs.
#[derive(Clone, Debug, Serialize)]
pub struct ConfigurationLine {
    /// The scenario's name.
    pub name: String,
    /// The lines that `--check` prints.
    pub configuration: Vec<EffectiveSetting>,
}

impl Line for ConfigurationLine {}

impl EffectiveSetting {
    /// The scheme, the key, the value and the effective value; the first and the last may be empty.
    #[must_use]
    pub fn cells(&self) -> [&str; 4] {
        [self.scheme.as_deref().unwrap_or_default(), &self.key, &self.value, &self.effect]
    }
}

/// All effective settings of a scenario, defaults included, as a table: two columns, and a third if an effective value differs
/// from the value as parsed.
#[must_use]
pub fn configuration(scenario: &Scenario) -> Table {
    let mut rows = Vec::new();
    let mut scheme = None;
    for line in effective_settings(scenario) {
        if line.scheme != scheme {
            let name = line.scheme.as_deref().unwrap_or_default();
            rows.push(vec![format!("[{name}]"), String::new(), String::new()]);
            scheme = line.scheme;
        }
        rows.push(vec![line.key, line.value, line.effect]);
    }
    prose(["key", "value", "takes effect as"], rows)
}

/// The same line by line, settings of all schemes first.
#[must_use]
pub fn effective_settings(scenario: &Scenario) -> Vec<EffectiveSetting> {
    let mut rows: Vec<EffectiveSetting> =
        scenario.rows().iter().map(|(key, value)| row(key, value, &effect(scenario, key))).collect();
    let first = &scenario.schemes[0];
    let shared = scenario.schemes.iter().all(|scheme| scheme.running().eq(first.running()));
    if shared {
        rows.extend(controls(scenario, first));
    }
    rows.extend(scenario.warnings().iter().map(|warning| row("warning", warning, "")));
    let estimate = scenario.estimate();
    rows.push(row("estimate.flows", &estimate.flows.to_string(), "of one run"));
    rows.push(row("estimate.samples", &estimate.samples.to_string(), ""));
    let mib = |bytes: u64| format!("{} MiB", bytes.div_ceil(1 << 20));
    rows.push(row("estimate.memory", &mib(estimate.memory_bytes), "of a process with one run"));
    let runs = scenario.schemes.len() * scenario.run.seeds.len();
    if runs > 1 {
        rows.push(row(
            "estimate.kept",
            &mib(estimate.kept_bytes),
            &format!("of each of {runs} runs, until the last"),
        ));
        let all = format!("of a process with all {runs} runs, one at a time");
        rows.push(row("estimate.all", &mib(scenario.memory_of_all(1)), &all));
    }
    rows.push(row("estimate.events", &estimate.events.to_string(), "at most about"));
    for scheme in &scenario.schemes {
        let own = of_scheme(scenario, scheme, !shared).into_iter();
        rows.extend(own.map(|row| EffectiveSetting { scheme: Some(scheme.name.clone()), ..row }));
    }
    rows
}

fn of_scheme(scenario: &Scenario, scheme: &Scheme, with_control: bool) -> Vec<EffectiveSetting> {
    let mut rows = chosen("aqm", &scheme.aqm);
    let rule =
        scheme.not_ect_drops.map_or("as the scheme declares", |drops| if drops { "drop" } else { "pass" });
    rows.push(row("aqm.not_ect", rule, ""));
    if with_control {
        rows.extend(controls(scenario, scheme));
    }
    rows
}

/// Controls and underlays of the flows, those of groups under the group's name.
fn controls(scenario: &Scenario, scheme: &Scheme) -> Vec<EffectiveSetting> {
    let mut rows = control("", &scheme.host);
    for (group, running) in scenario.groups.iter().zip(&scheme.groups) {
        rows.extend(control(&format!("host_group.{}.", group.name), running));
    }
    rows
}

fn control(prefix: &str, running: &Running) -> Vec<EffectiveSetting> {
    let mut rows = chosen(&format!("{prefix}cc"), &running.cc);
    let underlay = format!("{prefix}underlay");
    match &running.underlay {
        Some(chosen) => rows.extend(self::chosen(&underlay, chosen)),
        None => rows.push(row(&underlay, "none", "")),
    }
    rows
}

fn row(key: &str, value: &str, effect: &str) -> EffectiveSetting {
    EffectiveSetting { scheme: None, key: key.to_owned(), value: value.to_owned(), effect: effect.to_owned() }
}

/// Consequence of a value of the scenario.
fn effect(scenario: &Scenario, key: &str) -> String {
    let topology = &scenario.topology;
    match key {
        "host.mss" => format!("{} B per full packet", scenario.host.full_packet()),
        "topology.buffer.profile" => format!("cells of {} B", topology.buffer.cell()),
        "topology.rtt" if topology.rtt.max_ps > topology.rtt.min_ps => {
            format!("90th percentile {}", print(i128::from(topology.rtt.quantile_ps(0.9)), &PICOS))
        }
        _ => String::new(),
    }
}

fn chosen(key: &str, chosen: &Chosen) -> Vec<EffectiveSetting> {
    let mut rows = vec![row(key, &chosen.id, &format!("preset {}", chosen.preset))];
    for line in &chosen.lines {
        let effect = if line.asked == line.effective { "" } else { line.effective.as_str() };
        let origin = match line.origin {
            Origin::Scenario => "",
            Origin::Preset => " (preset)",
            Origin::Topology => " (topology)",
        };
        let warning = line.warning.as_ref().map_or_else(String::new, |warning| format!("warning: {warning}"));
        let effect = [effect, warning.as_str()].into_iter().filter(|part| !part.is_empty());
        let effect = effect.collect::<Vec<_>>().join("; ");
        rows.push(row(&format!("{key}.{}", line.name), &format!("{}{origin}", line.asked), &effect));
    }
    rows
}
