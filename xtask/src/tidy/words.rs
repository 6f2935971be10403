//! Field vocabulary: words that the glossary replaces, and titles of modules.
//!
//! The list is the second column of the tables in the glossary, so a word is banned where it is explained.

use super::{Finding, Tree};

const GLOSSARY: &str = "docs/src/glossary.md";
/// Files that may say the old words: the glossary explains them, the changelog is history.
const EXEMPT: [&str; 2] = [GLOSSARY, "CHANGELOG.md"];
/// A title that begins so is a sentence, not a noun that can be searched for.
const QUESTIONS: [&str; 8] = ["What ", "How ", "Who ", "When ", "Where ", "Which ", "Why ", "That "];

/// Every banned word and every title that is a question.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    let words = banned(tree.text(GLOSSARY));
    if words.is_empty() {
        return vec![Finding::new(GLOSSARY, 0, "no banned words: the tables need a column `not`")];
    }
    let texts = tree.files().filter(|(path, _)| {
        [".rs", ".md", ".toml"].iter().any(|end| path.ends_with(end)) && !EXEMPT.contains(path)
    });
    let mut found: Vec<Finding> = texts.flat_map(|(path, text)| old_words(path, text, &words)).collect();
    found.extend(tree.rust().filter_map(|(path, text)| question(path, text)));
    found
}

/// The quoted words of the second column: `code` is matched with its case, "prose" without.
fn banned(glossary: &str) -> Vec<(String, bool)> {
    let column = |line: &str| line.strip_prefix('|')?.split('|').nth(1).map(str::to_owned);
    let mut words = Vec::new();
    for cell in glossary.lines().filter_map(column) {
        words.extend(cell.split('`').skip(1).step_by(2).map(|word| (word.to_owned(), true)));
        words.extend(cell.split('"').skip(1).step_by(2).map(|word| (word.to_lowercase(), false)));
    }
    words
}

fn old_words(path: &str, text: &str, words: &[(String, bool)]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let lower = line.to_lowercase();
        for (word, exact) in words {
            if contains_word(if *exact { line } else { &lower }, word) {
                found.push(Finding::new(path, index + 1, format!("`{word}`: use the word of {GLOSSARY}")));
            }
        }
    }
    found
}

/// Whether `word` stands in `line` with no letter, digit or underscore at either side.
fn contains_word(line: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|head| head.chars().next_back());
        let after = line.get(at + word.len()..).and_then(|tail| tail.chars().next());
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}

fn question(path: &str, text: &str) -> Option<Finding> {
    let title = text.lines().find_map(|line| line.strip_prefix("//! "))?;
    let asks = QUESTIONS.iter().any(|word| title.starts_with(word));
    asks.then(|| Finding::new(path, 1, format!("the title `{title}` is a question: use a noun")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "| word | not | where |\n|---|---|---|\n| returns | \"as it were\", `OldName` | x |\n";

    fn found(path: &str, text: &str) -> usize {
        findings(&Tree::of(&[(GLOSSARY, PAGE), (path, text)])).len()
    }

    #[test]
    fn words_of_the_second_column_are_found_as_whole_words() {
        assert_eq!(found("a.rs", "//! A.\nlet x = OldName;\n"), 1);
        assert_eq!(found("a.rs", "//! A.\nlet x = OldNames;\n"), 0);
        assert_eq!(found("a.md", "As it were 2.\n"), 1);
        assert_eq!(found("CHANGELOG.md", "As it were 2.\n"), 0);
    }

    #[test]
    fn a_title_that_asks_is_found_and_a_noun_is_not() {
        assert_eq!(found("a.rs", "//! What a port is.\n"), 1);
        assert_eq!(found("a.rs", "//! Port.\n"), 0);
    }

    #[test]
    fn a_glossary_without_words_is_found() {
        assert_eq!(findings(&Tree::of(&[(GLOSSARY, "# Glossary\n")])).len(), 1);
    }
}
