//! An algorithm is in every list, or in none.

use super::{Finding, Tree};

/// Names of algorithms beyond that of their crate's folder: (folder, name).
const SECOND: &[(&str, &str)] = &[("cc-newreno", "ecn-star")];

/// The algorithms in the crate of a folder.
pub(crate) fn algorithms_of(folder: &str) -> Vec<String> {
    let first = folder.split_once('-').map_or("", |(_, name)| name).to_owned();
    let second = SECOND.iter().filter(|(home, _)| *home == folder).map(|(_, second)| (*second).to_owned());
    [first].into_iter().chain(second).collect()
}

/// Folders of algorithm crates: (group, name without the group).
fn algorithms(tree: &Tree) -> Vec<(&'static str, String)> {
    let of = |folder: &&str| {
        let (group, name) = folder.split_once('-')?;
        let group = ["aqm", "cc"].into_iter().find(|known| *known == group)?;
        (name != "api").then(|| (group, name.to_owned()))
    };
    tree.folders("crates").iter().filter_map(of).collect()
}

/// Names are compared without separators: `aqm-taildrop` is `tail_drop` elsewhere.
fn squeezed(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Every algorithm crate that one of the lists does not know.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    algorithms(tree).iter().flat_map(|(group, name)| of_one(tree, group, name)).collect()
}

fn of_one(tree: &Tree, group: &str, name: &str) -> Vec<Finding> {
    let folder = format!("crates/{group}-{name}");
    let mut found = Vec::new();
    let mut missing = |file: &str, what: String| found.push(Finding::new(file, 0, what));
    let path = format!("{group}_{}::", name.replace('-', "_"));
    if !tree.text("crates/registry/src/list.rs").contains(&path) {
        missing("crates/registry/src/list.rs", format!("no line for {folder}: add its variants"));
    }
    if !tree.text("crates/registry/Cargo.toml").contains(&format!("freeboard-{group}-{name} = ")) {
        missing("crates/registry/Cargo.toml", format!("does not depend on {group}-{name}"));
    }
    found.extend(written(tree, group, name, &folder));
    for (_, second) in SECOND.iter().filter(|(home, _)| folder.ends_with(home)) {
        found.extend(written(tree, group, second, &folder));
    }
    found.extend(golden(tree, group, name, &folder));
    found
}

/// The algorithm has an oracle and a page.
fn written(tree: &Tree, group: &str, name: &str, folder: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut missing = |file: &str, what: String| found.push(Finding::new(file, 0, what));
    let module = |entry: &str| squeezed(entry.trim_end_matches(".rs")) == squeezed(name);
    if !entries(tree, "crates/oracle/src").iter().any(|entry| module(entry)) {
        missing("crates/oracle/src", format!("no oracle for {folder}: add {}.rs", name.replace('-', "_")));
    }
    let pages = entries(tree, &format!("docs/src/{group}"));
    match pages.iter().find(|page| squeezed(page.trim_end_matches(".md")) == squeezed(name)) {
        None => missing(&format!("docs/src/{group}"), format!("no page for {folder}: add {name}.md")),
        Some(page) if !tree.text("docs/src/SUMMARY.md").contains(&format!("{group}/{page}")) => {
            missing("docs/src/SUMMARY.md", format!("does not list {group}/{page}"));
        }
        Some(_) => {}
    }
    found
}

/// The crate has golden traces, and every variant's line in the list has seeds of its number in the corpus.
fn golden(tree: &Tree, group: &str, name: &str, folder: &str) -> Vec<Finding> {
    let golden = format!("{folder}/golden");
    let mut found = Vec::new();
    if !entries(tree, &golden).iter().any(|trace| trace.ends_with(".csv")) {
        let advice = "no golden trace: run the conformance tests with FREEBOARD_BLESS=1";
        found.push(Finding::new(&golden, 0, advice));
    }
    let corpus = format!("fuzz/corpus/{group}_any");
    let seeds = entries(tree, &corpus);
    let path = format!("{group}_{}::", name.replace('-', "_"));
    let lines = variants(tree, group);
    for (number, _) in lines.iter().enumerate().filter(|(_, line)| line.contains(&path)) {
        let start = format!("seed-{number:02}");
        if !seeds.iter().any(|seed| seed.starts_with(&start)) {
            found.push(Finding::new(&corpus, 0, format!("no {start}, variant {number} of the list: {name}")));
        }
    }
    found
}

/// The lines of a group's list, in order.
fn variants<'a>(tree: &'a Tree, group: &str) -> Vec<&'a str> {
    let list = tree.text("crates/registry/src/list.rs");
    let (_, rest) = list.split_once(&format!("for_each_{group} {{")).unwrap_or_default();
    let (block, _) = rest.split_once("macro_rules!").unwrap_or((rest, ""));
    block.lines().filter(|line| line.contains("$crate::") && line.trim_end().ends_with(';')).collect()
}

/// Names of files and folders directly in `folder`.
fn entries(tree: &Tree, folder: &str) -> Vec<String> {
    let prefix = format!("{folder}/");
    let first =
        |path: &str| path.strip_prefix(&prefix).map(|rest| rest.split('/').next().unwrap_or(rest).to_owned());
    let mut names: Vec<String> = tree.files().filter_map(|(path, _)| first(path)).collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &[(&str, &str)] = &[
        ("crates/aqm-red/src/lib.rs", ""),
        ("crates/aqm-red/golden/floyd.csv", ""),
        (
            "crates/registry/src/list.rs",
            "macro_rules! for_each_aqm {\n exact (..) Red $crate::aqm_red::Red;\n}",
        ),
        ("crates/registry/Cargo.toml", "freeboard-aqm-red = { workspace = true }"),
        ("crates/oracle/src/red.rs", ""),
        ("docs/src/aqm/red.md", ""),
        ("docs/src/SUMMARY.md", "[RED](aqm/red.md)"),
        ("fuzz/corpus/aqm_any/seed-00-0", ""),
    ];

    #[test]
    fn a_complete_algorithm_is_clean() {
        assert_eq!(findings(&Tree::of(WHOLE)), vec![]);
    }

    #[test]
    fn an_algorithm_missing_from_any_one_list_is_found_there() {
        for (left_out, place) in [
            (1, "crates/aqm-red/golden"),
            (2, "crates/registry/src/list.rs"),
            (3, "crates/registry/Cargo.toml"),
            (4, "crates/oracle/src"),
            (5, "docs/src/aqm"),
            (6, "docs/src/SUMMARY.md"),
            (7, "fuzz/corpus/aqm_any"),
        ] {
            let files: Vec<_> = WHOLE
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != left_out)
                .map(|(_, file)| *file)
                .collect();
            let found = findings(&Tree::of(&files));
            assert!(found.iter().any(|finding| finding.file == place), "without {place}: {found:?}");
        }
    }
}
