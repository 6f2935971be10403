//! The decision of a scheme or control stands early in its file.

use super::{Finding, Tree};

/// Latest place of the decision \[% of the file without its tests\].
const LATEST_PERCENT: usize = 40;

/// Traits whose implementation holds a decision.
const TRAITS: &[&str] = &["Aqm", "Program", "CongestionControl", "Underlay"];

/// Functions that decide in a file that implements none of the traits.
const APART: &[(&str, &str)] = &[("crates/aqm-pie/src/control.rs", "tick")];

/// Every file whose decision begins too late.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    tree.rust().filter(|(path, _)| counted(path)).filter_map(|(path, text)| of_file(path, text)).collect()
}

/// Sources of a scheme or control; the interfaces decide nothing.
fn counted(path: &str) -> bool {
    let is_algorithm = ["crates/aqm-", "crates/cc-"].iter().any(|start| path.starts_with(start));
    let is_interface = ["crates/aqm-api/", "crates/cc-api/"].iter().any(|start| path.starts_with(start));
    is_algorithm && !is_interface && path.contains("/src/")
}

fn of_file(path: &str, text: &str) -> Option<Finding> {
    let lines: Vec<&str> = text.lines().take_while(|line| *line != "#[cfg(test)]").collect();
    let line = decision(path, &lines)?;
    let late = line * 100 > lines.len() * LATEST_PERCENT;
    late.then(|| {
        let (place, length) = (line * 100 / lines.len(), lines.len());
        let what = format!("the decision stands at {place} % of {length} lines");
        Finding::new(path, line, format!("{what}: put it first, metadata and layout below"))
    })
}

/// Line of the function that decides, from 1: a marker, an event, or a control's answer where it has no event.
fn decision(path: &str, lines: &[&str]) -> Option<usize> {
    let at = |decides: &dyn Fn(&str) -> bool| {
        lines.iter().position(|line| function(line).is_some_and(decides)).map(|index| index + 1)
    };
    if let Some((_, apart)) = APART.iter().find(|(file, _)| *file == path) {
        return at(&|name| name == *apart);
    }
    if !lines.iter().any(|line| implements(line)) {
        return None;
    }
    at(&|name| name == "mark" || name.starts_with("on_")).or_else(|| at(&|name| name == "control"))
}

/// Whether an implementation of one of the traits begins here.
fn implements(line: &str) -> bool {
    let is_one = |name: &&str| line.contains(&format!(" {name} for "));
    line.trim_start().starts_with("impl") && TRAITS.iter().any(is_one)
}

/// Name of the function that begins here.
fn function(line: &str) -> Option<&str> {
    let words = line.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
    words.trim_start_matches("const ").strip_prefix("fn ")?.split(['<', '(']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEME: &str = "crates/aqm-a/src/exact.rs";
    const METADATA: &str = "    const META: Meta = META;\n    type Queue = ();\n    type Port = ();\n";

    fn found(path: &str, text: &str) -> usize {
        findings(&Tree::of(&[(path, text)])).len()
    }

    fn with(head: &str, decides: &str, early: bool) -> String {
        let function = format!("    fn {decides}(self) {{}}\n");
        let items = if early { [function.as_str(), METADATA] } else { [METADATA, function.as_str()] };
        format!("{head} {{\n{}}}\n", items.concat())
    }

    #[test]
    fn a_decision_below_its_metadata_is_found() {
        for (head, decides) in [
            ("impl Aqm for Exact", "on_dequeue"),
            ("impl<E: End> Program for Step<E>", "mark<H: Hw>"),
            ("impl CongestionControl for Flow", "on_ack"),
            ("impl CongestionControl for Fixed", "control"),
            ("impl Underlay for Flow", "on_sent"),
        ] {
            assert_eq!(found(SCHEME, &with(head, decides, false)), 1, "{head}");
            assert_eq!(found(SCHEME, &with(head, decides, true)), 0, "{head}");
        }
        let apart = with("impl Controller", "tick", false);
        assert_eq!(found("crates/aqm-pie/src/control.rs", &apart), 1);
        assert_eq!(found(SCHEME, &apart), 0);
    }

    #[test]
    fn the_tests_of_a_file_and_the_interfaces_do_not_count_for_a_decision() {
        let late = with("impl Aqm for Exact", "on_dequeue", false);
        let tested = format!("{late}#[cfg(test)]\n{}", "// A test.\n".repeat(100));
        assert_eq!(found(SCHEME, &tested), 1);
        assert_eq!(found("crates/aqm-api/src/scheme.rs", &late), 0);
    }
}
