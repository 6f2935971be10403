//! Imports go down only.

use super::{Finding, Tree};

/// The floors, lowest first; crates of one floor do not import each other.
const FLOORS: &[&[&str]] = &[
    &["units"],
    &["params", "fixmath"],
    &["aqm-api", "cc-api"],
    &["dataplane"],
    &["aqm-*", "cc-*"],
    &["registry"],
    &["freeboard"],
    &["replay", "toolchain"],
    &["golden", "freeboard-c"],
    &["bindings"],
    &["device", "pipeline", "rv32"],
    &["hw-model", "p4"],
    &["fabric"],
    &["clock-sync"],
    &["cost", "kernel"],
    &["scenario"],
    &["live", "import"],
    &["lab", "page", "python"],
    // Programs that measure and prove stand above the product, which links none of them.
    &["harness"],
    &["prove"],
    &["docgen"],
    // Test suites stand above the product, which links none of them.
    &["oracle"],
    &["conformance"],
    &["scenario-fuzz", "c-fuzz", "p4-reader"],
    &["xtask"],
];

/// Crates that may import only what is named, wherever they stand.
const ONLY: &[(&str, &[&str])] = &[
    ("device", &["units", "params", "fixmath"]),
    ("pipeline", &["units", "params", "fixmath", "dataplane", "aqm-api"]),
    ("rv32", &[]),
    ("hw-model", &["device", "pipeline"]),
    ("p4", &["units", "params", "dataplane", "aqm-api", "pipeline"]),
    ("oracle", &["units", "params", "aqm-api", "cc-api"]),
    // Measuring is apart: a broken algorithm does not stop `cargo xtask`.
    ("xtask", &["toolchain"]),
    // The front door leads to the list, and to nothing else.
    ("freeboard", &["registry"]),
    ("replay", &["units", "params", "fixmath", "aqm-api", "cc-api"]),
];

fn floor(name: &str) -> Option<usize> {
    let at = |pattern: &&str| match pattern.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => *pattern == name,
    };
    // The interfaces match `aqm-*` too: the first floor that fits is theirs.
    FLOORS.iter().position(|floor| floor.iter().any(at))
}

/// The page that draws the floors.
const PAGE: &str = "docs/src/architecture.md";

/// Every dependency that does not go down, and a page that draws other floors than these.
pub(crate) fn findings(tree: &Tree) -> Vec<Finding> {
    let page = tree.text(PAGE);
    let stale = !page.is_empty() && !page.contains(&drawn());
    let stale = stale.then(|| Finding::new(PAGE, 0, format!("the floors are now:\n{}", drawn())));
    climbing(tree).into_iter().chain(stale).collect()
}

/// The floors as the page draws them: the highest first, and beside a crate that may import few others their names.
fn drawn() -> String {
    let limited = |floor: &[&str]| {
        let of = |(name, allowed): &(&str, &[&str])| {
            let names = if allowed.is_empty() { "nothing of ours".to_owned() } else { allowed.join(", ") };
            format!("  {name} imports {names}\n")
        };
        ONLY.iter().filter(|(name, _)| floor.contains(name)).map(of).collect::<String>()
    };
    FLOORS.iter().rev().map(|floor| format!("{}\n{}", floor.join("  "), limited(floor))).collect()
}

fn climbing(tree: &Tree) -> Vec<Finding> {
    let manifests = tree.files().filter(|(path, _)| path.ends_with("/Cargo.toml"));
    let inside = manifests.filter(|(path, _)| !path.starts_with("fuzz/") && !path.starts_with("firmware/"));
    inside.flat_map(|(path, text)| of_manifest(path, text)).collect()
}

fn of_manifest(path: &str, text: &str) -> Vec<Finding> {
    let name = path.trim_end_matches("/Cargo.toml").rsplit('/').next().unwrap_or_default();
    let Some(own) = floor(name) else {
        return vec![Finding::new(
            path,
            0,
            format!("`{name}` stands on no floor: add it to xtask/src/tidy/floors.rs"),
        )];
    };
    let only = ONLY.iter().find(|(limited, _)| *limited == name).map(|(_, allowed)| *allowed);
    let mut section = "";
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            section = line;
        }
        let Some((dependency, _)) = line.split_once(['=', '.']) else { continue };
        let Some(dependency) = dependency.trim().strip_prefix("freeboard-") else { continue };
        let Some(other) = floor(dependency).filter(|_| section == "[dependencies]") else { continue };
        if other >= own {
            found.push(Finding::new(
                path,
                index + 1,
                format!("imports `{dependency}`, which does not stand below it"),
            ));
        } else if only.is_some_and(|allowed| !allowed.contains(&dependency)) {
            found.push(Finding::new(path, index + 1, format!("may not import `{dependency}`")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        findings(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn imports_up_sideways_and_beyond_a_limit_are_found() {
        assert_eq!(
            found("crates/units/Cargo.toml", "[dependencies]\nfreeboard-dataplane = { workspace = true }"),
            1
        );
        assert_eq!(
            found("crates/aqm-red/Cargo.toml", "[dependencies]\nfreeboard-aqm-codel = { workspace = true }"),
            1
        );
        assert_eq!(
            found("hw-model/pipeline/Cargo.toml", "[dependencies]\nfreeboard-registry.workspace = true"),
            1
        );
        assert_eq!(
            found("crates/aqm-red/Cargo.toml", "[dependencies]\nfreeboard-aqm-api = { workspace = true }"),
            0
        );
        assert_eq!(
            found("crates/units/Cargo.toml", "[dev-dependencies]\nfreeboard-registry = { workspace = true }"),
            0
        );
        let suites = "[dependencies]\nfreeboard-conformance = { workspace = true }";
        assert_eq!(found("crates/lab/Cargo.toml", suites), 1);
        let suites = "[dev-dependencies]\nfreeboard-conformance = { workspace = true }";
        assert_eq!(found("crates/lab/Cargo.toml", suites), 0);
        for measured in ["registry", "cost", "aqm-red"] {
            let manifest = format!("[dependencies]\nfreeboard-{measured} = {{ workspace = true }}");
            assert_eq!(found("xtask/Cargo.toml", &manifest), 1, "{measured}");
        }
        assert_eq!(found("crates/nowhere/Cargo.toml", ""), 1);
    }

    #[test]
    fn a_page_that_draws_other_floors_is_found() {
        assert_eq!(found(PAGE, &format!("Lowest last.\n{}", drawn())), 0);
        assert_eq!(found(PAGE, &drawn().replace("fabric", "network")), 1);
    }
}
