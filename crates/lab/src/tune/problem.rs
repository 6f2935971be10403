//! The problem: a queue of a configuration under the traffic of a scenario.

use crate::sweep::set_key;
use anyhow::Result;
use freeboard_import::lint::{Finding, lint};
use freeboard_import::sonic::{Choice, ConfigDb, Thresholds, Tunable, scenario};
use freeboard_scenario::catalog::Descriptor;
use freeboard_scenario::document::{Document, Fault};
use freeboard_scenario::file::{Origin, Scenario, Shape};
use freeboard_scenario::quantity::{kind_of, print};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// Sections of the traffic's file that are used.
const TRAFFIC: [&str; 5] = ["workload", "host", "run", "fault", "group"];

/// Something that may be run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Name in tables, of its own.
    pub name: String,
    /// Its changes to the configuration.
    pub kind: Kind,
}

/// Changes of a candidate to the configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Kind {
    /// Thresholds of the queue.
    Thresholds(Thresholds),
    /// Another scheme, by its place in the imported scenario; its settings that follow the path are multiplied by this share.
    Scheme(usize, u32, u32),
}

/// A configuration and traffic.
#[derive(Clone, Debug)]
pub struct Problem {
    file: String,
    text: String,
    choice: Choice,
    /// The queue.
    pub tunable: Tunable,
    /// Findings of lint in the configuration as it is.
    findings: Vec<Finding>,
    traffic_file: String,
    traffic: Table,
    /// The product of the port's rate and the longest base round-trip time \[B\].
    pub path_bytes: u64,
}

impl Problem {
    /// Reads a configuration and the scenario whose traffic it gets.
    ///
    /// # Errors
    /// Either is not legal, or the traffic is not of several senders to one receiver.
    pub fn read(
        file: &str,
        text: String,
        traffic: &Document,
        port: Option<String>,
        queue: Option<u8>,
    ) -> Result<Self, Fault> {
        let given = Scenario::read(traffic)?;
        let Shape::NToOne(shape) = &given.topology.shape else {
            return Err(Fault {
                file: traffic.file().into(),
                line: 0,
                key: "topology.kind".to_owned(),
                value: None,
                problem: "is another network than senders and one port".to_owned(),
                legal: "n-to-1, of which senders and rtt are taken".to_owned(),
            });
        };
        let rtt = print(i128::from(given.topology.rtt.max_ps), &freeboard_scenario::quantity::PICOS);
        let choice = Choice { port, queue, rtt, senders: shape.senders };
        let db = ConfigDb::read(file, &text)?;
        let tunable = Tunable::of(file, &db, &choice)?;
        let bits = u128::from(tunable.speed) * 1_000_000 * u128::from(given.topology.rtt.max_ps);
        Ok(Self {
            file: file.to_owned(),
            text,
            choice,
            findings: lint(&db),
            path_bytes: u64::try_from(bits / 8_000_000_000_000).unwrap_or(u64::MAX),
            tunable,
            traffic_file: traffic.file().to_owned(),
            traffic: traffic.text().parse().unwrap_or_default(),
        })
    }

    /// The configuration with these thresholds, and what lint finds in it and not in the one that was given.
    #[must_use]
    pub fn with(&self, thresholds: &Thresholds) -> Option<(String, Vec<Finding>)> {
        let text = self.tunable.with(&self.text, thresholds)?;
        let db = ConfigDb::read(&self.file, &text).ok()?;
        let new = lint(&db).into_iter().filter(|finding| !self.findings.contains(finding));
        let new = new.collect();
        Some((text, new))
    }

    /// Nothing new is found in the configuration with these thresholds, and they are legal.
    #[must_use]
    pub fn allows(&self, thresholds: &Thresholds) -> bool {
        self.with(thresholds).is_some_and(|(_, findings)| findings.is_empty())
    }

    /// Commands that set these thresholds on a switch that runs.
    #[must_use]
    pub fn commands(&self, thresholds: &Thresholds) -> Vec<String> {
        self.tunable.commands(&self.text, thresholds)
    }

    /// The scenario of a candidate, with one scheme.
    ///
    /// # Errors
    /// The simulator does not have it.
    pub fn scenario(&self, candidate: &Candidate) -> Result<Scenario, Fault> {
        let text = match &candidate.kind {
            Kind::Thresholds(thresholds) => self.tunable.with(&self.text, thresholds),
            Kind::Scheme(..) => None,
        };
        let db = ConfigDb::read(&self.file, text.as_ref().unwrap_or(&self.text))?;
        let imported = scenario(&self.file, &db, &self.choice)?.text;
        let mut table: Table = imported.parse().unwrap_or_default();
        let schemes = table.get("scheme").and_then(Value::as_array).cloned().unwrap_or_default();
        let at = if let Kind::Scheme(at, ..) = candidate.kind { at } else { 0 };
        let own = schemes.get(at).cloned().unwrap_or_else(|| Value::Table(Table::new()));
        table.insert("scheme".to_owned(), Value::Array(vec![own]));
        self.put_traffic(&mut table);
        let read =
            |table: &Table| Scenario::read(&Document::new(self.traffic_file.as_str(), table.to_string()));
        let mut scenario = read(&table)?;
        if let Kind::Scheme(_, times, of) = candidate.kind
            && times != of
        {
            for (name, value) in following(&scenario, times, of) {
                // The scheme is there, and so its table.
                let _ = set_key(&mut table, &format!("scheme.1.{name}"), Value::String(value));
            }
            scenario = read(&table)?;
        }
        // Nothing reads samples.
        scenario.run.sample_ps = 0;
        // Not that of a file, which another process may have by another path.
        scenario.name.clone_from(&candidate.name);
        Ok(scenario)
    }

    /// Traffic, hosts and times instead of those that the importer chose; the network's senders and round-trip times.
    fn put_traffic(&self, table: &mut Table) {
        let workload = table.get("workload").and_then(Value::as_array).and_then(|all| all.first());
        let class = workload.and_then(|first| first.get("class")).cloned();
        for section in TRAFFIC {
            if let Some(own) = self.traffic.get(section) {
                table.insert(section.to_owned(), own.clone());
            }
        }
        if let (Some(class), Some(Value::Array(workloads))) = (class, table.get_mut("workload")) {
            for workload in workloads.iter_mut().filter_map(Value::as_table_mut) {
                workload.entry("class").or_insert_with(|| class.clone());
            }
        }
        let own = self.traffic.get("topology").and_then(Value::as_table);
        let rtt = own.and_then(|own| own.get("rtt"));
        if let (Some(rtt), Some(Value::Table(topology))) = (rtt, table.get_mut("topology")) {
            topology.insert("rtt".to_owned(), rtt.clone());
        }
    }

    /// Schemes of the papers, each as it follows this path and with half and twice the settings that do.
    ///
    /// # Errors
    /// The configuration has no scenario.
    pub fn schemes(&self) -> Result<Vec<Candidate>, Fault> {
        let db = ConfigDb::read(&self.file, &self.text)?;
        let imported = scenario(&self.file, &db, &self.choice)?.text;
        let table: Table = imported.parse().unwrap_or_default();
        let schemes = table.get("scheme").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut all = Vec::new();
        for (at, scheme) in schemes.iter().enumerate().skip(1) {
            let name = scheme.get("name").and_then(Value::as_str).unwrap_or_default();
            let base = Candidate { name: name.to_owned(), kind: Kind::Scheme(at, 1, 1) };
            let follows = !following(&self.scenario(&base)?, 1, 1).is_empty();
            all.push(base);
            if follows {
                for (text, times, of) in [("half", 1, 2), ("twice", 2, 1)] {
                    let candidate =
                        Candidate { name: format!("{name}, {text}"), kind: Kind::Scheme(at, times, of) };
                    // A setting may have no such value.
                    if self.scenario(&candidate).is_ok() {
                        all.push(candidate);
                    }
                }
            }
        }
        Ok(all)
    }
}

/// Settings of the first scheme that follow the path, multiplied by a share, with their units.
fn following(scenario: &Scenario, times: u32, of: u32) -> Vec<(String, String)> {
    let Some(scheme) = scenario.schemes.first() else { return Vec::new() };
    let known: &Descriptor = scheme.aqm.variant.descriptor();
    let lines = scheme.aqm.lines.iter().filter(|line| line.origin == Origin::Topology);
    let scaled = |name: &str| {
        let at = known.field(name)?;
        let value = u64::from(*scheme.aqm.values.get(at)?) * u64::from(times) / u64::from(of.max(1));
        Some((name.to_owned(), print(value.into(), &kind_of(known.fields[at].unit))))
    };
    lines.filter_map(|line| scaled(&line.name)).collect()
}
