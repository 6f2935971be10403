//! Links of the documents lead somewhere: to a file, and to a heading of it.

use super::{Finding, Tree};

/// Every link to a file that is not there or to a heading that it does not have, and every page that the book's contents leave out.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, text) in tree.files().filter(|(path, _)| path.ends_with(".md") && *path != "CHANGELOG.md") {
        for (index, line) in text.lines().enumerate() {
            let dead = links(line).into_iter().filter(|link| !leads(tree, path, link));
            found.extend(dead.map(|link| Finding::new(path, index + 1, format!("`{link}` leads nowhere"))));
        }
    }
    let contents = tree.text(CONTENTS);
    let pages =
        tree.files().filter(|(path, _)| path.starts_with(BOOK) && path.ends_with(".md") && *path != CONTENTS);
    let missing = pages.filter(|(path, _)| !contents.contains(&format!("]({})", &path[BOOK.len()..])));
    found.extend(
        missing.map(|(path, _)| Finding::new(path, 1, format!("`{CONTENTS}` does not list the page"))),
    );
    found
}

/// Folder of the book's pages.
const BOOK: &str = "docs/src/";
/// The book's contents.
const CONTENTS: &str = "docs/src/SUMMARY.md";

/// Targets of a line's links that are below the root; code is left out.
fn links(line: &str) -> Vec<&str> {
    let text = line.split('`').step_by(2);
    let parts = text.flat_map(|text| text.split("](").skip(1));
    let targets = parts.filter_map(|part| part.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.contains(' ') && !target.is_empty()).collect()
}

fn leads(tree: &Tree, from: &str, link: &str) -> bool {
    let (target, heading) = link.split_once('#').unwrap_or((link, ""));
    let path = if target.is_empty() { from.to_owned() } else { joined(from, target) };
    let folder = format!("{path}/");
    let Some((_, text)) = tree.files().find(|(file, _)| *file == path) else {
        return heading.is_empty() && tree.files().any(|(file, _)| file.starts_with(&folder));
    };
    let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
    heading.is_empty() || !path.ends_with(".md") || headings.into_iter().any(|line| slug(line) == heading)
}

/// A path beside a file, without `.` and `..`.
fn joined(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The name that a heading has in a page of the book.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_nothing_and_a_page_that_is_not_listed_are_found() {
        let page = "# One\n[a](b/two.md#a-heading-of-c) [c](#one) [d](https://e.f/g) `[x](y)`\n\
                    [e](three.md) [f](b/two.md#other) [g](../../crates)\n";
        let tree = Tree::of(&[
            (CONTENTS, "[One](one.md)\n"),
            ("docs/src/one.md", page),
            ("docs/src/b/two.md", "## A heading: of `C`\n[up](../one.md)\n"),
            ("crates/a.rs", ""),
        ]);
        let found: Vec<(String, usize)> =
            findings(&tree).into_iter().map(|found| (found.what, found.line)).collect();
        let expected = [
            ("`three.md` leads nowhere", 3),
            ("`b/two.md#other` leads nowhere", 3),
            ("`docs/src/SUMMARY.md` does not list the page", 1),
        ];
        assert_eq!(found, expected.map(|(what, line)| (what.to_owned(), line)));
    }
}
