//! Packages of the system that suites need, and whether they may be installed.

use crate::workspace;
use anyhow::{Context, ensure};
use freeboard_toolchain::{
    self as toolchain, COMPILERS, EMULATORS, Manager, missing_compilers, missing_emulators, output, run,
    unpacked,
};
use std::path::PathBuf;
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
    let packages = EMULATORS.map(|(_, package)| package);
    install_packages(&packages).or_else(|error| {
        ensure!(Manager::here() == Some(Manager::Apt), "{error:#}");
        eprintln!("{error:#}\nunpacking the emulators into {} instead", unpacked().display());
        unpack(&packages)
    })?;
    let missing = missing_emulators();
    ensure!(missing.is_empty(), "still missing: {}", missing.join(", "));
    Ok(())
}

/// Installs the C compilers for bare metal that are missing.
pub(crate) fn install_compilers() -> anyhow::Result<()> {
    if missing_compilers().is_empty() {
        return Ok(());
    }
    install_packages(&COMPILERS.map(|(_, package)| package))
}

/// Unpacks emulators beside the build, for a system in which installing them would remove other packages: a newer
/// `qemu-utils` is in the way of the whole family. Their libraries are installed.
fn unpack(packages: &[&str]) -> anyhow::Result<()> {
    let family = |name: &str| name.starts_with("qemu-");
    let only = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"];
    let mut depends = Command::new("apt-cache");
    depends.arg("depends").args(only.map(|kind| format!("--no-{kind}")));
    depends.args(packages).args(["qemu-system-common", "qemu-system-data"]);
    let listed = output(&mut depends)?;
    let mut names: Vec<&str> =
        listed.lines().filter_map(|line| line.trim().strip_prefix("Depends: ")).collect();
    names.extend(packages);
    names.sort_unstable();
    names.dedup();
    let (own, libraries): (Vec<&str>, Vec<&str>) = names.into_iter().partition(|name| family(name));
    let libraries: Vec<&str> = libraries.into_iter().filter(|name| !name.starts_with('<')).collect();
    install_packages(&libraries)?;
    let folder = unpacked();
    std::fs::create_dir_all(&folder)?;
    run(Command::new("apt-get").args(["download", "-q"]).args(&own).current_dir(&folder))?;
    let archives = std::fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<PathBuf>>>()?;
    for archive in archives.iter().filter(|path| path.extension().is_some_and(|end| end == "deb")) {
        run(Command::new("dpkg-deb").arg("--extract").arg(archive).arg(&folder))?;
        std::fs::remove_file(archive)?;
    }
    Ok(())
}

/// Installs packages, by their Debian names, with the system's package manager.
pub(crate) fn install_packages(packages: &[&str]) -> anyhow::Result<()> {
    let manager =
        Manager::here().context("this system has none of the package managers that are known here")?;
    if manager == Manager::Apt {
        // Without a network the lists of an earlier update may do.
        let _ = run(Command::new("apt-get").args(["update", "-q"]));
    }
    let words = manager.install(packages);
    run(Command::new(words[0]).args(&words[1..])).context("the system packages could not be installed")
}

/// The oldest compiler that the crates for others claim, as the name of a toolchain.
pub(crate) fn oldest_rust() -> anyhow::Result<String> {
    workspace::oldest_rust("freeboard")
}

/// Installs that compiler.
pub(crate) fn install_oldest_rust() -> anyhow::Result<()> {
    if missing_oldest_rust().is_none() {
        return Ok(());
    }
    let version = oldest_rust()?;
    run(&mut rustup(&["toolchain", "install", &version, "--profile", "minimal"]))
}

/// Why it cannot be used.
pub(crate) fn missing_oldest_rust() -> Option<String> {
    let version = match oldest_rust() {
        Ok(version) => version,
        Err(error) => return Some(format!("{error:#}")),
    };
    let there = output(&mut rustup(&["run", &version, "rustc", "--version"])).is_ok();
    (!there).then(|| format!("Rust {version} missing: rustup toolchain install {version} --profile minimal"))
}

/// rustup, without what cargo tells the programs that it runs of its own compiler.
pub(crate) fn rustup(words: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(words).current_dir(toolchain::root());
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command
}
