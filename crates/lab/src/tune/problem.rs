//! The problem: a queue of a configuration under the traffic of a scenario.

use super::RoundTrips;
use anyhow::Result;
use freeboard_import::lint::{Finding, lint};
use freeboard_import::sonic::{Choice, ConfigDb, Thresholds, Tunable, scenario};
use freeboard_scenario::catalog::Descriptor;
use freeboard_scenario::document::{Document, Fault, set_key};
use freeboard_scenario::file::{Origin, Scenario, SettingLine, Shape};
use freeboard_scenario::quantity::{NANOS, kind_of, print};
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
    /// Another scheme.
    Scheme {
        /// Its place in the imported scenario.
        at: usize,
        /// Names and values of the settings that are not those of that scenario.
        settings: Vec<(String, String)>,
    },
}

/// Percentiles of the round-trip time that ECN# is tried with: \[Zhang19\] §3.4 takes the 90th, others are chosen by us.
const PERCENTILES: [usize; 4] = [50, 75, 90, 99];

/// A configuration and traffic.
#[derive(Clone, Debug)]
pub struct Problem {
    file: String,
    text: String,
    choice: Choice,
    /// The queue.
    pub tunable: Tunable,
    /// Findings of lint in the configuration as it is.
    pub findings: Vec<Finding>,
    round_trips: RoundTrips,
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
        round_trips: Option<RoundTrips>,
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
            round_trips: round_trips.unwrap_or_else(|| RoundTrips::of(&given.topology.rtt)),
            path_bytes: u64::try_from(bits / 8_000_000_000_000).unwrap_or(u64::MAX),
            tunable,
            traffic_file: traffic.file().to_owned(),
            traffic: traffic.text().parse().unwrap_or_default(),
        })
    }

    /// The configuration with these thresholds, and what lint refuses in it: of the queue, whatever the configuration as it is has, and
    /// elsewhere what that one has not.
    #[must_use]
    pub fn with(&self, thresholds: &Thresholds) -> Option<(String, Vec<Finding>)> {
        let text = self.tunable.with(&self.text, thresholds)?;
        let db = ConfigDb::read(&self.file, &text).ok()?;
        let refused =
            |finding: &Finding| self.tunable.has(&finding.place) || !self.findings.contains(finding);
        Some((text, lint(&db).into_iter().filter(refused).collect()))
    }

    /// Lint refuses nothing in the configuration with these thresholds, and they are legal.
    #[must_use]
    pub fn allows(&self, thresholds: &Thresholds) -> bool {
        self.with(thresholds).is_some_and(|(_, findings)| findings.is_empty())
    }

    /// Name of the configuration's file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
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
            Kind::Scheme { .. } => None,
        };
        let db = ConfigDb::read(&self.file, text.as_ref().unwrap_or(&self.text))?;
        let imported = scenario(&self.file, &db, &self.choice)?.text;
        let mut table: Table = imported.parse().unwrap_or_default();
        let schemes = table.get("scheme").and_then(Value::as_array).cloned().unwrap_or_default();
        let (at, settings) = match &candidate.kind {
            Kind::Scheme { at, settings } => (*at, settings.as_slice()),
            Kind::Thresholds(_) => (0, &[][..]),
        };
        let own = schemes.get(at).cloned().unwrap_or_else(|| Value::Table(Table::new()));
        table.insert("scheme".to_owned(), Value::Array(vec![own]));
        self.put_traffic(&mut table);
        let read =
            |table: &Table| Scenario::read(&Document::new(self.traffic_file.as_str(), table.to_string()));
        for (name, value) in settings {
            // The scheme is there, and so its table.
            let _ = set_key(&mut table, &format!("scheme.1.{name}"), Value::String(value.clone()));
        }
        let mut scenario = read(&table)?;
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

    /// Schemes of the papers, each as it follows this path and with other settings: ECN# with those of percentiles of the round-trip
    /// time, BCC with half and twice the buffer B_R of a port, the others with half and twice of all that follow the path.
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
            let base = Candidate { name: name.to_owned(), kind: Kind::Scheme { at, settings: Vec::new() } };
            let scenario = self.scenario(&base)?;
            all.push(base);
            for (text, settings) in self.variations(&scenario) {
                let kind = Kind::Scheme { at, settings };
                let candidate = Candidate { name: format!("{name}, {text}"), kind };
                // A setting may have no such value, and on a path without variation all percentiles are one.
                if !all.iter().any(|it| it.kind == candidate.kind) && self.scenario(&candidate).is_ok() {
                    all.push(candidate);
                }
            }
        }
        Ok(all)
    }

    /// Other settings of the first scheme of a scenario, each with its name.
    fn variations(&self, scenario: &Scenario) -> Vec<(String, Vec<(String, String)>)> {
        let Some(scheme) = scenario.schemes.first() else { return Vec::new() };
        let known: &Descriptor = scheme.aqm.variant.descriptor();
        let value = |name: &str| {
            let at = known.field(name)?;
            Some((at, u64::from(*scheme.aqm.values.get(at)?)))
        };
        let follows = |line: &&SettingLine| line.origin == Origin::Topology;
        let followers = || scheme.aqm.lines.iter().filter(follows).map(|line| line.name.clone());
        let scaled: Vec<(String, usize, u64)> = match known.name {
            "ecn-sharp" => return PERCENTILES.map(|percent| self.of_percentile(percent)).into(),
            "bcc" => b_r(|name| Some(value(name)?.1))
                .and_then(|bytes| Some(("b_r".to_owned(), value("b_r")?.0, bytes)))
                .into_iter()
                .collect(),
            _ => followers().filter_map(|name| value(&name).map(|(at, value)| (name, at, value))).collect(),
        };
        let share = |times: u64, of: u64| {
            let one = |(name, at, value): &(String, usize, u64)| {
                (name.clone(), print((value * times / of).into(), &kind_of(known.fields[*at].unit)))
            };
            scaled.iter().map(one).collect::<Vec<_>>()
        };
        let shares = [("half".to_owned(), share(1, 2)), ("twice".to_owned(), share(2, 1))];
        shares.into_iter().filter(|(_, settings)| !settings.is_empty()).collect()
    }

    /// ECN# by \[Zhang19\] §3.4 with lambda = 1, as in its testbed: the instantaneous threshold and the interval are a high percentile of the round-trip time, the target of
    /// a standing queue is its mean.
    fn of_percentile(&self, percent: usize) -> (String, Vec<(String, String)>) {
        let nanos = |ps: u64| print(i128::from(ps.div_ceil(1_000)), &NANOS);
        let (high, mean) = (nanos(self.round_trips.at(percent)), nanos(self.round_trips.mean()));
        let settings = [("ins_target", &high), ("pst_interval", &high), ("pst_target", &mean)];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.clone()));
        (format!("p{percent} of RTT"), settings.into())
    }
}

/// Buffer of the pool that a port needs by BCC's settings (\[Bai20\] §IV): B_R = C RTT (1 + lambda) - S \[B\]; `None` where the reserve S is enough.
fn b_r(value: impl Fn(&str) -> Option<u64>) -> Option<u64> {
    let product = u128::from(value("link")?) * u128::from(value("rtt")?) / 8_000;
    let all = product * (1_000 + u128::from(value("lambda")?)) / 1_000;
    let bytes = u64::try_from(all).ok()?.saturating_sub(value("reserve")?);
    (bytes > 0).then_some(bytes)
}
