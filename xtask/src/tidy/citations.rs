//! A citation in the code has an entry in the references, and the other way round; it is no link in the documentation.

use super::{Finding, Tree};
use std::collections::BTreeMap;

const REFERENCES: &str = "docs/src/references.md";

/// Every citation key without an entry, and every entry nobody cites.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    let listed = tree.text(REFERENCES);
    let mut cited: BTreeMap<String, (&str, usize)> = BTreeMap::new();
    for (path, text) in tree.files().filter(|(path, _)| path.ends_with(".rs") || path.ends_with(".md")) {
        if path == REFERENCES {
            continue;
        }
        for (index, line) in text.lines().enumerate() {
            for key in keys(line) {
                cited.entry(key).or_insert((path, index + 1));
            }
        }
    }
    let unlisted = cited.iter().filter(|(key, _)| !keys(listed).any(|entry| entry == **key));
    let mut found: Vec<Finding> = unlisted
        .map(|(key, (path, line))| Finding::new(path, *line, format!("[{key}] is not in {REFERENCES}")))
        .collect();
    for (index, line) in listed.lines().enumerate() {
        let uncited = keys(line).filter(|key| !cited.contains_key(key));
        found.extend(uncited.map(|key| Finding::new(REFERENCES, index + 1, format!("nobody cites [{key}]"))));
    }
    found.extend(tree.files().filter(|(path, _)| path.ends_with(".rs")).flat_map(links));
    found
}

/// Citations that rustdoc takes for links, which lead nowhere.
fn links<'a>((path, text): (&'a str, &'a str)) -> impl Iterator<Item = Finding> + 'a {
    let documents = |line: &str| line.starts_with("///") || line.starts_with("//!");
    let lines = text.lines().enumerate().filter(move |(_, line)| documents(line.trim_start()));
    lines.flat_map(move |(index, line)| {
        let bare = keys(line).filter(move |key| line.contains(&format!("[{key}]")));
        bare.map(move |key| {
            Finding::new(path, index + 1, format!("[{key}] reads as a link: write \\[{key}\\]"))
        })
    })
}

/// Keys in brackets, such as Author and 12 in one word: a capital, letters, two digits, an optional letter.
fn keys(text: &str) -> impl Iterator<Item = String> {
    text.split('[').skip(1).filter_map(|rest| {
        let (key, _) = rest.split_once(']')?;
        let key = key.trim_end_matches('\\');
        let letters = key
            .trim_end_matches(|c: char| c.is_ascii_lowercase())
            .trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = key.trim_end_matches(|c: char| c.is_ascii_lowercase()).strip_prefix(letters)?;
        let named = letters.len() >= 3 && letters.starts_with(|c: char| c.is_ascii_uppercase());
        let plain = letters.chars().all(|c| c.is_ascii_alphabetic());
        (named && plain && digits.len() == 2).then(|| key.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_without_an_entry_and_an_entry_without_a_key_are_found() {
        let tree = Tree::of(&[
            ("crates/x/src/lib.rs", "/// \\[Zhang19\\] §4, [Alizadeh10] §3, array[Index1], [B], [0, 1]"),
            (REFERENCES, "- [Zhang19] a paper\n- [Bai16] another"),
        ]);
        let found: Vec<String> = findings(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "crates/x/src/lib.rs:1: [Alizadeh10] is not in docs/src/references.md",
                "docs/src/references.md:2: nobody cites [Bai16]",
                "crates/x/src/lib.rs:1: [Alizadeh10] reads as a link: write \\[Alizadeh10\\]"
            ]
        );
    }

    #[test]
    fn a_citation_outside_documentation_needs_no_escape() {
        let text = "//! \\[Bai16\\] §2.\n// [Bai16] §3.\nconst SOURCE: &str = \"[Bai16]\";\n";
        let tree = Tree::of(&[("crates/x/src/lib.rs", text), (REFERENCES, "- [Bai16] a paper")]);
        assert_eq!(findings(&tree), []);
    }
}
