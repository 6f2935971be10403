//! Rules on rows: legal values, and names of rows that are there.

use super::rule::Report;
use crate::sonic::ConfigDb;

pub(super) fn values(db: &ConfigDb, report: Report<'_>) {
    for problem in &db.problems {
        let effect = format!("`{}` {}", problem.value, problem.problem);
        report(problem.place.clone(), effect, format!("legal is {}", problem.legal));
    }
}

pub(super) fn references(db: &ConfigDb, report: Report<'_>) {
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
