//! Algorithms and keys in words, as the command and the book have them.

use freeboard_scenario::catalog::{AQMS, CCS, Descriptor, legal, text};
use freeboard_scenario::file::sections;
use serde_json::{Map, Value, json};

/// Marking schemes, congestion controls, and the keys of a scenario's sections.
pub(crate) fn catalog() -> Value {
    let algorithms = |all: &'static [Descriptor]| all.iter().map(algorithm).collect::<Vec<_>>();
    let keys: Map<String, Value> = sections()
        .into_iter()
        .map(|(section, keys)| {
            let key = |key: &freeboard_scenario::document::Described| {
                json!({ "name": key.name, "words": key.words, "values": key.values, "default": key.default })
            };
            (section, keys.iter().map(key).collect())
        })
        .collect();
    json!({ "aqms": algorithms(AQMS), "ccs": algorithms(CCS), "keys": keys })
}

fn algorithm(of: &Descriptor) -> Value {
    let settings = of.docs.iter().enumerate().map(|(at, doc)| {
        json!({
            "name": doc.name,
            "meaning": doc.meaning.trim(),
            "legal": legal(of, at),
            "default": text(of, at, of.fields[at].default),
            "choices": doc.choices,
        })
    });
    json!({
        "id": of.to_string(),
        "summary": of.summary,
        "source": of.source,
        "settings": settings.collect::<Vec<_>>(),
        "presets": of.presets().iter().map(|preset| preset.name).collect::<Vec<_>>(),
    })
}
