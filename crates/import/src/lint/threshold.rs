//! Rules on the thresholds of WRED profiles.

use super::rule::Report;
use crate::sonic::{COLOURS, Colour, ConfigDb};
use std::collections::{BTreeMap, BTreeSet};

/// Payload and headers of a full frame \[B\]: IEEE 802.3's largest, without a tag.
pub(super) const FRAME_BYTES: u64 = 1518;

/// Rates of ports that may share thresholds, as a ratio; chosen by us: HPCC's thresholds for 25, 40, 100, 200 and 400 Gbit/s are 100,
/// 200, 400, 600 and 800 KB, and from 100 Gbit/s on a factor of four in rate is one of two in bytes.
const RATE_RATIO_MAX: u32 = 4;

/// Longest time that a queue may take to leave before marking begins \[us\]; chosen by us: a hundred round trips of 10 us.
pub(super) const DRAIN_US_MAX: u64 = 1_000;

/// Every colour of every profile, with its name.
fn colours(db: &ConfigDb) -> impl Iterator<Item = (&str, &'static str, &Colour)> {
    db.wred.iter().flat_map(|(name, profile)| {
        COLOURS.iter().zip(&profile.colours).map(move |(colour, it)| (name.as_str(), *colour, it))
    })
}

/// Whether thresholds of the colour have an effect.
const fn is_used(colour: &Colour) -> bool {
    colour.is_enabled || colour.marks
}

pub(super) fn unused(db: &ConfigDb, report: Report<'_>) {
    let used: BTreeSet<&String> = db.queues.values().filter_map(|queue| queue.wred.as_ref()).collect();
    for name in db.wred.keys().filter(|name| !used.contains(name)) {
        let effect = "no QUEUE names this profile, and it changes nothing".to_owned();
        report(format!("WRED_PROFILE|{name}"), effect, "name it in `wred_profile` of a QUEUE".to_owned());
    }
}

pub(super) fn order(db: &ConfigDb, report: Report<'_>) {
    for (name, colour, it) in colours(db) {
        let pairs = [
            (it.min, it.max, format!("{colour}_min_threshold")),
            (it.ect_min, it.ect_max, format!("ecn_{colour}_min_threshold")),
        ];
        for (min, max, field) in pairs {
            if let (Some(min), Some(max)) = (min, max)
                && min > max
            {
                let effect =
                    format!("{min} is above the maximum of {max}, and the switch refuses the profile");
                report(format!("WRED_PROFILE|{name}|{field}"), effect, format!("at most {max}"));
            }
        }
    }
}

pub(super) fn enabled(db: &ConfigDb, report: Report<'_>) {
    for (name, colour, _) in colours(db).filter(|(.., it)| it.marks && !it.is_enabled) {
        let effect = format!("`ecn` names {colour}, but WRED is off for {colour} packets and none is marked");
        let place = format!("WRED_PROFILE|{name}|wred_{colour}_enable");
        report(place, effect, "write \"true\"; `ecnconfig` does not set it".to_owned());
    }
}

pub(super) fn own_unused(db: &ConfigDb, report: Report<'_>) {
    for (name, colour, it) in colours(db).filter(|(.., it)| !it.marks) {
        if it.ect_min.or(it.ect_max).is_some() {
            let effect = format!("`ecn` does not name {colour}, and the threshold for ECN changes nothing");
            let place = format!("WRED_PROFILE|{name}|ecn_{colour}_min_threshold");
            report(place, effect, format!("name {colour} in `ecn`, or leave the thresholds out"));
        }
    }
}

pub(super) fn probability(db: &ConfigDb, report: Report<'_>) {
    for (name, colour, it) in colours(db) {
        let Some((min, max, 0)) = it.marking().filter(|_| it.is_enabled) else { continue };
        if min < max {
            let effect = format!("nothing is marked from {min} to {max} B, and everything above");
            let place = format!("WRED_PROFILE|{name}|{colour}_drop_probability");
            report(place, effect, "a probability above 0, or one threshold".to_owned());
        }
    }
}

pub(super) fn ramp(db: &ConfigDb, report: Report<'_>) {
    for (name, colour, it) in colours(db).filter(|(.., it)| is_used(it)) {
        if let (Some(min), Some(max)) = (it.min, it.max)
            && min < max
            && max - min < FRAME_BYTES
        {
            let effect = format!(
                "the ramp from {min} to {max} B is shorter than a frame of {FRAME_BYTES} B, and acts as a step"
            );
            let place = format!("WRED_PROFILE|{name}|{colour}_max_threshold");
            report(place, effect, format!("at least {}, or {min} for a step", min + FRAME_BYTES));
        }
    }
}

pub(super) fn rates(db: &ConfigDb, report: Report<'_>) {
    let mut rates: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for ((port, _), queue) in &db.queues {
        let speed = db.ports.get(port).and_then(|port| port.speed);
        if let (Some(name), Some(speed)) = (&queue.wred, speed) {
            rates.entry(name).or_default().insert(speed);
        }
    }
    for (name, rates) in rates {
        let (Some(low), Some(high)) = (rates.first(), rates.last()) else { continue };
        if high / low > RATE_RATIO_MAX {
            let effect = format!(
                "ports of {low} and {high} Mbit/s share it: a queue at the threshold waits {} times as long on the slow ones",
                high / low
            );
            report(format!("WRED_PROFILE|{name}"), effect, "a profile per rate".to_owned());
        }
    }
}

/// Time that bytes take to leave at a rate in Mbit/s, bits of which are microseconds \[us\].
pub(super) fn drain_us(bytes: u64, mbps: u64) -> u64 {
    bytes.saturating_mul(8).checked_div(mbps).unwrap_or_default()
}

pub(super) fn late(db: &ConfigDb, report: Report<'_>) {
    for ((port, _), queue) in &db.queues {
        let named = queue.wred.as_ref().and_then(|name| Some((name, db.wred.get(name)?)));
        let Some((name, green)) = named.map(|(name, profile)| (name, &profile.colours[0])) else { continue };
        let speed = db.ports.get(port).and_then(|port| port.speed);
        let marking = green.marking().filter(|_| green.is_enabled);
        let (Some((min, ..)), Some(speed)) = (marking, speed.map(u64::from)) else { continue };
        let drain_us = drain_us(min, speed);
        if drain_us > DRAIN_US_MAX {
            let effect = format!(
                "{min} B take {drain_us} us to leave at {speed} Mbit/s, and nothing is marked before: senders are slowed down late"
            );
            let place = format!("WRED_PROFILE|{name}|green_min_threshold");
            report(place, effect, format!("at most {} at this rate", speed * DRAIN_US_MAX / 8));
        }
    }
}

pub(super) fn trunks(db: &ConfigDb, report: Report<'_>) {
    for (trunk, ports) in &db.trunks {
        for queue in 0..64 {
            let profile =
                |port: &String| db.queues.get(&(port.clone(), queue)).and_then(|queue| queue.wred.as_deref());
            let Some(first) = ports.first() else { continue };
            if let Some(other) = ports.iter().find(|port| profile(port) != profile(first)) {
                let text = |port| profile(port).unwrap_or("no profile");
                let effect = format!(
                    "{first} of {trunk} has {}, and {other} has {}: a flow is marked by which link its hash picks",
                    text(first),
                    text(other)
                );
                let place = format!("QUEUE|{other}|{queue}|wred_profile");
                report(place, effect, "one profile for all ports of a trunk".to_owned());
            }
        }
    }
}
