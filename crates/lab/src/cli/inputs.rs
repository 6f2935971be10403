//! Files that a scenario reads beside itself.

use freeboard_scenario::catalog::argument_fault;
use freeboard_scenario::document::Fault;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Values of all keys of a scenario that name a file, those of axes included.
pub(super) fn files_in(table: &Table) -> Vec<String> {
    let mut found = Vec::new();
    for (key, value) in table {
        match value {
            Value::String(path) if names_file(key, path) => found.push(path.clone()),
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
    let [keys, values] = ["key", "values"].map(|name| axis.get(name).map(texts).unwrap_or_default());
    let last = |key: &String| key.rsplit('.').next().unwrap_or_default().to_owned();
    let keys: Vec<String> = keys.iter().map(last).collect();
    values.into_iter().filter(|text| keys.iter().any(|key| names_file(key, text))).collect()
}

/// Whether the value of a key is a path: any of `file`, and a `table` of sizes of one's own.
fn names_file(key: &str, text: &str) -> bool {
    key == "file" || key == "table" && text.ends_with(".csv")
}

/// The scenario's own file and those that it reads.
pub(super) fn inputs(file: &Path, text: &str) -> Vec<PathBuf> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let beside = files_in(&text.parse().unwrap_or_default()).into_iter().map(|name| folder.join(name));
    core::iter::once(file.to_owned()).chain(beside).collect()
}

/// Refuses an output that is one of the files that the command reads.
///
/// # Errors
/// It is.
pub(super) fn keep_inputs(key: &str, out: &Path, reads: &[PathBuf]) -> Result<(), Fault> {
    let is_read = |out: &Path| reads.iter().any(|path| path.canonicalize().is_ok_and(|path| path == out));
    match out.canonicalize() {
        Ok(place) if is_read(&place) => Err(argument_fault(
            key,
            &out.to_string_lossy(),
            "is a file that the command reads",
            "another file",
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_that_names_a_file_is_found_and_no_published_table() {
        const TEXT: &str = "[topology]\nfile = \"links.csv\"\n[[workload]]\ntable = \"web-search\"\n[[workload]]\ntable = \"own.csv\"\n\
            [[axis]]\nkey = \"workload.1.table\"\nvalues = [\"hadoop\", \"other.csv\"]\n";
        let mut found = files_in(&TEXT.parse().unwrap());
        found.sort_unstable();
        assert_eq!(found, ["links.csv", "other.csv", "own.csv"]);
    }
}
