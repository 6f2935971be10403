//! Thresholds of a queue that can be tuned, and a configuration with others.

use super::edit::with_field;
use super::{COLOURS, Choice, ConfigDb, Depth, scenario};
use freeboard_scenario::document::Fault;
use serde_json::Value;

/// Thresholds of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Thresholds {
    /// Marking begins \[B\].
    pub min: u64,
    /// Every packet is marked from here on \[B\].
    pub max: u64,
    /// At `max` \[%\].
    pub probability: u8,
    /// Base-2 exponent of the share of free memory that the queue may take; `None` where its threshold is not dynamic.
    pub alpha_log2: Option<i8>,
}

/// A queue whose thresholds can be tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Port.
    pub port: String,
    /// Queue of the port.
    pub queue: u8,
    /// Its `WRED_PROFILE`.
    pub profile: String,
    /// Its `BUFFER_PROFILE`.
    pub memory: Option<String>,
    /// Thresholds as configured.
    pub configured: Thresholds,
    /// Rate of the port \[Mbit/s\].
    pub speed: u32,
    /// Size of the queue's pool \[B\].
    pub pool: u64,
}

/// Fields of thresholds for packets with ECN alone, in the model's spelling and in its agent's.
const OWN: [[&str; 3]; 2] = [
    ["ecn_{}_min_threshold", "ecn_{}_max_threshold", "ecn_{}_mark_probability"],
    ["{}_ect_min_threshold", "{}_ect_max_threshold", "{}_ect_mark_probability"],
];
const SHARED: [&str; 3] = ["{}_min_threshold", "{}_max_threshold", "{}_drop_probability"];

impl Tunable {
    /// The queue that [`scenario()`] models.
    ///
    /// # Errors
    /// As there; or it drops and does not mark.
    pub fn of(file: &str, db: &ConfigDb, choice: &Choice) -> Result<Self, Fault> {
        let fault = |key: String, problem: &str, legal: &str| Fault {
            file: file.into(),
            line: 0,
            key,
            value: None,
            problem: problem.to_owned(),
            legal: legal.to_owned(),
        };
        let (port, queue) = scenario::picked(file, db, choice)?;
        let name = db.queues.get(&(port.to_owned(), queue)).and_then(|queue| queue.wred.clone());
        let profile = name.unwrap_or_default();
        let marking = db.wred.get(&profile).and_then(|profile| profile.colours[0].marking());
        let Some((min, max, probability)) = marking else {
            let legal = "`ecn` that names green, and thresholds of green";
            return Err(fault(format!("WRED_PROFILE|{profile}"), "marks no green packets", legal));
        };
        let memory = db.queue_profiles.get(&(port.to_owned(), queue)).cloned();
        let pool = db.queue_memory(port, queue);
        let alpha_log2 = match pool.and_then(|(profile, _)| profile.depth) {
            Some(Depth::Dynamic(log2)) => Some(log2),
            _ => None,
        };
        Ok(Self {
            port: port.to_owned(),
            queue,
            profile,
            memory,
            configured: Thresholds { min, max, probability, alpha_log2 },
            speed: db.ports.get(port).and_then(|port| port.speed).unwrap_or_default(),
            pool: pool.and_then(|(_, size)| size).unwrap_or_default(),
        })
    }

    /// A place that lint names, `table|key|field`, is one of this queue's rows, which its thresholds are in.
    #[must_use]
    pub fn has(&self, place: &str) -> bool {
        let profile = format!("WRED_PROFILE|{}", self.profile);
        let memory = self.memory.as_ref().map(|memory| format!("BUFFER_PROFILE|{memory}"));
        let is_in =
            |row: &str| place.strip_prefix(row).is_some_and(|rest| rest.is_empty() || rest.starts_with('|'));
        is_in(&profile) || memory.is_some_and(|memory| is_in(&memory))
    }

    /// Names of the fields of minimum, maximum and probability, by colour; colours whose thresholds are green's go with green.
    fn fields(&self, tables: &Value) -> Vec<[String; 3]> {
        let row = &tables["WRED_PROFILE"][&self.profile];
        let named = |form: &[&str; 3], colour: &str| form.map(|name| name.replace("{}", colour));
        let has = |names: &[String; 3]| names[..2].iter().all(|name| row.get(name).is_some());
        let Some(form) = OWN.iter().chain([&SHARED]).find(|form| has(&named(form, COLOURS[0]))) else {
            return Vec::new();
        };
        let green = named(form, COLOURS[0]);
        let same =
            |names: &[String; 3]| names.iter().zip(&green).all(|(name, own)| row.get(name) == row.get(own));
        COLOURS.iter().map(|colour| named(form, colour)).filter(|names| has(names) && same(names)).collect()
    }

    /// The configuration with other thresholds: fields that change are replaced in the text, and nothing else is. `None` if the text
    /// is not the one that this was read from.
    #[must_use]
    pub fn with(&self, text: &str, wanted: &Thresholds) -> Option<String> {
        let tables: Value = serde_json::from_str(text).ok()?;
        let old = self.configured;
        let mut text = text.to_owned();
        for [min, max, probability] in self.fields(&tables) {
            let values = [(&min, old.min, wanted.min), (&max, old.max, wanted.max)];
            for (field, _, new) in values.into_iter().filter(|(_, old, new)| old != new) {
                text = with_field(&text, ["WRED_PROFILE", &self.profile, field], &max, &new.to_string())?;
            }
            if old.probability != wanted.probability {
                let value = wanted.probability.to_string();
                text = with_field(&text, ["WRED_PROFILE", &self.profile, &probability], &max, &value)?;
            }
        }
        if let (Some(memory), Some(alpha)) =
            (&self.memory, wanted.alpha_log2.filter(|_| wanted.alpha_log2 != old.alpha_log2))
        {
            text = with_field(&text, ["BUFFER_PROFILE", memory, "dynamic_th"], "pool", &alpha.to_string())?;
        }
        Some(text)
    }

    /// Commands for a switch that runs, in an order in which no minimum is above its maximum at any time. None for thresholds of
    /// packets with ECN alone, for which `ecnconfig` has no options.
    #[must_use]
    pub fn commands(&self, text: &str, wanted: &Thresholds) -> Vec<String> {
        let tables: Value = serde_json::from_str(text).unwrap_or_default();
        let old = self.configured;
        let mut lines = Vec::new();
        for [min, _, _] in self.fields(&tables).iter().filter(|names| !names[0].contains("ec")) {
            let colour = &min[..1];
            let option =
                |of: &str, value: u64| format!("ecnconfig -p {} -{colour}{of} {value}", self.profile);
            let lower = (old.min != wanted.min).then(|| option("min", wanted.min));
            let upper = (old.max != wanted.max).then(|| option("max", wanted.max));
            if wanted.max >= old.max {
                lines.extend(upper.into_iter().chain(lower));
            } else {
                lines.extend(lower.into_iter().chain(upper));
            }
            if old.probability != wanted.probability {
                lines.push(option("drop", wanted.probability.into()));
            }
        }
        if let (Some(memory), Some(alpha)) =
            (&self.memory, wanted.alpha_log2.filter(|_| wanted.alpha_log2 != old.alpha_log2))
        {
            lines.push(format!("mmuconfig -p {memory} -a {alpha}"));
        }
        lines
    }
}
