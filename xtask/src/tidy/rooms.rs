//! Rooms of every crate: no circle among the files of a folder; of the network crate, imports go down only.

use super::{Finding, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// The crate's root, whose table lists the rooms, lowest first.
const ROOT: &str = "crates/fabric/src/lib.rs";
const SOURCE: &str = "crates/fabric/src/";

/// Every import of a room from above, every file in no room, every circle.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    let row = |line: &'_ str| Some(line.strip_prefix("//! | ")?.split('`').nth(1)?.to_owned());
    let rooms: Vec<String> = tree.text(ROOT).lines().filter_map(row).collect();
    let network = tree.rust().filter(|(path, _)| path.starts_with(SOURCE) && *path != ROOT);
    let mut found: Vec<Finding> = network.flat_map(|(path, text)| upward(&rooms, path, text)).collect();
    let mut folders: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for (path, text) in tree.rust().filter(|(path, _)| path.contains("/src/")) {
        let Some((folder, name)) = path.trim_end_matches(".rs").rsplit_once('/') else { continue };
        // Test modules import what they test.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
        folders.entry(folder).or_default().insert(name, code);
    }
    found.extend(folders.into_iter().filter_map(|(folder, files)| circle(folder, &files)));
    found.extend(crates(tree).into_iter().filter_map(|(root, modules)| circle_of_modules(root, &modules)));
    found
}

/// The code of each module below a crate's root, by the crate's source folder; the root itself is `lib` or `main`.
fn crates(tree: &Tree) -> BTreeMap<&str, BTreeMap<&str, Vec<&str>>> {
    let mut found: BTreeMap<&str, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
    for (path, text) in tree.rust() {
        let Some(at) = path.find("/src/") else { continue };
        let (root, inside) = path.split_at(at + "/src".len());
        let module =
            inside.trim_start_matches('/').trim_end_matches(".rs").split('/').next().unwrap_or_default();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
        if !inside.contains("/tests") {
            found.entry(root).or_default().entry(module).or_default().push(code);
        }
    }
    found
}

/// The modules of a crate that import each other in a circle by paths from its root.
fn circle_of_modules(root: &str, modules: &BTreeMap<&str, Vec<&str>>) -> Option<Finding> {
    let own = modules.get("lib").and_then(|code| code.first()).copied().unwrap_or_default();
    let mut passed_on = BTreeMap::new();
    for (module, items) in uses(own, "use ").into_iter().filter(|(module, _)| modules.contains_key(module)) {
        items.split([',', '{', '}', ':']).for_each(|item| _ = passed_on.insert(item.trim(), module));
    }
    let mut edges: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (&module, code) in modules.iter().filter(|(module, _)| !["lib", "main"].contains(*module)) {
        for (first, _) in code.iter().flat_map(|code| uses(code, "use crate::")) {
            let named = modules.get_key_value(first).map(|(module, _)| *module);
            let other = named.or_else(|| passed_on.get(first).copied());
            edges.entry(module).or_default().extend(other.filter(|other| *other != module));
        }
    }
    in_circle(modules.keys().copied().collect(), &edges).map(|names| Finding::new(root, 0, names))
}

fn upward(rooms: &[String], path: &str, text: &str) -> Vec<Finding> {
    let floor = |name: &str| rooms.iter().position(|room| room == name);
    let own = path.trim_start_matches(SOURCE).trim_end_matches(".rs").split('/').next().unwrap_or_default();
    let Some(own) = floor(own) else {
        return vec![Finding::new(path, 0, format!("`{own}` is in no row of the table in {ROOT}"))];
    };
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
        for other in line.split("crate::").skip(1).map(word) {
            if floor(other).is_some_and(|other| other > own) {
                found.push(Finding::new(path, index + 1, format!("imports `{other}`, a room above its own")));
            }
        }
    }
    found
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// What a file's `use` declarations begin with, after `prefix`: the first word of each path, and the rest.
fn uses<'a>(code: &'a str, prefix: &str) -> Vec<(&'a str, &'a str)> {
    let mut found = Vec::new();
    for declaration in code.split(';').filter_map(|part| part.rsplit_once(prefix).map(|(_, path)| path)) {
        match declaration.strip_prefix('{') {
            Some(list) => found.extend(list.split(',').map(|path| (word(path.trim_start()), ""))),
            None => found.push((word(declaration), &declaration[word(declaration).len()..])),
        }
    }
    found
}

/// The files of a folder that import each other in a circle. A name that the folder's `mod.rs` passes on is its file's.
fn circle(folder: &str, files: &BTreeMap<&str, &str>) -> Option<Finding> {
    let root = files.get("mod").copied().unwrap_or_default();
    let mut passed_on = BTreeMap::new();
    let mut edges: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, items) in uses(root, "use ").into_iter().filter(|(file, _)| files.contains_key(file)) {
        items.split([',', '{', '}', ':']).for_each(|item| _ = passed_on.insert(item.trim(), file));
    }
    for (file, _) in uses(root, "\nuse ") {
        edges.entry("mod").or_default().insert(file);
    }
    for (&name, code) in files.iter().filter(|(name, _)| **name != "mod") {
        // `super::super` is the folder above, whose files are looked at by themselves.
        for (first, _) in uses(code, "use super::").into_iter().filter(|(first, _)| *first != "super") {
            let beside = files.get_key_value(first).map(|(file, _)| *file);
            let other = beside.or_else(|| passed_on.get(first).copied()).unwrap_or("mod");
            edges.entry(name).or_default().insert(other);
        }
    }
    in_circle(files.keys().copied().collect(), &edges).map(|names| Finding::new(folder, 0, names))
}

/// The nodes that lead to each other, in words.
fn in_circle<'a>(
    mut left: BTreeSet<&'a str>,
    edges: &BTreeMap<&'a str, BTreeSet<&'a str>>,
) -> Option<String> {
    loop {
        let leads = |from: &str| edges.get(from).is_some_and(|to| to.iter().any(|to| left.contains(to)));
        let is_led_to = |to: &str| left.iter().any(|from| edges.get(from).is_some_and(|it| it.contains(to)));
        let inside: BTreeSet<&str> = left.iter().copied().filter(|it| leads(it) && is_led_to(it)).collect();
        if inside.is_empty() {
            return None;
        }
        if inside.len() == left.len() {
            let names: Vec<&str> = inside.into_iter().collect();
            return Some(format!("import each other in a circle: {}", names.join(", ")));
        }
        left = inside;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "//! | `low` | below |\n//! | [`high`] | above |\n";

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let mut all = vec![(ROOT.to_owned(), TABLE.to_owned())];
        all.extend(files.iter().map(|(path, text)| (format!("{SOURCE}{path}"), (*text).to_owned())));
        let all: Vec<_> = all.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        findings(&Tree::of(&all)).into_iter().map(|finding| finding.what).collect()
    }

    #[test]
    fn an_import_from_above_and_a_room_without_a_row_are_found() {
        assert_eq!(found(&[("high/a.rs", "use crate::low::B;"), ("low.rs", "// crate::high\n")]), [""; 0]);
        let up = ["imports `high`, a room above its own"];
        assert_eq!(found(&[("low.rs", "use crate::high::B;")]), up);
        assert_eq!(found(&[("low/a.rs", "let b = crate::high::B;")]), up);
        assert_eq!(found(&[("cellar.rs", "")]).len(), 1);
    }

    #[test]
    fn files_that_import_each_other_are_found_by_path_or_by_what_their_parent_passes_on() {
        let circle = |first: &str, second: &str, parent: &str| {
            found(&[
                ("low/a.rs", first),
                ("low/b.rs", second),
                ("low/mod.rs", parent),
                ("low/c.rs", "use super::a::A;"),
            ])
        };
        let both = ["import each other in a circle: a, b"];
        assert_eq!(circle("use super::b::B;", "", ""), [""; 0]);
        assert_eq!(circle("use super::b::B;", "use super::a::A;", ""), both);
        assert_eq!(
            circle("use super::{B, C};", "use super::a::{A, D};", "mod b;\npub(crate) use b::{C, B};"),
            both
        );
        let tests = "#[cfg(test)]\nmod tests {\nuse super::a::A;\n}";
        assert_eq!(circle("use super::b::B;", tests, ""), [""; 0]);
    }

    #[test]
    fn a_parent_that_uses_what_uses_it_is_found() {
        let child = ("low/a.rs", "use super::Whole;");
        assert_eq!(found(&[child, ("low/mod.rs", "mod a;\n\nuse a::Part;\nstruct Whole(Part);")]).len(), 1);
        assert_eq!(found(&[child, ("low/mod.rs", "mod a;\n\npub use a::Part;\nstruct Whole;")]), [""; 0]);
    }

    #[test]
    fn circles_are_found_in_every_crate_and_among_its_modules() {
        let of = |files: &[(&str, &str)]| -> Vec<String> {
            findings(&Tree::of(files))
                .into_iter()
                .map(|finding| format!("{}: {}", finding.file, finding.what))
                .collect()
        };
        let files =
            [("hw-model/p4/src/a.rs", "use super::b::B;"), ("hw-model/p4/src/b.rs", "use super::a::A;")];
        assert_eq!(of(&files), ["hw-model/p4/src: import each other in a circle: a, b"]);
        let modules = [
            ("crates/prove/src/lib.rs", "mod low;\nmod high;\n\npub use high::High;\n"),
            ("crates/prove/src/low/part.rs", "use crate::High;"),
            ("crates/prove/src/high.rs", "use crate::low::Low;"),
        ];
        assert_eq!(of(&modules), ["crates/prove/src: import each other in a circle: high, low"]);
        assert_eq!(of(&modules[..2]), [""; 0]);
        let above = [("crates/a/src/b/c.rs", "use super::super::d::D;"), ("crates/a/src/d.rs", "")];
        assert_eq!(of(&above), [""; 0]);
    }
}
