//! Checks for other machines: bare metal with each algorithm alone and with `defmt`, and those that the command runs on.
//!
//! Machine code of all of them together, `defmt` included, is what the firmware suite builds, links and runs.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::workspace::cargo;
use crate::{tools, workspace};
use freeboard_toolchain as toolchain;

/// The machine of the checks. They make no machine code, and no source asks for another one's instructions.
const SMALL_TARGET: &str = "riscv32imc-unknown-none-elf";

/// The registry without and with each of its features.
pub(crate) fn registry() -> anyhow::Result<Outcome> {
    let mut features: Vec<String> = workspace::features("freeboard-registry")?;
    features.retain(|feature| feature != "default" && feature != "all");
    features.push(String::new());
    let mut checks = Vec::new();
    for feature in &features {
        let options = ["--no-default-features", "--features", feature];
        checks.push(check(&["freeboard-registry"], &[SMALL_TARGET], &options)?);
    }
    Ok(sum(checks))
}

/// Every algorithm crate with the feature `defmt`.
pub(crate) fn defmt() -> anyhow::Result<Outcome> {
    let mut checks = Vec::new();
    for package in workspace::packages()? {
        if package.starts_with("freeboard-aqm-") || package.starts_with("freeboard-cc-") {
            checks.push(check(&[&package], &["thumbv7em-none-eabi"], &["--features", "defmt"])?);
        }
    }
    Ok(sum(checks))
}

/// The command and the C library for every machine whose target is there, and the simulator for browsers.
pub(crate) fn machines() -> anyhow::Result<Outcome> {
    const PACKAGES: [&str; 2] = ["freeboard-c", "freeboard-lab"];
    const PAGE: [&str; 1] = ["freeboard-page"];
    let missing = toolchain::missing_machines();
    let there = toolchain::MACHINES.into_iter().filter(|target| !missing.contains(target));
    let (browsers, machines): (Vec<&str>, Vec<&str>) =
        there.partition(|target| *target == toolchain::BROWSER);
    let mut count = Count::default();
    for target in missing {
        eprintln!("skipped {target}: rustup target add {target}");
        count.skipped += 1;
    }
    for target in browsers {
        count += Count::one(check(&PAGE, &[target], &[])?);
    }
    // Together they keep all processors busy; which of them fails is seen one by one.
    if check(&PACKAGES, &machines, &[])? {
        machines.iter().for_each(|_| count += Count::one(true));
        return Ok(Outcome::ran(count));
    }
    for target in machines {
        count += Count::one(check(&PACKAGES, &[target], &[])?);
    }
    Ok(Outcome::ran(count))
}

/// Crates that a stranger links: the oldest compiler that it claims is tried on these.
const LINKED: [&str; 2] = ["freeboard", "freeboard-c"];

/// The crates that others depend on, with the oldest compiler that their manifests claim.
pub(crate) fn oldest() -> anyhow::Result<Outcome> {
    let version = tools::oldest_rust()?;
    let mut command = tools::rustup(&["run", &version, "cargo", "check", "--quiet", "--locked"]);
    command.args(LINKED.iter().flat_map(|package| ["--package", package]));
    // Another compiler throws away what the pinned one has built.
    command.env("CARGO_TARGET_DIR", std::path::absolute(toolchain::scratch()?.join("oldest-rust"))?);
    let (fine, _) = tee::run(&mut command)?;
    eprintln!("{} {} with Rust {version}", if fine { "ok    " } else { "FAILED" }, LINKED.join(", "));
    Ok(Outcome::ran(Count::one(fine)))
}

/// Checks libraries for all of these targets at once.
fn check(packages: &[&str], targets: &[&str], options: &[&str]) -> anyhow::Result<bool> {
    let mut command = cargo(&["check", "--quiet", "--locked", "--lib"]);
    command.args(packages.iter().flat_map(|package| ["--package", package]));
    command.args(targets.iter().flat_map(|target| ["--target", target]));
    let (fine, _) = tee::run(command.args(options))?;
    let (packages, options, targets) = (packages.join(", "), options.join(" "), targets.join(", "));
    eprintln!("{} {packages} {options} for {targets}", if fine { "ok    " } else { "FAILED" });
    Ok(fine)
}

fn sum(checks: Vec<bool>) -> Outcome {
    let mut count = Count::default();
    checks.into_iter().for_each(|fine| count += Count::one(fine));
    Outcome::ran(count)
}
