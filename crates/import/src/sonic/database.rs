//! The tables of a file that a switch's queues depend on.

use super::json::Unique;
use super::value::{Problem, Row, Unread, range};
use super::{Pool, Port, Profile, QosMap, Queue, Scheduler, Watchdog, WredProfile};
use freeboard_scenario::document::Fault;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Tables that are read; the others have no part in queueing.
const TABLES: [&str; 13] = [
    "PORT",
    "WRED_PROFILE",
    "SCHEDULER",
    "QUEUE",
    "BUFFER_POOL",
    "BUFFER_PROFILE",
    "BUFFER_PG",
    "BUFFER_QUEUE",
    "PORT_QOS_MAP",
    "DSCP_TO_TC_MAP",
    "TC_TO_QUEUE_MAP",
    "PORTCHANNEL_MEMBER",
    "PFC_WD",
];

/// Fields of the YANG models that have no part in queueing here, by table.
const KNOWN: [(&str, &[&str]); 5] = [
    ("SCHEDULER", &["priority", "meter_type", "cbs", "pbs"]),
    ("BUFFER_POOL", &["percentage"]),
    ("BUFFER_PROFILE", &["packet_discard_action"]),
    (
        "PORT_QOS_MAP",
        &[
            "tc_to_pg_map",
            "pfc_to_queue_map",
            "pfc_to_pg_map",
            "tc_to_dscp_map",
            "tc_to_dot1p_map",
            "dot1p_to_tc_map",
            "dscp_to_fc_map",
            "exp_to_fc_map",
            "scheduler",
        ],
    ),
    ("PFC_WD", &["POLL_INTERVAL", "BIG_RED_SWITCH", "pfc_stat_history"]),
];

/// Largest code point, traffic class and queue of a map.
const DSCP_MAX: u8 = 63;
const CLASS_MAX: u8 = 15;
const QUEUE_MAX: u8 = 63;

/// A port and the number of a queue or priority group of it.
pub type Place = (String, u8);

/// A configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigDb {
    /// `PORT`.
    pub ports: BTreeMap<String, Port>,
    /// `WRED_PROFILE`.
    pub wred: BTreeMap<String, WredProfile>,
    /// `SCHEDULER`.
    pub schedulers: BTreeMap<String, Scheduler>,
    /// `QUEUE`, by port and queue.
    pub queues: BTreeMap<Place, Queue>,
    /// `BUFFER_POOL`.
    pub pools: BTreeMap<String, Pool>,
    /// `BUFFER_PROFILE`.
    pub profiles: BTreeMap<String, Profile>,
    /// `BUFFER_PG`: the profile of each priority group.
    pub groups: BTreeMap<Place, String>,
    /// `BUFFER_QUEUE`: the profile of each queue.
    pub queue_profiles: BTreeMap<Place, String>,
    /// `PORT_QOS_MAP`, by port or `global`.
    pub qos: BTreeMap<String, QosMap>,
    /// `DSCP_TO_TC_MAP`.
    pub dscp_to_class: BTreeMap<String, BTreeMap<u8, u8>>,
    /// `TC_TO_QUEUE_MAP`.
    pub class_to_queue: BTreeMap<String, BTreeMap<u8, u8>>,
    /// `PORTCHANNEL_MEMBER`: the ports of each trunk.
    pub trunks: BTreeMap<String, Vec<String>>,
    /// `PFC_WD`, by port or `GLOBAL`.
    pub watchdogs: BTreeMap<String, Watchdog>,
    /// Values that are not legal; each is as if it were absent.
    pub problems: Vec<Problem>,
    /// Fields that are not read.
    pub unread: Vec<Unread>,
    /// Tables that are not read.
    pub other_tables: Vec<String>,
}

impl ConfigDb {
    /// Reads a file.
    ///
    /// # Errors
    /// The text is not JSON, or not an object of tables of rows. Values that are not legal are [`ConfigDb::problems`].
    pub fn read(file: &str, text: &str) -> Result<Self, Fault> {
        let fault = |line, key: &str, problem: String, legal: &str| Fault {
            file: file.into(),
            line,
            key: key.to_owned(),
            value: None,
            problem,
            legal: legal.to_owned(),
        };
        let not_tables =
            |line, why: String| fault(line, "", format!("not a configuration: {why}"), "an object of tables");
        let Unique(all) =
            serde_json::from_str(text).map_err(|error| not_tables(error.line(), error.to_string()))?;
        let Value::Object(tables) = all else {
            return Err(not_tables(0, "it is no object".to_owned()));
        };
        let mut db = Self::default();
        for (table, rows) in &tables {
            if !TABLES.contains(&table.as_str()) {
                db.other_tables.push(table.clone());
                continue;
            }
            let not_rows = |key: &str| fault(0, key, "is not an object".to_owned(), "rows of a table");
            let rows = rows.as_object().ok_or_else(|| not_rows(table))?;
            for (key, fields) in rows {
                let fields = fields.as_object().ok_or_else(|| not_rows(&format!("{table}|{key}")))?;
                db.row(table, key, fields);
            }
        }
        if db.ports.is_empty() && db.queues.is_empty() && db.wred.is_empty() {
            let problem = "has no PORT, no QUEUE and no WRED_PROFILE".to_owned();
            return Err(fault(0, "", problem, "the `config_db.json` of a SONiC switch"));
        }
        Ok(db)
    }

    fn row(&mut self, table: &str, key: &str, fields: &Map<String, Value>) {
        let mut problems = core::mem::take(&mut self.problems);
        let mut row = Row::new(table, key, fields, &mut problems);
        let name = key.to_owned();
        match table {
            "PORT" => drop(self.ports.insert(name, Port::read(&mut row))),
            "WRED_PROFILE" => drop(self.wred.insert(name, WredProfile::read(&mut row))),
            "SCHEDULER" => drop(self.schedulers.insert(name, Scheduler::read(&mut row))),
            "BUFFER_POOL" => drop(self.pools.insert(name, Pool::read(&mut row))),
            "BUFFER_PROFILE" => drop(self.profiles.insert(name, Profile::read(&mut row))),
            "PORT_QOS_MAP" => drop(self.qos.insert(name, QosMap::read(&mut row))),
            "PFC_WD" => drop(self.watchdogs.insert(name, Watchdog::read(&mut row))),
            "DSCP_TO_TC_MAP" => drop(self.dscp_to_class.insert(name, row.map(DSCP_MAX, CLASS_MAX))),
            "TC_TO_QUEUE_MAP" => drop(self.class_to_queue.insert(name, row.map(CLASS_MAX, QUEUE_MAX))),
            "PORTCHANNEL_MEMBER" => {
                if let Some((trunk, port)) = key.split_once('|') {
                    self.trunks.entry(trunk.to_owned()).or_default().push(port.to_owned());
                }
            }
            _ => self.places(table, key, &mut row),
        }
        let known = KNOWN.iter().find(|(of, _)| *of == table).map_or(&[][..], |(_, fields)| fields);
        self.unread.extend(row.unread(known));
        self.problems = problems;
    }

    /// A row of a table whose key is ports and a range of queues: `Ethernet0|3-4`, `Ethernet0,Ethernet4|3`,
    /// `host|asic|Ethernet0|3` of a chassis.
    fn places(&mut self, table: &str, key: &str, row: &mut Row<'_>) {
        let (ports, numbers) = key.rsplit_once('|').unwrap_or(("", key));
        let Some(numbers) = range(numbers).filter(|_| !ports.is_empty()) else {
            row.refuse("", key, "does not name a port and a queue", "port|queue or port|first-last");
            return;
        };
        let queue = if table == "QUEUE" { Queue::read(row) } else { Queue::default() };
        let profile = if table == "QUEUE" { None } else { row.reference("profile").map(str::to_owned) };
        for port in ports.split(',') {
            let port = port.rsplit('|').next().unwrap_or(port);
            for number in numbers.clone() {
                let place = (port.to_owned(), number);
                match (table, &profile) {
                    ("QUEUE", _) => {
                        // Two rows may name one queue: one its scheduler, the other its profile.
                        let known = self.queues.entry(place).or_default();
                        known.scheduler = queue.scheduler.clone().or(known.scheduler.take());
                        known.wred = queue.wred.clone().or(known.wred.take());
                    }
                    ("BUFFER_PG", Some(profile)) => drop(self.groups.insert(place, profile.clone())),
                    ("BUFFER_QUEUE", Some(profile)) => {
                        drop(self.queue_profiles.insert(place, profile.clone()));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Whether queues may be of ports of other chassis, which `PORT` does not have.
    #[must_use]
    pub fn has_other_ports(&self) -> bool {
        self.other_tables.iter().any(|table| table == "SYSTEM_PORT")
    }

    /// The row of `PORT_QOS_MAP` that holds for a port.
    #[must_use]
    pub fn qos_of(&self, port: &str) -> Option<&QosMap> {
        self.qos.get(port).or_else(|| self.qos.get("global"))
    }

    /// Whether a class of a port is paused rather than dropped.
    #[must_use]
    pub fn is_lossless(&self, port: &str, class: u8) -> bool {
        self.qos_of(port).is_some_and(|qos| qos.lossless.contains(&class))
    }

    /// The profile of a queue and the size of its pool \[B\].
    #[must_use]
    pub fn queue_memory(&self, port: &str, queue: u8) -> Option<(&Profile, Option<u64>)> {
        self.memory(self.queue_profiles.get(&(port.to_owned(), queue))?)
    }

    /// The profile of a priority group and the size of its pool \[B\].
    #[must_use]
    pub fn group_memory(&self, port: &str, group: u8) -> Option<(&Profile, Option<u64>)> {
        self.memory(self.groups.get(&(port.to_owned(), group))?)
    }

    fn memory(&self, name: &str) -> Option<(&Profile, Option<u64>)> {
        let profile = self.profiles.get(name)?;
        Some((profile, self.pools.get(&profile.pool).and_then(|pool| pool.size)))
    }

    /// The scheduler of a queue; the default one where the file names none.
    #[must_use]
    pub fn scheduler_of(&self, queue: &Queue) -> Scheduler {
        let named = queue.scheduler.as_ref().and_then(|name| self.schedulers.get(name));
        named.copied().unwrap_or_default()
    }
}
