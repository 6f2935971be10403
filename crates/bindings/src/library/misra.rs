//! MISRA C:2012, by the addon of cppcheck: the header and the example firmware keep every rule that it checks, but for advisory
//! rules that the page lists.

use super::programs::{examples, include};
use anyhow::{Context, ensure};
use freeboard_toolchain as toolchain;
use std::process::Command;

/// The checker, which its package has the name of.
const CHECKER: &str = "cppcheck";

/// Sources that a firmware takes over: the header with every kind of function, a queue loop, a NIC loop, callers of both.
const SOURCES: [&str; 3] = ["port.c", "flow.c", "callers.c"];

/// Advisory rules that are not kept, and why.
const DEVIATIONS: [(&str, &str); 7] = [
    ("2.5", "a program uses few of the header's constants"),
    ("5.9", "files call their own parameters `parameters`"),
    ("8.9", "state is static where it is used in one function too"),
    ("12.1", "arithmetic and comparison together are read without parentheses"),
    ("15.5", "a refusal returns at once"),
    ("20.5", "the macro that a table of settings is made with is the program's to define anew"),
    ("20.10", "a setting's name becomes a text"),
];

/// Advice where the checker is missing.
pub(super) fn missing() -> Option<String> {
    (!toolchain::have(CHECKER)).then(|| format!("{CHECKER} is missing: {}", toolchain::advice(&[CHECKER])))
}

/// The rules that are broken and are no deviation, with the places.
pub(super) fn check() -> anyhow::Result<()> {
    let mut command = Command::new(CHECKER);
    command.current_dir(examples()).args(["--addon=misra", "--std=c99", "--enable=style", "--quiet"]);
    command.args(["--suppress=missingIncludeSystem", "--template={file}:{line} {id}"]);
    command.arg("-I").arg(include()).args(SOURCES);
    let output = command.output().with_context(|| format!("{CHECKER} does not start"))?;
    ensure!(output.status.success(), "{CHECKER} ends with {}", output.status);
    let said = String::from_utf8_lossy(&output.stderr);
    let found = findings(&said);
    ensure!(found.is_empty(), "{}", found.join("\n"));
    // A checker that found nothing at all has not looked.
    ensure!(
        said.contains("misra-c2012-20.10"),
        "{CHECKER} said nothing of rule 20.10, which is a deviation:\n{said}"
    );
    Ok(())
}

/// Lines about rules other than the deviations.
fn findings(said: &str) -> Vec<String> {
    let rule = |line: &str| line.split_once("misra-c2012-").map(|(_, rule)| rule.trim().to_owned());
    let lines = said.lines().filter(|line| {
        rule(line).is_some_and(|rule| !DEVIATIONS.iter().any(|(advisory, _)| *advisory == rule))
    });
    lines.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_required_rule_that_is_broken_is_a_finding() {
        let said =
            "port.c:16 misra-c2012-10.4\nfreeboard.h:3 misra-c2012-2.5\nfreeboard.h:9 misra-c2012-20.7\n";
        assert_eq!(findings(said).len(), 2);
    }

    #[test]
    fn the_page_lists_the_deviations() {
        let page = include_str!("../../../../docs/src/c.md");
        let missing: Vec<_> =
            DEVIATIONS.iter().filter(|(rule, why)| !page.contains(&format!("| {rule} | {why} |"))).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
