//! Finds generated blocks and replaces what is in them.

const OPEN: &str = "<!-- generated: ";
const CLOSE: &str = "<!-- /generated -->";

/// `text` with every block filled by `block(kind, name)`; the error names the block that is wrong.
pub(crate) fn fill(text: &str, block: impl Fn(&str, &str) -> Option<String>) -> Result<String, String> {
    let mut filled = String::with_capacity(text.len());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        filled.push_str(line);
        filled.push('\n');
        let Some(label) = line.strip_prefix(OPEN).and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        let (kind, name) = label.split_once(' ').unwrap_or((label, ""));
        let content = block(kind, name).ok_or_else(|| format!("nothing is generated for `{label}`"))?;
        if !lines.any(|line| line == CLOSE) {
            return Err(format!("block `{label}` is not closed"));
        }
        filled.push_str(&format!("\n{}\n\n{CLOSE}\n", content.trim_end()));
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filling_twice_changes_nothing_and_keeps_the_rest() {
        let text = "a\n<!-- generated: table x -->\nold\n<!-- /generated -->\nb\n";
        let once = fill(text, |kind, name| Some(format!("{kind} of {name}"))).expect("fills");
        assert_eq!(once, "a\n<!-- generated: table x -->\n\ntable of x\n\n<!-- /generated -->\nb\n");
        assert_eq!(fill(&once, |kind, name| Some(format!("{kind} of {name}"))), Ok(once.clone()));
    }

    #[test]
    fn an_unknown_and_an_unclosed_block_are_named() {
        let open = "<!-- generated: table x -->\n";
        assert!(fill(open, |_, _| Some(String::new())).is_err_and(|why| why.contains("table x")));
        assert!(fill(&format!("{open}{CLOSE}"), |_, _| None).is_err_and(|why| why.contains("table x")));
    }
}
