//! No leftovers, no machine paths, short taglines.

use super::{Finding, Tree};

/// Longest first line of a crate's documentation.
const TAGLINE_MAX: usize = 80 + "//! ".len();

/// The words below are written in two parts so that this file does not find itself.
const LEFTOVERS: &[(&str, &str)] = &[
    (concat!("TO", "DO"), "do it or leave it out"),
    (concat!("FIX", "ME"), "fix it or leave it out"),
    (concat!("to", "do!("), "a stub"),
    (concat!("unimpl", "emented!("), "a stub"),
    (concat!("#[ig", "nore"), "a test that does not run"),
    (concat!("#[should_", "panic"), "a test of a panic: return an error"),
    (concat!("#[al", "low("), "use #[expect(.., reason = \"..\")]"),
    (concat!("mod ut", "ils"), "name it by what it does"),
];

/// Top folders of machines; a path that starts with one belongs to somebody's disk.
const MACHINE_FOLDERS: &[&str] =
    &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/fa", "rm/")];

/// Hosts of package registries.
const HOSTS: &[&str] = &[
    concat!("crates", ".io/"),
    concat!("index.crates", ".io"),
    concat!("deb.debian", ".org"),
    concat!("pypi", ".org"),
];

/// Every breach.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    let mut found: Vec<Finding> = tree.rust().flat_map(|(path, text)| leftovers(path, text)).collect();
    let mine = |path: &&str| !path.ends_with("Cargo.lock");
    found.extend(tree.files().filter(|(path, _)| mine(path)).flat_map(|(path, text)| machines(path, text)));
    found.extend(tree.rust().filter_map(|(path, text)| tagline(path, text)));
    found
}

fn leftovers(path: &str, text: &str) -> Vec<Finding> {
    let numbered = text.lines().enumerate();
    let of_line = |(index, line): (usize, &str)| {
        let hits = LEFTOVERS.iter().filter(|(word, _)| line.contains(word));
        hits.map(|(word, advice)| Finding::new(path, index + 1, format!("`{word}`: {advice}")))
            .collect::<Vec<_>>()
    };
    numbered.flat_map(of_line).collect()
}

fn machines(path: &str, text: &str) -> Vec<Finding> {
    let starts = |line: &str, folder: &str| {
        line.match_indices(folder).any(|(at, _)| {
            let before = line.get(..at).and_then(|head| head.chars().next_back());
            before.is_none_or(|c| !c.is_ascii_alphanumeric() && !"._-/$}".contains(c))
        })
    };
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if MACHINE_FOLDERS.iter().any(|folder| starts(line, folder)) {
            found.push(Finding::new(path, index + 1, "a path of one machine"));
        }
        if HOSTS.iter().any(|host| line.contains(host)) {
            found.push(Finding::new(path, index + 1, "the host of a package registry"));
        }
    }
    found
}

fn tagline(path: &str, text: &str) -> Option<Finding> {
    let first = text.lines().find(|line| !line.starts_with("#![") && !line.is_empty())?;
    if !first.starts_with("//!") {
        return Some(Finding::new(path, 1, "starts without a `//!` line that says what it is"));
    }
    let root = path.ends_with("src/lib.rs") || path.ends_with("src/main.rs");
    (root && first.chars().count() > TAGLINE_MAX)
        .then(|| Finding::new(path, 1, "the first line is longer than 80 characters"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> usize {
        findings(&Tree::of(&[("a.rs", &format!("//! A.\n{line}\n"))])).len()
    }

    #[test]
    fn leftovers_and_machine_paths_are_found() {
        for (word, _) in LEFTOVERS {
            assert_eq!(found(word), 1, "{word}");
        }
        for folder in MACHINE_FOLDERS {
            assert_eq!(found(&format!("let path = \"{folder}x\";")), 1, "{folder}");
            assert_eq!(found(&format!("let path = \"target{folder}x\";")), 0, "{folder}");
        }
        for host in HOSTS {
            assert_eq!(found(host), 1, "{host}");
        }
    }

    #[test]
    fn a_file_without_or_with_a_long_tagline_is_found() {
        assert_eq!(findings(&Tree::of(&[("a.rs", "fn x() {}\n")])).len(), 1);
        assert_eq!(findings(&Tree::of(&[("src/lib.rs", &format!("//! {}\n", "x".repeat(81)))])).len(), 1);
        assert_eq!(findings(&Tree::of(&[("a.rs", "#![no_std]\n//! A.\n")])).len(), 0);
    }
}
