//! Every tolerance has its derivation next to it.

use super::{Finding, Tree};

const TABLE: &str = "crates/conformance/src/tolerance.rs";

/// Shortest text that can be a derivation \[characters\]. Chosen by us: a sentence.
const SENTENCE: usize = 40;

/// Every row of the tolerance table whose derivation is missing or no more than a word.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    let text = tree.text(TABLE);
    let rows = text.lines().enumerate().filter(|(_, line)| line.contains("Row {") && line.contains("id:"));
    rows.filter_map(|(index, line)| {
        let derivation = line.split_once("derivation:").map_or("", |(_, rest)| rest).trim();
        let name: String =
            derivation.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let written = if name.is_empty() { derivation } else { body(text, &name) };
        (written.len() < SENTENCE).then(|| Finding::new(TABLE, index + 1, "a tolerance without a derivation"))
    })
    .collect()
}

/// What the constant `name` says.
fn body<'a>(text: &'a str, name: &str) -> &'a str {
    let start = text.split_once(&format!("const {name}: &str = ")).map_or("", |(_, rest)| rest);
    start.split_once("\";").map_or("", |(body, _)| body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_a_derivation_is_found() {
        let table = "const WHY: &str = \"Times are whole ns and compare exactly, so nothing may differ.\";\n\
            Row { id: \"a/b\", tolerance: T, derivation: WHY },\n\
            Row { id: \"a/c\", tolerance: T, derivation: \"\" },\n\
            Row { id: \"a/d\", tolerance: T, derivation: GONE },\n";
        let lines: Vec<usize> =
            findings(&Tree::of(&[(TABLE, table)])).iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [3, 4]);
    }
}
