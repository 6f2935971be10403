//! Packages of the system that suites need, and whether they may be installed.

use anyhow::Context;
use freeboard_toolchain::{EMULATORS, install, missing_emulators, output, run};
use std::process::Command;

/// Whether cargo knows a subcommand.
pub(crate) fn have_subcommand(name: &str) -> bool {
    output(Command::new("cargo").args([name, "--version"])).is_ok()
}

/// Running as root in CI: the machine is there to be changed.
pub(crate) fn may_change_the_system() -> bool {
    let ci = std::env::var("CI").is_ok_and(|value| value == "true");
    ci && output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0")
}

/// Installs the emulators that are missing.
pub(crate) fn install_emulators() -> anyhow::Result<()> {
    if missing_emulators().is_empty() {
        return Ok(());
    }
    install_packages(&EMULATORS.map(|(_, package)| package))
}

/// Installs packages with the system's package manager.
pub(crate) fn install_packages(packages: &[&str]) -> anyhow::Result<()> {
    // Without a network the lists of an earlier update may do.
    let _ = run(Command::new("apt-get").args(["update", "-q"]));
    let words = install(packages);
    run(Command::new(words[0]).args(&words[1..])).context("the system packages could not be installed")
}
