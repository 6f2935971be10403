//! Programs that the commands start, Rust targets and emulators, and how to get them.

use crate::repo;
use anyhow::{Context, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The targets that firmware is built for.
pub const TARGETS: [&str; 3] = ["riscv32imc-unknown-none-elf", "thumbv7em-none-eabi", "thumbv6m-none-eabi"];

/// Rust's target of browsers, for which the simulator's page is built.
pub const BROWSER: &str = "wasm32-unknown-unknown";

/// Machines that are checked beside this one: macOS, Windows, ARM servers, words of 32 bits, browsers.
pub const MACHINES: [&str; 5] = [
    "aarch64-apple-darwin",
    "x86_64-pc-windows-gnu",
    "aarch64-unknown-linux-gnu",
    "i686-unknown-linux-gnu",
    BROWSER,
];

/// The emulators that replay firmware, and the Debian packages they come with.
pub const EMULATORS: [(&str, &str); 2] =
    [("qemu-system-riscv32", "qemu-system-misc"), ("qemu-system-arm", "qemu-system-arm")];

/// The C compilers for bare metal, and the Debian packages they come with.
pub const COMPILERS: [(&str, &str); 2] =
    [("arm-none-eabi-gcc", "gcc-arm-none-eabi"), ("riscv64-unknown-elf-gcc", "gcc-riscv64-unknown-elf")];
/// The solvers of the proofs, and the Debian packages they come with: the one that is asked, and the one that must agree.
pub const SOLVERS: [(&str, &str); 2] = [("z3", "z3"), ("cvc5", "cvc5")];

/// Runs a command to its end.
///
/// # Errors
/// It does not start or does not succeed.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{command:?} does not start"))?;
    ensure!(status.success(), "{command:?} ends with {status}");
    Ok(())
}

/// Runs a command to its end; its standard output.
///
/// # Errors
/// It does not start or does not succeed; then with what it says.
pub fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("{command:?} does not start"))?;
    if !output.status.success() {
        bail!("{command:?}:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns whether a program is there. Not asked for its version: `sbatch` answers nothing without a cluster.
#[must_use]
pub fn have(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    located(program).is_file() || std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// Returns whether a program starts: one that was unpacked may lack a library.
fn starts(program: &str) -> bool {
    let quiet =
        Command::new(located(program)).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

/// Folder of emulators that were unpacked instead of installed.
#[must_use]
pub fn unpacked() -> PathBuf {
    repo::target().join("emulators")
}

/// Returns the path of a program that was unpacked, or its name where the system has it.
#[must_use]
pub fn located(program: &str) -> PathBuf {
    let own = unpacked().join("usr/bin").join(program);
    if own.exists() { own } else { PathBuf::from(program) }
}

/// Emulators that are missing.
#[must_use]
pub fn missing_emulators() -> Vec<&'static str> {
    EMULATORS.into_iter().map(|(program, _)| program).filter(|program| !starts(program)).collect()
}

/// C compilers for bare metal that are missing.
#[must_use]
pub fn missing_compilers() -> Vec<&'static str> {
    COMPILERS.into_iter().map(|(program, _)| program).filter(|program| !have(program)).collect()
}

/// Adds the Rust targets that are missing to the pinned toolchain.
///
/// # Errors
/// One is missing and rustup cannot add it.
pub fn install_targets() -> anyhow::Result<()> {
    install_rust(&TARGETS)
}

/// Adds the Rust targets of [`MACHINES`] that are missing to the pinned toolchain.
///
/// # Errors
/// As [`install_targets`].
pub fn install_machines() -> anyhow::Result<()> {
    install_rust(&MACHINES)
}

/// Targets of [`MACHINES`] that are missing from the pinned toolchain.
#[must_use]
pub fn missing_machines() -> Vec<&'static str> {
    absent_targets(&MACHINES).unwrap_or_else(|_| MACHINES.to_vec())
}

/// Adds one Rust target to the pinned toolchain, if it is missing.
///
/// # Errors
/// As [`install_targets`].
pub fn install_target(triple: &str) -> anyhow::Result<()> {
    install_rust(&[triple])
}

/// Returns whether the pinned toolchain has a Rust target.
#[must_use]
pub fn have_target(triple: &str) -> bool {
    absent_targets(&[triple]).is_ok_and(|absent| absent.is_empty())
}

fn absent_targets<'a>(targets: &[&'a str]) -> anyhow::Result<Vec<&'a str>> {
    let mut absent = Vec::new();
    for &target in targets {
        let mut rustc = Command::new("rustc");
        rustc.current_dir(repo::root()).args(["--print", "target-libdir", "--target", target]);
        if !Path::new(output(&mut rustc)?.trim()).exists() {
            absent.push(target);
        }
    }
    Ok(absent)
}

fn install_rust(targets: &[&str]) -> anyhow::Result<()> {
    let absent = absent_targets(targets)?;
    if absent.is_empty() {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup.current_dir(repo::root()).args(["target", "add"]).args(&absent);
    run(&mut rustup).with_context(|| format!("Rust targets are missing: {}", absent.join(" ")))
}

/// Rust targets that are missing from the pinned toolchain.
#[must_use]
pub fn missing_targets() -> Vec<&'static str> {
    absent_targets(&TARGETS).unwrap_or_else(|_| TARGETS.to_vec())
}
