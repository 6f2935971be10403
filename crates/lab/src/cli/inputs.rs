//! Files that a scenario reads beside itself.

use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Values of all keys of a scenario that name a file, those of axes included.
pub(super) fn files_in(table: &Table) -> Vec<String> {
    let mut found = Vec::new();
    for (key, value) in table {
        match value {
            Value::String(path) if key == "file" => found.push(path.clone()),
            Value::Table(inner) => found.extend(files_in(inner)),
            Value::Array(list) if key == "axis" => {
                list.iter().filter_map(Value::as_table).for_each(|axis| found.extend(on_axis(axis)));
            }
            Value::Array(list) => {
                list.iter().filter_map(Value::as_table).for_each(|inner| found.extend(files_in(inner)));
            }
            _ => {}
        }
    }
    found
}

/// Texts that an axis gives to its keys, if one of these names a file.
fn on_axis(axis: &Table) -> Vec<String> {
    fn texts(value: &Value) -> Vec<String> {
        match value {
            Value::String(text) => vec![text.clone()],
            Value::Array(list) => list.iter().flat_map(texts).collect(),
            _ => Vec::new(),
        }
    }
    let names_file = |key: &String| key.rsplit('.').next() == Some("file");
    let (keys, values) = (axis.get("key").map(texts), axis.get("values").map(texts));
    if keys.unwrap_or_default().iter().any(names_file) { values.unwrap_or_default() } else { Vec::new() }
}

/// The scenario's own file and those that it reads.
pub(super) fn inputs(file: &Path, text: &str) -> Vec<PathBuf> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let beside = files_in(&text.parse().unwrap_or_default()).into_iter().map(|name| folder.join(name));
    core::iter::once(file.to_owned()).chain(beside).collect()
}
