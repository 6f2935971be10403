//! Every documented size of a state has an assertion next to the type.

use super::{Finding, Tree};

/// Sources whose types are state of firmware.
fn counted(path: &str) -> bool {
    ["crates/aqm-", "crates/cc-"].iter().any(|start| path.starts_with(start)) && path.contains("/src/")
}

/// The number before "bytes" in a line of documentation.
fn size(line: &str) -> Option<u32> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_unit = |word: &str| word.trim_end_matches([',', '.', ';', ':']) == "bytes";
    words.windows(2).find(|pair| is_unit(pair[1])).and_then(|pair| pair[0].parse().ok())
}

/// Every type whose documentation gives a size in bytes that no assertion holds, and every page of a crate that gives another
/// size per flow than its assertions.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    let types = tree.rust().filter(|(path, _)| counted(path)).flat_map(|(path, text)| of_types(path, text));
    let pages =
        tree.files().filter(|(path, _)| path.starts_with("crates/cc-") && path.ends_with("/README.md"));
    types.chain(pages.flat_map(|(path, text)| of_page(tree, path, text))).collect()
}

fn of_types(path: &str, text: &str) -> Vec<Finding> {
    let mut stated = None;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(words) = line.strip_prefix("///") {
            stated = stated.or_else(|| size(words));
            continue;
        }
        // Attributes stand between the words and the type.
        if line.starts_with('#') {
            continue;
        }
        let name = line.split_once("struct ").map(|(_, rest)| rest.split([' ', '<', '(', ';']).next());
        if let (Some(bytes), Some(Some(name))) = (stated, name) {
            let held = format!("assert!(size_of::<{name}");
            let whole =
                text.lines().any(|line| line.contains(&held) && line.contains(&format!("== {bytes})")));
            if !whole {
                found.push(Finding::new(
                    path,
                    index + 1,
                    format!("nothing asserts that {name} has {bytes} bytes"),
                ));
            }
        }
        stated = None;
    }
    found
}

fn of_page(tree: &Tree, path: &str, text: &str) -> Option<Finding> {
    let (line, bytes) = text.lines().enumerate().find_map(|(index, line)| {
        line.contains("bytes per flow").then(|| size(line)).flatten().map(|bytes| (index + 1, bytes))
    })?;
    let sources = path.trim_end_matches("README.md");
    let asserted = tree
        .rust()
        .filter(|(source, _)| source.starts_with(sources))
        .any(|(_, text)| text.contains(&format!("== {bytes})")));
    (!asserted).then(|| Finding::new(path, line, format!("nothing asserts {bytes} bytes per flow")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stated_size_without_its_assertion_is_found() {
        let stated =
            "/// State of one flow, 24 bytes. Fresh.\n#[repr(C)]\npub struct Flow {\n    a: u32,\n}\n";
        let of = |tail: &str| {
            findings(&Tree::of(&[("crates/cc-a/src/flow.rs", &format!("{stated}{tail}"))])).len()
        };
        assert_eq!(of(""), 1);
        assert_eq!(of("const _: () = assert!(size_of::<Flow>() == 24);\n"), 0);
        assert_eq!(of("const _: () = assert!(size_of::<Flow>() == 28);\n"), 1);
        let page = ("crates/cc-a/README.md", "Goals: 20 bytes per flow.");
        let held = "const _: () = assert!(size_of::<Flow>() == 24);\n";
        assert_eq!(findings(&Tree::of(&[page, ("crates/cc-a/src/flow.rs", held)])).len(), 1);
    }
}
