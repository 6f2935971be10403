//! Algorithm crates keep to the portable subset: what RV32, Cortex-M and the kernel's verifier all accept.

use super::{Finding, Tree};

/// Attributes every algorithm crate starts with.
const REQUIRED: &[&str] = &[
    "#![no_std]",
    "#![forbid(unsafe_code)]",
    "clippy::arithmetic_side_effects",
    "clippy::float_arithmetic",
    "clippy::indexing_slicing",
    "clippy::panic",
    "clippy::unwrap_used",
    "clippy::expect_used",
];

/// Words that stand for what the subset leaves out, with the reason.
const BANNED: &[(&str, &str)] = &[
    ("f32", "floats"),
    ("f64", "floats"),
    ("u128", "128-bit arithmetic"),
    ("i128", "128-bit arithmetic"),
    ("static", "hidden state"),
    ("AtomicU32", "hidden state"),
    ("RefCell", "interior mutability"),
    ("UnsafeCell", "interior mutability"),
    ("dyn", "dynamic dispatch"),
    ("loop", "an unbounded loop"),
    ("while", "an unbounded loop"),
    ("unsafe", "unsafe code"),
    ("alloc", "allocation"),
    ("unwrap", "a panic path"),
    ("expect", "a panic path"),
    ("panic", "a panic path"),
    ("assert", "a panic path"),
];

/// Every breach in the sources of algorithm crates, their tests excluded.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    let ours = |path: &str| {
        let below = path.strip_prefix("crates/").unwrap_or_default();
        let algorithm = below.starts_with("aqm-") || below.starts_with("cc-");
        algorithm && !below.starts_with("aqm-api") && !below.starts_with("cc-api") && below.contains("/src/")
    };
    tree.rust().filter(|(path, _)| ours(path)).flat_map(|(path, text)| of_file(path, text)).collect()
}

fn of_file(path: &str, text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    if path.ends_with("/src/lib.rs") {
        let absent = REQUIRED.iter().filter(|attribute| !text.contains(**attribute));
        found.extend(absent.map(|attribute| Finding::new(path, 0, format!("lacks `{attribute}`"))));
    }
    // The line that ends the program under way, by its indentation.
    let mut end: Option<String> = None;
    for (index, line) in text.lines().enumerate() {
        let code = without_comment_and_text(line);
        if code.contains("fn mark<") {
            end = Some(format!("{}}}", " ".repeat(line.len() - line.trim_start().len())));
        }
        found.extend(breaches(&code, end.is_some()).map(|what| Finding::new(path, index + 1, what)));
        end = end.filter(|end| line != end);
    }
    found
}

fn breaches(code: &str, marking: bool) -> impl Iterator<Item = String> {
    let word = |wanted: &str| {
        code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == wanted)
    };
    // `'static` is a lifetime; inner attributes name lints.
    // What the compiler evaluates is in no image.
    let evaluated =
        ["#![", "const _: () = assert!("].iter().any(|start| code.trim_start().starts_with(start));
    let plain = !evaluated && !code.contains("clippy::");
    let banned = BANNED.iter().filter(|(name, _)| plain && word(name) && !code.contains(&format!("'{name}")));
    let mut found: Vec<String> =
        banned.map(|(name, why)| format!("`{name}` ({why}) is outside the portable subset")).collect();
    if code.contains("cfg(") {
        found.push("a `cfg` fork: backends are chosen by type".to_owned());
    }
    if marking && code.contains(".value()") {
        found.push("a program must not look at action data".to_owned());
    }
    found.into_iter()
}

/// The code of a line: comments gone, string contents emptied, the one allowed `cfg` left out.
fn without_comment_and_text(line: &str) -> String {
    let allowed = ["cfg_attr(feature = \"defmt\"", "cfg(feature = \"defmt\")"];
    if allowed.iter().any(|form| line.contains(form)) || line.trim_start().starts_with("//") {
        return String::new();
    }
    let mut code = String::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 0 {
            let (before, comment) = part.split_once("//").map_or((part, false), |(before, _)| (before, true));
            code.push_str(before);
            if comment {
                break;
            }
        } else {
            code.push_str("\"\"");
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> usize {
        findings(&Tree::of(&[("crates/aqm-red/src/red.rs", line)])).len()
    }

    #[test]
    fn each_banned_word_is_found_and_words_about_it_are_not() {
        for (word, _) in BANNED {
            assert_eq!(found(&format!("let x = {word}(1);")), 1, "{word}");
            assert_eq!(found(&format!("let x = 1; // no {word} here")), 0, "{word}");
            assert_eq!(found(&format!("let x = \"{word}\";")), 0, "{word}");
        }
        assert_eq!(found("const NAMES: &'static [&'static str] = &[];"), 0);
        assert_eq!(found("#[cfg(target_os = \"none\")]"), 1);
        assert_eq!(found("#[cfg_attr(feature = \"defmt\", derive(defmt::Format))]"), 0);
    }

    #[test]
    fn a_program_that_looks_at_action_data_is_found() {
        assert_eq!(found("fn mark<H: Hw>() {\n    if params.limit.value() > 3 {}\n}"), 1);
        assert_eq!(found("fn watch() {\n    let needed = params.limit.value();\n}"), 0);
    }

    #[test]
    fn missing_attributes_are_named() {
        let bare = Tree::of(&[("crates/aqm-red/src/lib.rs", "//! RED.\n#![no_std]\n")]);
        assert_eq!(findings(&bare).len(), REQUIRED.len() - 1);
    }
}
