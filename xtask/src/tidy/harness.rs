//! A library that is compiled a second time for its unit tests has some, and one that has some is.

use super::{Finding, Tree};

/// Every library of which that is not so.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    tree.files().filter_map(|(path, text)| of_one(tree, path.strip_suffix("Cargo.toml")?, text)).collect()
}

fn of_one(tree: &Tree, folder: &str, manifest: &str) -> Option<Finding> {
    let source = format!("{folder}src/");
    let has_library = !tree.text(&format!("{source}lib.rs")).is_empty();
    if !has_library || folder.starts_with("firmware/") || folder.starts_with("fuzz/") {
        return None;
    }
    let has_tests = tree.rust().any(|(path, text)| {
        path.starts_with(&source) && text.lines().any(|line| line.trim().starts_with(TEST))
    });
    let library = manifest.split("\n[").find(|section| section.starts_with("lib]")).unwrap_or_default();
    let is_built = !library.lines().any(|line| line == "test = false");
    let what = match (has_tests, is_built) {
        (true, false) => "unit tests do not run: drop `test = false` of `[lib]`",
        (false, true) => "no unit test: `test = false` in `[lib]` saves a build of the library",
        _ => return None,
    };
    Some(Finding::new(&format!("{folder}Cargo.toml"), 0, what))
}

/// Start of the line before a module of unit tests.
const TEST: &str = "#[cfg(test";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_without_tests_is_not_built_for_them_and_one_with_tests_is() {
        let found = |manifest: &str, source: &str| {
            let tree = Tree::of(&[("crates/a/Cargo.toml", manifest), ("crates/a/src/lib.rs", source)]);
            findings(&tree).len()
        };
        let (plain, off) = ("[package]\nname = \"a\"\n", "[package]\nname = \"a\"\n\n[lib]\ntest = false\n");
        let tests = "#[cfg(test)]\nmod tests {}\n";
        assert_eq!([found(plain, tests), found(off, "fn f() {}\n")], [0, 0]);
        assert_eq!([found(off, tests), found(plain, "fn f() {}\n")], [1, 1]);
    }
}
