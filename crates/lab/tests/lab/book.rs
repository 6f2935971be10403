//! The book's tables of keys and measures and its figures of schemes are those of the program.

use freeboard_lab::report::queue_plot;
use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::{Scenario, key_table, sections};
use freeboard_scenario::measure::measure_table;
use std::collections::BTreeSet;
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

/// The scenarios of the book's figures, and the folders of the pages that their schemes are named after.
const FIGURES: [(&str, &str); 3] = [("aqm", "aqm"), ("cc", "cc"), ("cc-rate", "cc")];

/// Lines of a page before which its figure stands: the first screen.
const FIRST: usize = 6;

#[test]
fn the_figure_of_a_scheme_is_the_programs_and_opens_its_page() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let drawn = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book-figure");
    for (file, folder) in FIGURES {
        let path = docs.join("figures").join(format!("{file}.toml"));
        let scenario = Scenario::read(&Document::new(file, read(&path))).unwrap();
        let outcomes = compare(&scenario, &Runner::in_memory(true)).unwrap();
        let page = |at: usize| {
            read(&docs.join("src").join(folder).join(format!("{}.md", scenario.schemes[at].name)))
        };
        let title =
            |at: usize| page(at).lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
        for at in 0..scenario.schemes.len() {
            let name = &scenario.schemes[at].name;
            // The first scheme of a file stands above every other.
            let shown: BTreeSet<usize> = [0, at].into();
            let titles: Vec<(String, usize)> = shown.into_iter().map(|one| (title(one), one)).collect();
            let rows: Vec<_> = titles.iter().map(|(title, one)| (title.as_str(), &outcomes[*one])).collect();
            let window_ps = 0..scenario.run.time_ps;
            let svg = read(&queue_plot(&drawn, &scenario.name, &rows, window_ps, None).unwrap());
            let kept = docs.join(format!("src/figures/queue-{name}.svg"));
            if std::env::var_os("FREEBOARD_BLESS").is_some_and(|bless| bless == "1") {
                std::fs::write(&kept, &svg).unwrap();
            }
            assert!(read(&kept) == svg, "FREEBOARD_BLESS=1 draws {kept:?}");
            let link = format!("](../figures/queue-{name}.svg)");
            assert!(
                page(at).lines().take(FIRST).any(|line| line.contains(&link)),
                "{folder}/{name}.md: {link}"
            );
        }
    }
}
