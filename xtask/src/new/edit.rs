//! Lines added to files that people keep.

use anyhow::{Context, bail};

/// Adds `line` after the last line for which `mark` holds.
pub(super) fn after_last(text: &str, mark: impl Fn(&str) -> bool, line: &str) -> anyhow::Result<String> {
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().rposition(|line| mark(line)).with_context(|| format!("no place for `{line}`"))?;
    Ok(with(&lines, at + 1, line))
}

/// Adds `line` before the first line at or below the one that contains `below` for which `mark` holds.
pub(super) fn before_first(text: &str, below: &str, mark: &str, line: &str) -> anyhow::Result<String> {
    let lines: Vec<&str> = text.lines().collect();
    let start =
        lines.iter().position(|line| line.contains(below)).with_context(|| format!("no `{below}`"))?;
    let found = lines[start..].iter().position(|line| line.trim() == mark);
    let at = start + found.with_context(|| format!("no `{mark}` below `{below}`"))?;
    Ok(with(&lines, at, line))
}

/// Adds an entry to a one-line list `key = [...]`.
pub(super) fn to_list(text: &str, key: &str, entry: &str) -> anyhow::Result<String> {
    let start = format!("{key} = [");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let Some(line) = lines.iter_mut().find(|line| line.starts_with(&start) && line.ends_with(']')) else {
        bail!("no line `{start}...]`");
    };
    let inner = line.trim_end_matches(']').to_owned();
    let comma = if inner.ends_with('[') { "" } else { ", " };
    *line = format!("{inner}{comma}\"{entry}\"]");
    Ok(lines.join("\n") + "\n")
}

fn with(lines: &[&str], at: usize, line: &str) -> String {
    let mut lines = lines.to_vec();
    lines.insert(at, line);
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_where_it_says_and_nowhere_else() {
        assert_eq!(
            after_last("a1\nb\na2\nc\n", |l| l.starts_with('a'), "x").ok().as_deref(),
            Some("a1\nb\na2\nx\nc\n")
        );
        assert_eq!(
            before_first("f {\n_\n}\ng {\n  _\n}\n", "g {", "_", "x").ok().as_deref(),
            Some("f {\n_\n}\ng {\nx\n  _\n}\n")
        );
        assert_eq!(to_list("all = [\"a\"]\n", "all", "b").ok().as_deref(), Some("all = [\"a\", \"b\"]\n"));
        assert!(after_last("b\n", |l| l.starts_with('a'), "x").is_err());
        assert!(to_list("some = []\n", "all", "b").is_err());
    }
}
