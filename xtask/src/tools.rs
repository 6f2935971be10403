//! Programs and Rust components that the commands need, and how to get them.

use crate::repo;
use anyhow::Context;
use std::path::Path;
use std::process::{Command, Stdio};
use xshell::{Shell, cmd};

/// The targets that firmware is built for.
pub(crate) const TARGETS: [&str; 3] =
    ["riscv32imc-unknown-none-elf", "thumbv7em-none-eabi", "thumbv6m-none-eabi"];

/// The emulators that replay firmware.
pub(crate) const EMULATORS: [&str; 2] = ["qemu-system-riscv32", "qemu-system-arm"];

const PACKAGES: [&str; 2] = ["qemu-system-misc", "qemu-system-arm"];

/// Whether a program starts at all.
pub(crate) fn have(program: &str) -> bool {
    let quiet = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

/// Whether cargo knows a subcommand.
pub(crate) fn have_subcommand(name: &str) -> bool {
    let mut command = Command::new("cargo");
    command.args([name, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Emulators that are missing.
pub(crate) fn missing_emulators() -> Vec<&'static str> {
    EMULATORS.into_iter().filter(|program| !have(program)).collect()
}

/// The command that installs the emulators.
pub(crate) fn emulator_command() -> String {
    format!("apt-get install -y --no-install-recommends {}", PACKAGES.join(" "))
}

/// Running as root in CI: the machine is there to be changed.
pub(crate) fn may_change_the_system() -> bool {
    let ci = std::env::var("CI").is_ok_and(|value| value == "true");
    let shell = Shell::new().ok();
    let root = shell.and_then(|sh| cmd!(sh, "id -u").quiet().ignore_stderr().read().ok());
    ci && root.as_deref() == Some("0")
}

/// Installs the emulators with the system's package manager.
pub(crate) fn install_emulators() -> anyhow::Result<()> {
    if missing_emulators().is_empty() {
        return Ok(());
    }
    let sh = Shell::new()?;
    cmd!(sh, "apt-get update -q").ignore_status().run()?;
    let install = || cmd!(sh, "apt-get install -y -q --no-install-recommends {PACKAGES...}");
    if install().run().is_ok() {
        return Ok(());
    }
    // A newer `qemu-utils` from another suite breaks the emulators' common files: let it go.
    install().arg("qemu-utils-").run().context("the system packages could not be installed")
}

/// The command that installs the instruction counter.
pub(crate) const COUNTER_COMMAND: &str = "apt-get install -y --no-install-recommends valgrind";

/// Installs the instruction counter with the system's package manager.
pub(crate) fn install_counter() -> anyhow::Result<()> {
    let sh = Shell::new()?;
    cmd!(sh, "apt-get update -q").ignore_status().run()?;
    cmd!(sh, "apt-get install -y -q --no-install-recommends valgrind")
        .run()
        .context("valgrind could not be installed")
}

/// Adds the Rust targets that are missing to the pinned toolchain.
pub(crate) fn install_targets() -> anyhow::Result<()> {
    let sh = Shell::new()?;
    sh.change_dir(repo::root());
    let mut absent = Vec::new();
    for target in TARGETS {
        let library = cmd!(sh, "rustc --print target-libdir --target {target}").quiet().read()?;
        if !Path::new(&library).exists() {
            absent.push(target);
        }
    }
    if absent.is_empty() {
        return Ok(());
    }
    let wanted = absent.join(" ");
    cmd!(sh, "rustup target add {absent...}")
        .run()
        .with_context(|| format!("Rust targets are missing: {wanted}"))
}
