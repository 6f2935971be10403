//! The nearest valid name, for "did you mean".

use strsim::levenshtein;

/// Longest word that is compared with names \[B\], chosen by us: twice the longest name.
const WORD_MAX: usize = 64;

/// Farthest edit distance at which a suggestion still helps, as a share of the longer word: one third,
/// and never less than 2. Chosen by us: a swapped pair of letters costs 2.
fn tolerance(a: &str, b: &str) -> usize {
    (a.chars().count().max(b.chars().count()) / 3).max(2)
}

/// The candidate with the smallest edit distance to `word`, ignoring case; `None` if none is near. A word without a
/// variant is compared with names without theirs.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter(|candidate| word.len() <= WORD_MAX && !candidate.is_empty())
        .filter_map(|candidate| {
            let name =
                if word.contains('/') { None } else { candidate.split_once('/').map(|(name, _)| name) };
            let near = |text: &str| {
                let away = levenshtein(&word.to_lowercase(), &text.to_lowercase());
                let joined = levenshtein(&joined(word), &joined(text));
                let same = means_the_same(word, text);
                (same || away <= tolerance(word, text)).then_some((!same, joined, away))
            };
            let away = [Some(candidate), name].into_iter().flatten().filter_map(near).min()?;
            Some((away, candidate))
        })
        .min_by_key(|(away, _)| *away)
        .map(|(_, candidate)| candidate)
}

/// Names of a list that are written out in full, chosen by us: a line of a terminal.
const LISTED_MAX: usize = 16;
/// Names that stand for a longer list.
const FEW: usize = 4;

/// Legal names in place of `word`: all, or the nearest of many and the command that lists `all`.
pub fn few<'a>(word: &str, names: impl IntoIterator<Item = &'a str>, all: &str) -> String {
    let mut names: Vec<&str> = names.into_iter().collect();
    let count = names.len();
    if count <= LISTED_MAX {
        return names.join(", ");
    }
    let word: String = word.chars().take(WORD_MAX).collect();
    names.sort_by_key(|name| levenshtein(&word.to_lowercase(), &name.to_lowercase()));
    names.truncate(FEW);
    format!("{} or another of the {count} that `{all}` prints", names.join(", "))
}

/// A word without what joins its parts: `p_max` is `pmax`, and nearer to it than `kmax`.
fn joined(word: &str) -> String {
    word.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Words of other simulators and tools for keys and names of ours.
const SYNONYMS: &[(&str, &str)] = &[
    ("sizes", "table"),
    ("cdf", "table"),
    ("size_table", "table"),
    ("bandwidth", "rate"),
    ("speed", "rate"),
    ("duration", "time"),
    ("stop", "time"),
    ("seed", "seeds"),
    ("max_p", "p_max"),
    ("maxp", "p_max"),
    ("rto_min", "min_rto"),
    ("rto_initial", "initial_rto"),
    ("size", "table"),
];

/// The word is a known name of the candidate, or has it as a whole part: `fb-hadoop` is `hadoop`.
fn means_the_same(word: &str, candidate: &str) -> bool {
    SYNONYMS.contains(&(word, candidate))
        || (candidate.len() > 3 && word.split(['-', '_', ' ']).any(|part| part == candidate))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value of megabytes is answered at once.
    #[test]
    fn a_giant_word_is_compared_with_nothing() {
        let word = "x".repeat(1 << 26);
        assert_eq!(nearest(&word, ["x", "xx"]), None);
    }

    #[test]
    fn a_misspelt_key_finds_its_neighbour() {
        let keys = ["ins_target", "pst_target", "pst_interval"];
        assert_eq!(nearest("pst_traget", keys), Some("pst_target"));
        assert_eq!(nearest("PST_INTERVALL", keys), Some("pst_interval"));
        assert_eq!(nearest("colour", keys), None);
    }

    #[test]
    fn a_word_of_another_tool_finds_ours() {
        assert_eq!(nearest("pmax", ["kmax", "kmin", "p_max"]), Some("p_max"));
        assert_eq!(nearest("sizes", ["size", "table", "load"]), Some("table"));
        assert_eq!(nearest("fb-hadoop", ["web-search", "hadoop", "cache"]), Some("hadoop"));
        assert_eq!(nearest("bandwidth", ["rtt", "rate"]), Some("rate"));
        assert_eq!(nearest("max_p", ["kmax", "kmin", "p_max"]), Some("p_max"));
        assert_eq!(nearest("rto_min", ["rtt", "min_rto"]), Some("min_rto"));
        assert_eq!(nearest("size", ["table", "load"]), Some("table"));
    }

    #[test]
    fn a_long_list_is_its_nearest_names_and_the_command_that_lists_all() {
        let names: Vec<String> = (0..40).map(|at| format!("name-{at}")).collect();
        let text = few("nam-17", names.iter().map(String::as_str), "freeboard list");
        assert!(text.starts_with("name-17, ") && text.matches(',').count() == 3, "{text}");
        assert!(text.ends_with(" or another of the 40 that `freeboard list` prints"), "{text}");
        assert_eq!(few("x", ["a", "b"], "freeboard list"), "a, b");
    }

    #[test]
    fn a_misspelt_name_finds_its_first_variant() {
        let ids = ["tcn/pipeline", "dctcp/tcp", "dctcp/rate", "ecn-sharp/compact"];
        assert_eq!(nearest("dctpc", ids), Some("dctcp/tcp"));
        assert_eq!(nearest("ecn-shrap", ids), Some("ecn-sharp/compact"));
        assert_eq!(nearest("dctcp/rat", ids), Some("dctcp/rate"));
        assert_eq!(nearest("bbr", ids), None);
    }
}
