//! Checks for other machines: bare metal with each algorithm alone and with `defmt`, and those that the command runs on.
//!
//! Machine code of all of them together, `defmt` included, is what the firmware suite builds, links and runs.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::workspace;
use crate::workspace::cargo;
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
