//! Files are short.

use super::{Finding, Tree};

/// Longest Rust file \[lines\].
const CAP: usize = 500;
/// Half of all Rust files are at most this long.
const MEDIAN: usize = 200;

/// Every file above the cap, and the median if it is.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    let mut lengths: Vec<(usize, &str)> =
        tree.rust().map(|(path, text)| (text.lines().count(), path)).collect();
    lengths.sort_unstable();
    let long = lengths.iter().filter(|(length, _)| *length > CAP);
    let mut found: Vec<Finding> = long
        .map(|(length, path)| Finding::new(path, *length, format!("{length} lines; split it below {CAP}")))
        .collect();
    if let Some((median, _)) = lengths.get(lengths.len() / 2).filter(|(median, _)| *median > MEDIAN) {
        found.push(Finding::new(".", 0, format!("the median file has {median} lines, more than {MEDIAN}")));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_and_a_long_median_are_found() {
        let long = "x\n".repeat(CAP + 1);
        assert_eq!(findings(&Tree::of(&[("a.rs", &long), ("b.rs", ""), ("c.rs", "")])).len(), 1);
        let middling = "x\n".repeat(MEDIAN + 1);
        assert_eq!(findings(&Tree::of(&[("a.rs", &middling)])).len(), 1);
    }
}
