//! Rules on rows: legal values, and names of rows that are there.

use super::rule::Report;
use crate::sonic::{ConfigDb, Unread};

pub(super) fn values(db: &ConfigDb, report: Report<'_>) {
    for problem in &db.problems {
        let effect = format!("`{}` {}", problem.value, problem.problem);
        report(problem.place.clone(), effect, format!("legal is {}", problem.legal));
    }
}

/// A field that nobody reads, with the name of one that its row lacks, but for a slip.
pub(super) fn slips(db: &ConfigDb, report: Report<'_>) {
    for Unread { table, key, field, meant } in &db.unread {
        if let Some(meant) = meant.as_ref().filter(|_| table != "PORT") {
            let effect = format!("is no field of {table}, and changes nothing");
            report(format!("{table}|{key}|{field}"), effect, format!("did you mean {meant}?"));
        }
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
    // Ports of other chassis are in another table.
    let is_port = |port: &String| db.ports.is_empty() || db.has_other_ports() || db.ports.contains_key(port);
    let places = [("QUEUE", db.queues.keys().collect::<Vec<_>>())].into_iter().chain([
        ("BUFFER_PG", db.groups.keys().collect()),
        ("BUFFER_QUEUE", db.queue_profiles.keys().collect()),
    ]);
    for (table, keys) in places {
        for (port, number) in keys.into_iter().filter(|(port, _)| !is_port(port)) {
            missing(format!("{table}|{port}|{number}"), "PORT", port);
        }
    }
    for port in db.qos.keys().filter(|port| *port != "global" && !is_port(port)) {
        missing(format!("PORT_QOS_MAP|{port}"), "PORT", port);
    }
    for (trunk, port) in db.trunks.iter().flat_map(|(trunk, ports)| ports.iter().map(move |it| (trunk, it))) {
        if !is_port(port) {
            missing(format!("PORTCHANNEL_MEMBER|{trunk}|{port}"), "PORT", port);
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
