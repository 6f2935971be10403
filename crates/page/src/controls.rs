//! Controls of a scenario: its keys with values, in the words of the book, and the settings of its schemes.

use freeboard_scenario::Scenario;
use freeboard_scenario::catalog::legal;
use freeboard_scenario::document::Described;
use freeboard_scenario::file::{Chosen, sections};
use serde_json::{Value as Json, json};
use toml::{Table, Value};

/// Sections whose values have controls. Others stay as the scenario has them.
const SECTIONS: [&str; 3] = ["topology", "host", "run"];

/// One control per key that the scenario has, and per setting of each scheme.
pub(crate) fn controls(table: &Table, scenario: &Scenario) -> Vec<Json> {
    let known = sections();
    let mut all = Vec::new();
    for section in SECTIONS {
        if let Some(Value::Table(inner)) = table.get(section) {
            of_section(&known, section, section, inner, &mut all);
        }
    }
    if let Some(Value::Array(workloads)) = table.get("workload") {
        for (at, workload) in (1..).zip(workloads).filter_map(|(at, it)| Some((at, it.as_table()?))) {
            of_section(&known, "workload", &format!("workload.{at}"), workload, &mut all);
        }
    }
    let own = |at: usize| table.get("scheme")?.get(at)?.as_table()?.get("cc");
    if let Some((_, scheme)) = scenario.schemes.iter().enumerate().find(|(at, _)| own(*at).is_none()) {
        let of = Place { group: "host.cc", name: &scheme.host.cc.id, path: "host." };
        of_algorithm(&scheme.host.cc, &of, &CONTROL, &mut all);
    }
    for (at, scheme) in scenario.schemes.iter().enumerate() {
        let group = format!("scheme.{}", at + 1);
        let of = Place { group: &group, name: &scheme.name, path: &format!("{group}.") };
        of_algorithm(&scheme.aqm, &of, &SCHEME, &mut all);
        if own(at).is_some() {
            of_algorithm(&scheme.host.cc, &of, &CONTROL, &mut all);
        }
    }
    all
}

/// Keys of an algorithm in its section: itself, its preset, and what its settings' keys begin with.
struct Keys {
    id: &'static str,
    preset: &'static str,
    settings: &'static str,
}

const SCHEME: Keys = Keys { id: "aqm", preset: "preset", settings: "" };
const CONTROL: Keys = Keys { id: "cc", preset: "cc_preset", settings: "cc_settings." };

/// Group of an algorithm's controls with its name, and the beginning of their paths.
struct Place<'a> {
    group: &'a str,
    name: &'a str,
    path: &'a str,
}

/// Keys of one table, and of the tables in it.
fn of_section(
    known: &[(String, Vec<Described>)],
    section: &str,
    path: &str,
    table: &Table,
    all: &mut Vec<Json>,
) {
    let kind = table.get("kind").and_then(Value::as_str).unwrap_or_default();
    let words = |key: &str| {
        let of = |name: &str| {
            let (_, keys) = known.iter().find(|(known, _)| known == name)?;
            keys.iter().find(|it| it.name == key)
        };
        of(&format!("{section} {kind}")).or_else(|| of(section))
    };
    for (key, value) in table {
        if let Value::Table(inner) = value {
            of_section(known, &format!("{section}.{key}"), &format!("{path}.{key}"), inner, all);
        } else if key != "kind"
            && key != "name"
            && key != CONTROL.id
            && key != CONTROL.preset
            && let Some(described) = words(key)
        {
            all.push(json!({
                "group": path,
                "path": format!("{path}.{key}"),
                "name": key,
                "words": described.words,
                "values": described.values,
                "value": text_of(value),
            }));
        }
    }
}

/// The algorithm itself, its preset and its settings.
fn of_algorithm(chosen: &Chosen, place: &Place<'_>, keys: &Keys, all: &mut Vec<Json>) {
    let algorithm = chosen.variant.descriptor();
    let presets: Vec<&str> = algorithm.presets().iter().map(|preset| preset.name).collect();
    let mut push = |[name, key]: [&str; 2], words: &str, values: &str, value: &str, choices: &[&str]| {
        all.push(json!({
            "group": place.group, "scheme": place.name, "path": format!("{}{key}", place.path), "name": name,
            "words": words, "values": values, "value": value, "choices": choices,
        }));
    };
    push([keys.id, keys.id], algorithm.summary, "", &chosen.id, &[]);
    push([keys.preset, keys.preset], "named settings", "", &chosen.preset, &presets);
    for (at, (doc, line)) in algorithm.docs.iter().zip(&chosen.lines).enumerate() {
        let key = format!("{}{}", keys.settings, doc.name);
        push([doc.name, &key], doc.meaning.trim(), &legal(algorithm, at), &line.asked, doc.choices);
    }
}

/// A value as it is typed: a text without its quotes.
fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
