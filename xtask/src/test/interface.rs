//! The public interface of the crates that promise to keep it, item by item, against the record in each crate.
//!
//! `FREEBOARD_BLESS=1` makes what there is the record: the changelog says what changed.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use anyhow::Context;
use freeboard_toolchain::{self as toolchain, Nightly};
use public_api::Builder;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates of the first row of the page on stability, and `registry`, which `freeboard` passes on.
const CRATES: [&str; 6] = ["units", "params", "aqm-api", "cc-api", "registry", "freeboard"];

/// Compares all of them.
pub(crate) fn run() -> anyhow::Result<Outcome> {
    let nightly = match Nightly::find() {
        Ok(nightly) => nightly,
        Err(reason) => return Ok(Outcome::Skipped(reason)),
    };
    let target = std::path::absolute(toolchain::scratch()?.join("interface"))?;
    let mut count = Count::default();
    for name in CRATES {
        let mut command = nightly.command("cargo");
        command.current_dir(toolchain::root()).env("CARGO_TARGET_DIR", &target);
        command.args(["rustdoc", "--quiet", "--locked", "--lib", "--package", &package(name)]);
        // The tool reads this format only, which is the nightly's.
        command.args(["--", "-Zunstable-options", "--output-format=json"]);
        if !tee::run(&mut command)?.0 {
            return Ok(Outcome::failed("a crate's documentation cannot be written"));
        }
        let there = items(&target.join("doc").join(format!("{}.json", package(name).replace('-', "_"))))?;
        let path = record(name);
        if std::env::var_os("FREEBOARD_BLESS").is_some() {
            fs::write(&path, &there)?;
        }
        let kept = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let changes = changes(&kept, &there);
        changes.iter().for_each(|change| eprintln!("FAILED {name}: {change}"));
        eprintln!(
            "{} {name}: {} items",
            if changes.is_empty() { "ok    " } else { "FAILED" },
            there.lines().count()
        );
        count += Count::one(changes.is_empty());
    }
    Ok(Outcome::ran(count))
}

fn package(name: &str) -> String {
    if name == "freeboard" { name.to_owned() } else { format!("freeboard-{name}") }
}

fn record(name: &str) -> PathBuf {
    toolchain::root().join("crates").join(name).join("interface.txt")
}

/// An item per line, without what every type has.
fn items(json: &Path) -> anyhow::Result<String> {
    let interface = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .with_context(|| json.display().to_string())?;
    let mut lines: Vec<String> = interface.items().map(ToString::to_string).collect();
    lines.sort_unstable();
    // Blocks of one type have one header.
    lines.dedup();
    Ok(lines.iter().map(|line| format!("{line}\n")).collect())
}

/// Items that are gone and items that are new; one that changed is both.
fn changes(kept: &str, there: &str) -> Vec<String> {
    let lacks = |text: &str, item: &str| !text.lines().any(|line| line == item);
    let gone = kept.lines().filter(|item| lacks(there, item)).map(|item| format!("gone: {item}"));
    let new = there.lines().filter(|item| lacks(kept, item)).map(|item| format!("not on record: {item}"));
    gone.chain(new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_signature_is_seen_from_both_sides() {
        let kept = "pub fn a::f(u32)\npub fn a::g()\n";
        assert_eq!(changes(kept, kept), [""; 0]);
        let wider = "pub fn a::f(u64)\npub fn a::g()\n";
        assert_eq!(changes(kept, wider), ["gone: pub fn a::f(u32)", "not on record: pub fn a::f(u64)"]);
        assert_eq!(changes(kept, "pub fn a::g()\n"), ["gone: pub fn a::f(u32)"]);
    }

    #[test]
    fn every_crate_that_promises_has_a_record() {
        let page = fs::read_to_string(toolchain::root().join("docs/src/stability.md")).unwrap();
        for name in CRATES {
            assert!(record(name).is_file(), "{name}");
            assert!(page.contains(&format!("`{name}`")), "{name} is not on the page");
        }
    }
}
