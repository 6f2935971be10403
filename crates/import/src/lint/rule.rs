//! The table of rules.

use super::{pause, share, threshold};
use crate::sonic::ConfigDb;
use core::fmt;

/// A setting that will not do what it seems to.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// Name of the rule.
    pub rule: &'static str,
    /// `table|key|field`.
    pub place: String,
    /// What the switch will do, a clause.
    pub effect: String,
    /// What to write instead, a clause.
    pub remedy: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {} [{}]", self.place, self.effect, self.remedy, self.rule)
    }
}

/// What a rule calls to report: place, effect, remedy.
pub(super) type Report<'a> = &'a mut dyn FnMut(String, String, String);

/// A known mistake.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Name, stable from release to release.
    pub name: &'static str,
    /// The mistake.
    pub mistake: &'static str,
    check: fn(&ConfigDb, Report<'_>),
}

impl Rule {
    pub(super) fn findings(&self, db: &ConfigDb) -> Vec<Finding> {
        let mut found: Vec<Finding> = Vec::new();
        (self.check)(db, &mut |place, effect, remedy| {
            let finding = Finding { rule: self.name, place, effect, remedy };
            // Ports that share a profile share its finding.
            if !found.contains(&finding) {
                found.push(finding);
            }
        });
        found
    }
}

const fn rule(name: &'static str, mistake: &'static str, check: fn(&ConfigDb, Report<'_>)) -> Rule {
    Rule { name, mistake, check }
}

/// Every rule.
pub const RULES: &[Rule] = &[
    rule("value", "a value is not legal", values),
    rule("reference", "a row names a row that is not there", references),
    rule("unused-profile", "no queue uses a WRED profile", threshold::unused),
    rule("min-above-max", "a minimum is above its maximum", threshold::order),
    rule("colour-not-enabled", "`ecn` names a colour whose WRED is off", threshold::enabled),
    rule(
        "ecn-unused-thresholds",
        "thresholds for ECN of a colour that `ecn` does not name",
        threshold::own_unused,
    ),
    rule("zero-probability", "the ramp marks nothing", threshold::probability),
    rule("ramp-below-frame", "the ramp is shorter than a frame", threshold::ramp),
    rule("mixed-rates", "ports of very different rates share thresholds in bytes", threshold::rates),
    rule("trunk-differs", "ports of one trunk mark by different profiles", threshold::trunks),
    rule("beyond-share", "the queue cannot reach the threshold at which ECN begins", share::reach),
    rule("pause-before-marks", "a class is paused before its marking reaches its end", share::pause_first),
    rule("reserves-exceed-pool", "reserves and headroom are larger than their pool", share::reserves),
    rule("lossless-without-headroom", "a paused class has no room for what is on its way", pause::headroom),
    rule("lossless-without-ecn", "a paused class marks nothing", pause::unmarked),
    rule("no-watchdog", "a pause storm of a lossless class has no end", pause::unwatched),
    rule("watchdog-times", "the watchdog restores before it can detect", pause::watchdog_times),
    rule("cnp-behind-data", "notifications wait behind data", pause::notifications),
];

fn values(db: &ConfigDb, report: Report<'_>) {
    for problem in &db.problems {
        let effect = format!("`{}` {}", problem.value, problem.problem);
        report(problem.place.clone(), effect, format!("legal is {}", problem.legal));
    }
}

fn references(db: &ConfigDb, report: Report<'_>) {
    let mut missing = |place: String, table: &str, name: &str| {
        let effect = format!("there is no {table}|{name}, and the row is not applied");
        report(place, effect, format!("name a row of {table}"));
    };
    for ((port, number), queue) in &db.queues {
        let place = |field| format!("QUEUE|{port}|{number}|{field}");
        if let Some(name) = queue.wred.as_ref().filter(|name| !db.wred.contains_key(*name)) {
            missing(place("wred_profile"), "WRED_PROFILE", name);
        }
        if let Some(name) = queue.scheduler.as_ref().filter(|name| !db.schedulers.contains_key(*name)) {
            missing(place("scheduler"), "SCHEDULER", name);
        }
    }
    let memories = [("BUFFER_PG", &db.groups), ("BUFFER_QUEUE", &db.queue_profiles)];
    for ((table, (port, number)), name) in
        memories.iter().flat_map(|(table, rows)| rows.iter().map(move |(place, name)| ((table, place), name)))
    {
        if !db.profiles.contains_key(name) {
            missing(format!("{table}|{port}|{number}|profile"), "BUFFER_PROFILE", name);
        }
    }
    for (name, profile) in db.profiles.iter().filter(|(_, profile)| !db.pools.contains_key(&profile.pool)) {
        missing(format!("BUFFER_PROFILE|{name}|pool"), "BUFFER_POOL", &profile.pool);
    }
}
