//! Rules on thresholds against the memory that a queue or a class can have.

use super::rule::Report;
use crate::sonic::{ALPHA_ONE, Colour, ConfigDb, Profile};
use std::collections::BTreeMap;

/// Queues, the name of their profile, and its thresholds for green, the colour of packets that no meter has coloured.
fn marked(db: &ConfigDb) -> impl Iterator<Item = (&str, u8, &str, &Colour)> {
    db.queues.iter().flat_map(|((port, number), queue)| {
        let named = queue.wred.as_ref().and_then(|name| Some((name.as_str(), db.wred.get(name)?)));
        named.into_iter().flat_map(move |(name, profile)| {
            let green = profile.colours.first().filter(|green| green.is_enabled);
            green.map(move |green| (port.as_str(), *number, name, green))
        })
    })
}

pub(super) fn reach(db: &ConfigDb, report: Report<'_>) {
    for (port, number, name, colour) in marked(db) {
        let Some((min, ..)) = colour.marking() else { continue };
        let memory = db.queue_memory(port, number);
        let Some((profile, most)) = memory.and_then(|(it, size)| Some((it, it.most(size?)?))) else {
            continue;
        };
        if min >= most {
            let effect = format!(
                "queue {number} of {port} has at most {most} B of {}, even alone, and marking begins at {min} B: ECN never acts, packets are dropped",
                profile.pool
            );
            let place = format!("WRED_PROFILE|{name}|green_min_threshold");
            report(place, effect, format!("well below {most}, or a larger `dynamic_th`"));
        }
    }
}

/// With all queues of a port at their thresholds alpha_i (B - Q), queue i has alpha_i / (1 + sum of alphas) of the pool.
pub(super) fn together(db: &ConfigDb, report: Report<'_>) {
    for (port, number, name, colour) in marked(db) {
        let Some((min, ..)) = colour.marking() else { continue };
        let Some((profile, Some(size))) = db.queue_memory(port, number) else { continue };
        let Some(most) = profile.most(size).filter(|_| profile.alpha().is_some()) else { continue };
        let beside = db.queue_profiles.iter().filter(|((of, _), _)| of == port);
        let profiles = beside.filter_map(|(_, other)| db.profiles.get(other));
        let sum: u64 = profiles.filter(|it| it.pool == profile.pool).filter_map(Profile::alpha).sum();
        let share = profile.share(size, sum);
        // Alone it does not reach the threshold either: `beyond-share`.
        if min >= share && min < most {
            let effect = format!(
                "alphas of the queues of {port} add up to {:.1}: when all are full, queue {number} has {share} B of {}, and marking begins at {min} B",
                sum as f64 / ALPHA_ONE as f64,
                profile.pool
            );
            let place = format!("WRED_PROFILE|{name}|green_min_threshold");
            report(place, effect, format!("below {share}, or a smaller `dynamic_th` of the other queues"));
        }
    }
}

pub(super) fn pause_first(db: &ConfigDb, report: Report<'_>) {
    for (port, number, name, colour) in marked(db) {
        let Some((_, max, _)) = colour.marking().filter(|_| db.is_lossless(port, number)) else { continue };
        let memory = db.group_memory(port, number);
        let Some(most) = memory.and_then(|(it, size)| it.most(size?)) else { continue };
        if max > most {
            let effect = format!(
                "class {number} of {port} is paused at {most} B of an ingress port, and the marking probability rises until {max} B: one sender is paused before it is slowed down"
            );
            let place = format!("WRED_PROFILE|{name}|green_max_threshold");
            report(place, effect, format!("at most {most}, or a larger `dynamic_th` of the priority group"));
        }
    }
}

pub(super) fn reserves(db: &ConfigDb, report: Report<'_>) {
    let mut reserved: BTreeMap<&str, u64> = BTreeMap::new();
    for name in db.groups.values().chain(db.queue_profiles.values()) {
        let Some(profile) = db.profiles.get(name) else { continue };
        // Headroom comes out of the pool unless the ports share one of their own.
        let shared = db.pools.get(&profile.pool).and_then(|pool| pool.xoff).is_some();
        let headroom = if shared { 0 } else { profile.xoff.unwrap_or_default() };
        *reserved.entry(&profile.pool).or_default() += profile.size.saturating_add(headroom);
    }
    for (name, reserved) in reserved {
        let Some(size) = db.pools.get(name).and_then(|pool| pool.size) else { continue };
        if reserved > size {
            let effect =
                format!("profiles reserve {reserved} B of its {size} B, and nothing is left to share");
            report(
                format!("BUFFER_POOL|{name}|size"),
                effect,
                format!("more than {reserved}, or smaller reserves"),
            );
        }
    }
}
