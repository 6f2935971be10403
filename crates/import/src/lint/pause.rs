//! Rules on lossless classes: headroom, marks, watchdogs, notifications.

use super::rule::Report;
use crate::sonic::{ConfigDb, Discipline};

/// Differentiated-services code point of congestion notification packets by default (NVIDIA's NICs).
const CNP_DSCP: u8 = 48;

/// Every port and lossless class of it that the file sets up.
fn lossless(db: &ConfigDb) -> impl Iterator<Item = (&str, u8)> {
    db.ports.keys().flat_map(|port| {
        let classes = db.qos_of(port).map(|qos| qos.lossless.as_slice()).unwrap_or_default();
        classes.iter().map(move |class| (port.as_str(), *class))
    })
}

/// The row of `PORT_QOS_MAP` of a port.
fn qos_key<'a>(db: &ConfigDb, port: &'a str) -> &'a str {
    if db.qos.contains_key(port) { port } else { "global" }
}

pub(super) fn headroom(db: &ConfigDb, report: Report<'_>) {
    for (port, class) in lossless(db) {
        let memory = db.group_memory(port, class);
        let missing = match memory {
            None => "has no BUFFER_PG",
            Some((profile, _))
                if profile.has_dynamic_headroom || profile.xoff.is_some_and(|xoff| xoff > 0) =>
            {
                continue;
            }
            Some(_) => "has a profile without `xoff`",
        };
        let effect = format!(
            "class {class} is lossless and {missing}: what arrives after the pause is sent is dropped"
        );
        let remedy = "a profile with headroom for rate and cable, or take the class out of `pfc_enable`";
        report(format!("BUFFER_PG|{port}|{class}|profile"), effect, remedy.to_owned());
    }
}

pub(super) fn unmarked(db: &ConfigDb, report: Report<'_>) {
    for (port, class) in lossless(db) {
        let queue = db.queues.get(&(port.to_owned(), class));
        let name = queue.and_then(|queue| queue.wred.as_ref());
        let marks = name
            .and_then(|name| db.wred.get(name))
            .is_some_and(|profile| profile.colours.iter().any(|colour| colour.marks));
        if !marks {
            let effect = format!(
                "class {class} is lossless and marks nothing: pauses are its only signal, and they spread through the network"
            );
            let (place, remedy) = match name {
                Some(name) => (format!("WRED_PROFILE|{name}|ecn"), "write \"ecn_all\""),
                None => (format!("QUEUE|{port}|{class}|wred_profile"), "a profile with `ecn`"),
            };
            report(place, effect, remedy.to_owned());
        }
    }
}

pub(super) fn unwatched(db: &ConfigDb, report: Report<'_>) {
    for (port, class) in lossless(db) {
        let watched = db.watchdogs.contains_key(port)
            || db.qos_of(port).is_some_and(|qos| qos.watched.contains(&class));
        if !watched {
            let effect = format!("class {class} has no watchdog: a host that pauses for ever stops the port");
            let place = format!("PORT_QOS_MAP|{}|pfcwd_sw_enable", qos_key(db, port));
            report(place, effect, format!("add {class}, or a row PFC_WD|{port}"));
        }
    }
}

pub(super) fn watchdog_times(db: &ConfigDb, report: Report<'_>) {
    for (port, watchdog) in &db.watchdogs {
        if let (Some(detection), Some(restoration)) = (watchdog.detection, watchdog.restoration)
            && restoration < detection
        {
            let effect = format!(
                "a queue is restored after {restoration} ms, before the next storm can be detected within {detection} ms"
            );
            let place = format!("PFC_WD|{port}|restoration_time");
            report(place, effect, format!("at least {detection}"));
        }
    }
}

pub(super) fn notifications(db: &ConfigDb, report: Report<'_>) {
    for (port, class) in lossless(db) {
        let Some(qos) = db.qos_of(port) else { continue };
        let map = qos.dscp_to_class.as_ref().and_then(|name| Some((name, db.dscp_to_class.get(name)?)));
        let Some((name, &to)) = map.and_then(|(name, map)| Some((name, map.get(&CNP_DSCP)?))) else {
            continue;
        };
        let queues = qos.class_to_queue.as_ref().and_then(|name| db.class_to_queue.get(name));
        let queue = queues.and_then(|map| map.get(&to)).copied().unwrap_or(to);
        let row = db.queues.get(&(port.to_owned(), queue)).cloned().unwrap_or_default();
        let strict = db.scheduler_of(&row).discipline == Discipline::Strict;
        let place = format!("DSCP_TO_TC_MAP|{name}|{CNP_DSCP}");
        if to == class {
            let effect = format!(
                "congestion notifications share lossless class {class} with the data: a pause stops them"
            );
            report(place, effect, "a class of its own, e.g. \"6\"".to_owned());
        } else if !strict {
            let effect = format!(
                "congestion notifications wait in queue {queue}, which is not strict: they come late under load"
            );
            report(place, effect, format!("a scheduler of type STRICT for queue {queue}"));
        }
    }
}
