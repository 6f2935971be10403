//! Lines end in LF, on every system that the repository is checked out on.

use super::Finding;
use super::tree::Tree;

/// Where git is told so.
const ATTRIBUTES: &str = ".gitattributes";
/// The rule that it is told: golden traces, tables and generated files are compared byte for byte.
const RULE: &str = "* text=auto eol=lf";

pub(super) fn findings(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    if !tree.text(ATTRIBUTES).lines().any(|line| line == RULE) {
        found.push(Finding::new(ATTRIBUTES, 0, format!("needs the line `{RULE}`")));
    }
    let exempt = tree
        .text(ATTRIBUTES)
        .lines()
        .enumerate()
        .filter(|(_, line)| line.contains("eol=crlf") || line.contains("-text"));
    found.extend(exempt.map(|(at, _)| Finding::new(ATTRIBUTES, at + 1, "no file is exempt from LF")));
    for (path, text) in tree.files() {
        if let Some(at) = text.lines().zip(text.split('\n')).position(|(_, whole)| whole.ends_with('\r')) {
            found.push(Finding::new(path, at + 1, "ends in CR LF; write LF"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carriage_returns_and_missing_attributes_are_found() {
        let attributes = format!("# why\n{RULE}\n");
        assert_eq!(findings(&Tree::of(&[(ATTRIBUTES, &attributes), ("a.csv", "1\n2\n")])), []);
        let found = findings(&Tree::of(&[("a.csv", "1\n2\r\n3")]));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].file == ATTRIBUTES && found[1].file == "a.csv" && found[1].line == 2, "{found:?}");
        let exempt = format!("{attributes}*.csv -text\n");
        assert_eq!(findings(&Tree::of(&[(ATTRIBUTES, &exempt)]))[0].line, 3);
    }
}
