//! Paths that the documents name exist.

use super::{Finding, Tree};

/// Folders that a path below the root begins with.
const ROOTS: [&str; 9] =
    [".cargo/", ".ci/", "crates/", "docs/", "examples/", "firmware/", "fuzz/", "hw-model/", "xtask/"];

/// Every path in backticks that is neither a file nor a folder. The changelog speaks of earlier trees.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    let documents = tree.files().filter(|(path, _)| path.ends_with(".md") && *path != "CHANGELOG.md");
    let mut found = Vec::new();
    for (path, text) in documents {
        for (index, line) in text.lines().enumerate() {
            let spans = line.split('`').skip(1).step_by(2);
            let dead =
                spans.flat_map(str::split_whitespace).filter(|span| is_path(span) && !exists(tree, span));
            found.extend(dead.map(|span| Finding::new(path, index + 1, format!("`{span}` does not exist"))));
        }
    }
    found
}

/// A path below the root without placeholders.
fn is_path(span: &str) -> bool {
    let placeholder = |c: char| "<>{}*$|,()".contains(c);
    ROOTS.iter().any(|root| span.starts_with(root)) && !span.contains(placeholder) && !span.contains("NAME")
}

fn exists(tree: &Tree, span: &str) -> bool {
    let path = span.trim_end_matches('/');
    let folder = format!("{path}/");
    tree.files().any(|(file, _)| file == path || file.starts_with(&folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_path_is_found_and_a_placeholder_is_none() {
        let page =
            "`crates/a/src/lib.rs` and `crates/a`, `crates/b/src`; `crates/aqm-NAME/src` `xtask/{a,b}` b/c\n";
        let tree = Tree::of(&[("docs/src/page.md", page), ("crates/a/src/lib.rs", "")]);
        let found = findings(&tree);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].line, found[0].what.as_str()), (1, "`crates/b/src` does not exist"));
    }
}
