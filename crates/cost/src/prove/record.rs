//! The record of the last full run: one object per obligation, kept in the repository.

use super::obligation::{Obligation, Verdict};
use crate::row::Row;
use anyhow::Context;
use freeboard_toolchain as toolchain;
use serde_json::Value;
use std::path::PathBuf;

/// Obligations of the record, as `--json` prints them.
pub(crate) type Record = Vec<Value>;

fn path() -> PathBuf {
    toolchain::root().join("crates/cost/proofs.jsonl")
}

/// Reads the record.
pub(crate) fn read() -> anyhow::Result<Record> {
    let path = path();
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Replaces the record.
pub(crate) fn write(rows: &[Row]) -> anyhow::Result<()> {
    let path = path();
    let text: String = rows.iter().map(|row| row.line() + "\n").collect();
    std::fs::write(&path, text).with_context(|| path.display().to_string())
}

fn text<'a>(one: &'a Value, key: &str) -> &'a str {
    one[key].as_str().unwrap_or_default()
}

fn id(one: &Value) -> String {
    let (algorithm, variant) = (text(one, "algorithm"), text(one, "variant"));
    if variant.is_empty() { algorithm.to_owned() } else { format!("{algorithm}/{variant}") }
}

/// What is wrong with an obligation beside its record, if anything. An open question is no contradiction: limits differ.
pub(crate) fn contradiction(one: &Obligation, name: &str, record: &[Value]) -> Option<String> {
    let settings = one.settings.name();
    let told = |known: &&Value| {
        id(known) == name && text(known, "obligation") == one.name && text(known, "settings") == settings
    };
    if one.verdict == Verdict::Refuted {
        return Some(format!("{name}: {} is refuted ({settings}): {}", one.name, one.note));
    }
    let (Some((instructions, cycles)), Some(known)) = (one.worst, record.iter().find(told)) else {
        return None;
    };
    let was = |key: &str| known[key].as_u64().unwrap_or(u64::MAX);
    let (was_instructions, was_cycles) = (was("instructions_worst"), was("cycles_worst"));
    let seen = |key: &str| known[key].as_u64().unwrap_or(0);
    if instructions > was_instructions || cycles > was_cycles {
        return Some(format!(
            "{name}: worst case {instructions} instructions, {cycles} cycles; recorded {was_instructions}, {was_cycles}"
        ));
    }
    (instructions < seen("instructions_observed") || cycles < seen("cycles_observed")).then(|| {
        format!("{name}: more was observed than the proved worst case of {instructions} instructions")
    })
}

/// Obligations in the order of the book's columns.
const COLUMNS: [(&str, &str); 4] = [
    ("equal to the graph", "equal"),
    ("widths", "widths"),
    ("placed", "placed"),
    ("memory, no trap", "memory"),
];

/// The record as the book's table.
pub(crate) fn table() -> Option<String> {
    let record = read().ok()?;
    let mut ids: Vec<(String, String)> =
        record.iter().map(|one| (id(one), text(one, "settings").to_owned())).collect();
    ids.dedup();
    let heads: Vec<&str> = COLUMNS.iter().map(|(head, _)| *head).collect();
    let mut out = format!(
        "| variant | settings | {} | paths | instructions, proved (seen) | cycles, proved (seen) |\n|---|---|{}---:|---:|---:|\n",
        heads.join(" | "),
        "---|".repeat(heads.len())
    );
    for (name, settings) in &ids {
        let find = |obligation: &str| {
            record.iter().find(|one| {
                id(one) == *name && text(one, "settings") == settings && text(one, "obligation") == obligation
            })
        };
        let cell = |obligation: &str| {
            find(obligation).map_or(String::new(), |one| {
                let seconds = one["seconds"].as_f64().unwrap_or_default();
                format!("{} ({seconds:.1} s)", text(one, "verdict"))
            })
        };
        let worst = find("worst-case");
        let pair = |proved: &str, seen: &str| {
            let number = |key: &str| worst.and_then(|one| one[key].as_u64());
            match (number(proved), number(seen)) {
                (Some(proved), Some(seen)) => format!("{proved} ({seen})"),
                (Some(proved), None) => proved.to_string(),
                _ => String::new(),
            }
        };
        let cells: Vec<String> = COLUMNS.iter().map(|(_, obligation)| cell(obligation)).collect();
        let paths =
            worst.and_then(|one| one["paths"].as_u64()).map_or(String::new(), |paths| paths.to_string());
        out += &format!(
            "| `{name}` | {settings} | {} | {paths} | {} | {} |\n",
            cells.join(" | "),
            pair("instructions_worst", "instructions_observed"),
            pair("cycles_worst", "cycles_observed")
        );
    }
    Some(out)
}

/// Notes of the record: what stayed open and under what condition something holds.
pub(crate) fn notes() -> Option<String> {
    let record = read().ok()?;
    let mut out = String::new();
    for one in record.iter().filter(|one| !text(one, "note").is_empty()) {
        // The two obligations of one exploration share their note.
        if text(one, "obligation") == "worst-case" {
            continue;
        }
        out += &format!(
            "- `{}`, {}, {}: {}: {}.\n",
            id(one),
            text(one, "obligation"),
            text(one, "settings"),
            text(one, "verdict"),
            text(one, "note")
        );
    }
    Some(if out.is_empty() { "None.\n".to_owned() } else { out })
}
