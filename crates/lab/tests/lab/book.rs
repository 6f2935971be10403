//! The book's tables of keys and measures are those of the program.

use freeboard_scenario::file::{key_table, sections};
use freeboard_scenario::measure::measure_table;
use std::path::Path;

const OPEN: &str = "<!-- keys: ";
const CLOSE: &str = "<!-- /keys -->";

/// Fills every block of a page anew, and compares; with `FREEBOARD_BLESS=1` the page is written. Returns what blocks there are.
fn check(page: &str, table: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src").join(page);
    let page = std::fs::read_to_string(&path).unwrap();
    let (mut filled, mut named) = (String::new(), Vec::new());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        filled += &format!("{line}\n");
        let Some(section) = line.strip_prefix(OPEN).and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        let table = table(section).unwrap_or_else(|| panic!("there is no section {section}"));
        filled += &format!("\n{table}\n{CLOSE}\n");
        named.push(section.to_owned());
        assert!(lines.any(|line| line == CLOSE), "the block of {section} is not closed");
    }
    if std::env::var_os("FREEBOARD_BLESS").is_some_and(|bless| bless == "1") {
        std::fs::write(&path, &filled).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap() == filled,
        "FREEBOARD_BLESS=1 fills the tables of {path:?}"
    );
    named
}

#[test]
fn the_tables_of_keys_are_the_programs() {
    let named = check("scenarios.md", key_table);
    let all: Vec<String> = sections().into_iter().map(|(section, _)| section).collect();
    assert_eq!(named, all, "sections of the book, and of the program");
}

#[test]
fn the_table_of_measures_is_the_programs() {
    let named = check("reproductions.md", |name| (name == "measures").then(measure_table));
    assert_eq!(named, ["measures"]);
}
