//! Every key of a scenario in words: what the book prints and what tests go through.

use super::choice_keys::{CHOICE, SCHEME, SWITCH, Words};
use super::{Clocks, Host, HostGroup, InjectedFault, Pool, Queues, Run, Shape, Topology, Traffic, Workload};
use crate::document::{Described, described};

/// Returns the sections with their keys, in the order of the book. A kind's own keys stand under `SECTION KIND`.
#[must_use]
pub fn sections() -> Vec<(String, Vec<Described>)> {
    let kinds = |section: &'static str, kinds: Vec<(&'static str, Vec<Described>)>| {
        kinds.into_iter().map(move |(kind, keys)| (format!("{section} {kind}"), keys))
    };
    let mut all =
        vec![("topology".to_owned(), [kind(Shape::KINDS), described::<Topology>(), memory()].concat())];
    all.extend(kinds("topology", Shape::described()));
    all.push(("topology.buffer".to_owned(), described::<Pool>()));
    all.push(("topology.queues".to_owned(), described::<Queues>()));
    all.push(("switch".to_owned(), words(&SWITCH)));
    all.push(("scheme".to_owned(), words(&SCHEME)));
    all.push(("host".to_owned(), [words(&CHOICE), described::<Host>()].concat()));
    all.push(("host_group".to_owned(), [described::<HostGroup>(), words(&CHOICE[..])].concat()));
    all.push(("clocks".to_owned(), described::<Clocks>()));
    all.push(("workload".to_owned(), [kind(Traffic::KINDS), described::<Workload>()].concat()));
    all.extend(kinds("workload", Traffic::described()));
    all.push(("fault".to_owned(), kind(InjectedFault::KINDS)));
    all.extend(kinds("fault", InjectedFault::described()));
    all.push(("run".to_owned(), described::<Run>()));
    all
}

fn words(table: &[Words]) -> Vec<Described> {
    let one = |[name, values, default, words]: &Words| Described {
        name,
        words,
        values: (*values).to_owned(),
        default: (*default).to_owned(),
        when: String::new(),
    };
    table.iter().map(one).collect()
}

fn kind(kinds: &[&str]) -> Vec<Described> {
    let values = kinds.iter().map(|kind| format!("`{kind}`")).collect::<Vec<_>>().join(", ");
    let words = "which of the sections below applies";
    vec![Described { name: "kind", words, values, default: "needed".to_owned(), when: String::new() }]
}

fn memory() -> Vec<Described> {
    words(&[
        [
            "buffer",
            "`\"250 packets\"`, `\"375 KB\"`, a section",
            "needed",
            "per port, or a shared pool: `[topology.buffer]`",
        ],
        ["queues", "a section", "one per port", "several queues per port: `[topology.queues]`"],
    ])
}

/// Returns the table of a section's keys in Markdown; `None` if there is no such section.
#[must_use]
pub fn key_table(section: &str) -> Option<String> {
    let (_, keys) = sections().into_iter().find(|(name, _)| name == section)?;
    let row = |key: &Described| {
        // Words with a key in them, or keys with values.
        let when = match key.when.as_str() {
            "" => String::new(),
            words if words.contains('`') => format!(" (with {words})"),
            values => format!(" (with `{}`)", values.replace(" or ", "` or `")),
        };
        format!("| `{}` | {}{when} | {} | {} |\n", key.name, key.words, key.values, key.default)
    };
    let rows: String = keys.iter().map(row).collect();
    Some(format!("| key | meaning | values | default |\n|---|---|---|---|\n{rows}"))
}
