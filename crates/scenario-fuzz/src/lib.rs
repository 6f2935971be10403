//! Random scenarios: edited files, small networks, probes between clocks.
//!
//! A file, or one that it names, is refused in words or runs to a balance; in a network no flow waits for nothing either; clocks whose truth is known
//! are found.

#![forbid(unsafe_code)]

mod clocks;
mod files;
mod network;

pub use clocks::{PROBES, clock_sync};
pub use files::{FILES, text_file};
pub use network::{TOPOLOGIES, fabric_ledger};

use freeboard_conformance::fuzz::{Exercised, Reader};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::{Scenario, sections};

/// The files that are edited, by the first byte of an input: private buffers, a lossless pool, an underlay on clocks.
const BASES: [(&str, &str); 3] = [
    ("private", include_str!("bases/private.toml")),
    ("lossless", include_str!("bases/lossless.toml")),
    ("held", include_str!("bases/held.toml")),
];
/// Names of the files that are edited.
pub const SCENARIOS: [&str; 3] = [BASES[0].0, BASES[1].0, BASES[2].0];
/// Values at and beyond the edge of what some key takes.
const ODD: [&str; 28] = [
    "0",
    "1",
    "-1",
    "18446744073709551616",
    "1.5",
    "nan",
    "true",
    "[]",
    "[[]]",
    "{}",
    "\"\"",
    "\"0 us\"",
    "\"1 ns\"",
    "\"-3 us\"",
    "\"1 us\"",
    "\"1 ms\"",
    "\"18446744073709551615 s\"",
    "\"0 Gbps\"",
    "\"1 Gbps\"",
    "\"400 Gbps\"",
    "\"1 B\"",
    "\"1 packet\"",
    "\"4 TB\"",
    "\"0 %\"",
    "\"100 %\"",
    "\"1/128\"",
    "[1, 1, 1, 1, 1, 1, 1, 1, 1]",
    "\"\\u0000\\n\"",
];
/// What is run of what is accepted, chosen by us: milliseconds each.
const EVENTS_MAX: u64 = 40_000;
/// Simulated time that is run \[ps\]; control planes tick and queues are sampled in all of it.
const TIME_MAX: u64 = 5_000_000_000;

/// Edits a scenario, reads it and runs it if that is a small matter.
///
/// # Panics
/// A refusal is no paragraph, or what was accepted does not run, or a ledger does not balance.
pub fn scenario_file(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let (name, base) = BASES[usize::from(reader.byte()) % BASES.len()];
    let mut lines: Vec<String> = base.lines().map(str::to_owned).collect();
    // One edit leaves most files legal, seven hardly any.
    let edits = usize::from(reader.byte() % 8);
    for words in reader.ops().into_iter().take(edits) {
        edit(&mut lines, words);
    }
    let text = lines.join("\n");
    let mut seen = Exercised { id: name.to_owned(), events: text.len(), compared: 0 };
    match Scenario::read(&Document::new("fuzz.toml", text)) {
        Ok(scenario) => seen.compared = run(&scenario),
        Err(fault) => is_paragraph(&fault.to_string()),
    }
    Some(seen)
}

fn is_paragraph(refusal: &str) {
    assert!(!refusal.contains('\n') && refusal.ends_with('.'), "no paragraph: {refusal:?}");
}

/// Changes one place.
fn edit(lines: &mut Vec<String>, [what, place, from, byte]: [u32; 4]) {
    let pick = |word: u32, count: usize| word as usize % count.max(1);
    let (at, other) = (pick(place, lines.len()), pick(from, lines.len()));
    let Some(line) = lines.get(at).cloned() else { return };
    let key = line.split_once('=').map_or("", |(key, _)| key.trim());
    match what % 7 {
        0 => lines[at] = format!("{key} = {}", ODD[pick(from, ODD.len())]),
        1 => {
            let value = lines[other].split_once('=').map_or("", |(_, value)| value).to_owned();
            lines[at] = format!("{key} ={value}");
        }
        2 => drop(lines.remove(at)),
        3 => lines.insert(other, line),
        4 => lines.insert(at, known_key(from, byte)),
        5 => lines.swap(at, other),
        _ => {
            let splice = char::from_u32(byte % 0x300).unwrap_or('\0');
            let end =
                line.char_indices().map(|(end, _)| end).nth(pick(from, line.len())).unwrap_or(line.len());
            lines[at].insert(end, splice);
        }
    }
}

/// Some key of some section, with its default or an odd value.
fn known_key(which: u32, value: u32) -> String {
    let keys: Vec<_> = sections().into_iter().flat_map(|(_, keys)| keys).collect();
    let key = &keys[which as usize % keys.len()];
    let default = key.default.trim_matches('`');
    let odd = ODD[value as usize % ODD.len()];
    let value = if value.is_multiple_of(2) && !default.is_empty() { default } else { odd };
    format!("{} = {value}", key.name)
}

/// Runs every scheme with the first seed; returns the events, which all are in a ledger.
fn run(scenario: &Scenario) -> usize {
    assert!(!scenario.rows().is_empty());
    let size = scenario.estimate();
    let time = scenario.run.time_ps.saturating_add(scenario.run.drain_ps);
    if size.events > EVENTS_MAX || size.samples > EVENTS_MAX || time > TIME_MAX {
        return 0;
    }
    let seed = scenario.run.seeds[0];
    let run = |scheme| scenario.run(scheme, seed).unwrap_or_else(|error| panic!("accepted, but {error}"));
    (0..scenario.schemes.len()).map(|scheme| run(scheme).events as usize).sum()
}
