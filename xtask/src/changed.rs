//! `cargo xtask ci --changed BASE`: the checks that a change can break, in minutes.
//!
//! Packages that the change touches are linted; they and all packages that depend on them are tested. Of an algorithm the suites
//! of its variants, its budget and its cost on the modelled core stand for the packages that hold every algorithm.

use crate::mutants::Subject;
use crate::workspace::{self, Package, cargo};
use crate::{measure, tidy};
use anyhow::Context;
use freeboard_toolchain::{output, root};
use std::collections::BTreeSet;
use std::process::Command;

/// Runs the checks one after the other; true when all passed.
pub(crate) fn run(base: &str) -> anyhow::Result<bool> {
    let packages = workspace::all()?;
    let files = files(base)?;
    let touched: Vec<&Package> =
        packages.iter().filter(|package| files.iter().any(|file| package.owns(file, &packages))).collect();
    let (algorithms, others): (Vec<&Package>, Vec<&Package>) =
        touched.iter().copied().partition(|package| Subject::whole(package.short()).feature().is_some());
    let mut checks: Vec<(String, Command)> = Vec::new();
    let check = |words: &[&str]| (format!("cargo {}", words.join(" ")), cargo(words));
    checks.push(check(&["fmt", "--all", "--check"]));
    if !touched.is_empty() {
        checks.push(check(&with_packages(
            &["clippy", "--locked", "--all-targets"],
            &touched,
            &["--", "-D", "warnings"],
        )));
    }
    let affected = workspace::dependents(&packages, &others);
    if !affected.is_empty() {
        checks.push(check(&with_packages(
            &["nextest", "run", "--locked", "--no-tests=pass"],
            &affected,
            &[],
        )));
    }
    for package in &algorithms {
        let subject = Subject::whole(package.short());
        checks.push(check(&["nextest", "run", "--locked", "--no-tests=pass", "--package", &package.name]));
        if let Some(suites) = subject.suites() {
            let mut words = vec!["nextest", "run", "--locked", "--package", "freeboard-conformance"];
            words.extend(suites.built.iter().chain(&suites.run).map(String::as_str));
            checks.push(check(&words));
        }
        let name = package.short().split_once('-').map_or("", |(_, name)| name);
        if package.short().starts_with("aqm-") && name != "taildrop" {
            checks.push((format!("cargo xtask budget {name}"), in_words("budget", &["--summary", name])));
        }
        for name in tidy::algorithms_of(package.short()) {
            let words = ["--one-board", "--name", &name];
            checks.push((format!("cargo xtask firmware, {name} on RV32"), in_words("counted", &words)));
        }
    }
    let mut failed = Vec::new();
    eprintln!("{} files, {} packages touched, {} affected", files.len(), touched.len(), affected.len());
    for (label, mut command) in checks {
        eprintln!("\n$ {label}");
        if !command.status().with_context(|| label.clone())?.success() {
            failed.push(label);
        }
    }
    if !tidy::run()? {
        failed.push("cargo xtask tidy".to_owned());
    }
    failed.iter().for_each(|label| println!("ci: FAILED {label}"));
    println!("{} packages checked, {} checks failed", affected.len() + algorithms.len(), failed.len());
    Ok(failed.is_empty())
}

fn in_words(name: &str, words: &[&str]) -> Command {
    let mut command = measure::command(name);
    command.args(words);
    command
}

fn with_packages<'a>(words: &[&'a str], packages: &[&'a Package], last: &[&'a str]) -> Vec<&'a str> {
    let named = packages.iter().flat_map(|package| ["--package", package.name.as_str()]);
    words.iter().copied().chain(named).chain(last.iter().copied()).collect()
}

/// Files that differ from a commit, and new ones.
fn files(base: &str) -> anyhow::Result<BTreeSet<String>> {
    let git = |words: &[&str]| output(Command::new("git").args(words).current_dir(root()));
    let changed = git(&["diff", "--name-only", base, "--"])?;
    let new = git(&["ls-files", "--others", "--exclude-standard"])?;
    Ok(changed.lines().chain(new.lines()).map(str::to_owned).collect())
}
