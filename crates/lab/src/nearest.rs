//! The nearest valid name, for "did you mean".

/// Farthest edit distance at which a suggestion still helps, as a share of the longer word: one third,
/// and never less than 2. Chosen by us: a swapped pair of letters costs 2.
fn tolerance(a: &str, b: &str) -> usize {
    (a.chars().count().max(b.chars().count()) / 3).max(2)
}

/// The candidate with the smallest edit distance to `word`, ignoring case; `None` if none is near.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter(|candidate| !candidate.is_empty())
        .map(|candidate| (distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|(d, candidate)| *d <= tolerance(word, candidate))
        .min_by_key(|(d, _)| *d)
        .map(|(_, candidate)| candidate)
}

/// Levenshtein distance: insertions, deletions and substitutions of characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_single_character_edits() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn a_misspelt_key_finds_its_neighbour() {
        let keys = ["ins_target", "pst_target", "pst_interval"];
        assert_eq!(nearest("pst_traget", keys), Some("pst_target"));
        assert_eq!(nearest("PST_INTERVALL", keys), Some("pst_interval"));
        assert_eq!(nearest("colour", keys), None);
    }
}
