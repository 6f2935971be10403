//! Checks for other machines: bare metal with each algorithm alone and with `defmt`, and those that the command runs on.
//!
//! Machine code of all of them together, `defmt` included, is what the firmware suite builds, links and runs.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::workspace::cargo;
use crate::{tools, workspace};
use freeboard_toolchain as toolchain;

/// Instruction sets of the checks: with and without a multiplier for high halves.
const SMALL_TARGETS: [&str; 2] = ["riscv32imc-unknown-none-elf", "thumbv6m-none-eabi"];

/// The registry without and with each of its features.
pub(crate) fn registry() -> anyhow::Result<Outcome> {
    let mut features: Vec<String> = workspace::features("freeboard-registry")?;
    features.retain(|feature| feature != "default" && feature != "all");
    features.push(String::new());
    let mut checks = Vec::new();
    for target in SMALL_TARGETS {
        for feature in &features {
            let options = ["--no-default-features", "--features", feature];
            checks.push(check("freeboard-registry", target, &options)?);
        }
    }
    Ok(sum(checks))
}

/// Every algorithm crate with the feature `defmt`.
pub(crate) fn defmt() -> anyhow::Result<Outcome> {
    let mut checks = Vec::new();
    for package in workspace::packages()? {
        if package.starts_with("freeboard-aqm-") || package.starts_with("freeboard-cc-") {
            checks.push(check(&package, "thumbv7em-none-eabi", &["--features", "defmt"])?);
        }
    }
    Ok(sum(checks))
}

/// The command and the C library, for every machine whose target is there.
pub(crate) fn machines() -> anyhow::Result<Outcome> {
    let missing = toolchain::missing_machines();
    let mut count = Count::default();
    for target in toolchain::MACHINES {
        if missing.contains(&target) {
            eprintln!("skipped {target}: rustup target add {target}");
            count.skipped += 1;
            continue;
        }
        for package in ["freeboard-c", "freeboard-lab"] {
            count += Count::one(check(package, target, &[])?);
        }
    }
    Ok(Outcome::ran(count))
}

/// What a stranger links: the oldest compiler that it claims is tried on these.
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

fn check(package: &str, target: &str, options: &[&str]) -> anyhow::Result<bool> {
    let mut command =
        cargo(&["check", "--quiet", "--locked", "--lib", "--package", package, "--target", target]);
    let (fine, _) = tee::run(command.args(options))?;
    eprintln!("{} {package} {} for {target}", if fine { "ok    " } else { "FAILED" }, options.join(" "));
    Ok(fine)
}

fn sum(checks: Vec<bool>) -> Outcome {
    let mut count = Count::default();
    checks.into_iter().for_each(|fine| count += Count::one(fine));
    Outcome::ran(count)
}
