//! `cargo xtask package`: archives of the publishable crates, and a stranger's program built from them alone.
//!
//! Publishable are the facade, the C library and everything that they depend on. Publishing is switched off in the workspace, so
//! cargo packages a copy in which it is on; nothing is uploaded.

use crate::workspace::{self, Package};
use anyhow::{Context, ensure};
use freeboard_toolchain as toolchain;
use std::path::{Path, PathBuf};
use std::process::Command;

/// No choices.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Arguments {}

/// Crates that users depend on; their dependencies come with them.
const ROOTS: [&str; 2] = ["freeboard", "freeboard-c"];

/// The line of the workspace's manifest that keeps cargo from publishing.
const OFF: &str = "publish = false";

/// A program of somebody who has the archives only: ECN# on a set of queues.
const STRANGER: &str = r#"//! Marks by ECN# on the queues of a pipe.
#![no_std]

use freeboard::aqm_api::{Aqm, Departure, DepthUnit, Nanos32, ParamError, PortId, QueueId, Verdict};
use freeboard::aqm_ecn_sharp::{Compact, EcnSharpSettings};
use freeboard::QueueSet;

/// Whether a packet that leaves queue 0 of port 0 is marked.
pub fn marks(now: Nanos32, departure: &Departure) -> Result<bool, ParamError> {
    let params = Compact::params(&EcnSharpSettings::DEFAULT, DepthUnit::BYTE)?;
    let mut queues = QueueSet::<Compact, 2, 2>::new(params, now);
    Ok(queues.on_dequeue(PortId(0), QueueId(0), departure).verdict == Verdict::Signal)
}
"#;

/// Packages and builds; true when all of it works.
pub(crate) fn run(_: Arguments) -> anyhow::Result<bool> {
    let folder = std::path::absolute(toolchain::scratch()?.join("package"))?;
    // An archive of an earlier run must not pass for one of this.
    let _ = std::fs::remove_dir_all(&folder);
    let (tree, archives) = (folder.join("tree"), folder.join("archives"));
    copy(&tree)?;
    let packages = workspace::all()?;
    let publishable = publishable(&packages);
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(&tree)
        .args(["package", "--quiet", "--no-verify", "--target-dir"])
        .arg(folder.join("build"));
    publishable.iter().for_each(|package| _ = cargo.args(["--package", &package.name]));
    toolchain::run(&mut cargo)?;
    std::fs::create_dir_all(&archives)?;
    let mut patches = String::from("\n[patch.crates-io]\n");
    for package in &publishable {
        let unpacked = unpack(&folder.join("build/package"), &package.name, &archives)?;
        patches += &format!("{} = {{ path = {:?} }}\n", package.name, unpacked.display().to_string());
    }
    let stranger = folder.join("stranger");
    std::fs::create_dir_all(stranger.join("src"))?;
    let manifest = format!(
        "[package]\nname = \"stranger\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         freeboard = {{ version = \"0.1\", features = [\"aqm-ecn-sharp\"] }}\n{patches}\n[workspace]\n"
    );
    std::fs::write(stranger.join("Cargo.toml"), manifest)?;
    std::fs::write(stranger.join("src/lib.rs"), STRANGER)?;
    toolchain::install_targets()?;
    let mut failed = Vec::new();
    for target in [None, Some("thumbv7em-none-eabi"), Some("riscv32imc-unknown-none-elf")] {
        let mut cargo = Command::new("cargo");
        cargo
            .current_dir(&stranger)
            .args(["build", "--quiet", "--lib"])
            .args(target.iter().flat_map(|one| ["--target", one]));
        let name = target.unwrap_or("the host");
        let fine = cargo.status().context("cargo")?.success();
        println!(
            "{} a program built from {} archives for {name}",
            if fine { "ok    " } else { "FAILED" },
            publishable.len()
        );
        if !fine {
            failed.push(name);
        }
    }
    Ok(failed.is_empty())
}

/// The roots with everything that they depend on, in the workspace's order.
fn publishable(packages: &[Package]) -> Vec<&Package> {
    let mut found: Vec<&Package> =
        packages.iter().filter(|package| ROOTS.contains(&package.name.as_str())).collect();
    loop {
        let needed = |package: &&Package| found.iter().any(|other| other.needs(&package.name));
        let more: Vec<&Package> =
            packages.iter().filter(needed).filter(|package| !found.contains(package)).collect();
        if more.is_empty() {
            found.sort_by(|a, b| a.name.cmp(&b.name));
            return found;
        }
        found.extend(more);
    }
}

/// The checkout's files in another folder, where publishing is on.
fn copy(to: &Path) -> anyhow::Result<()> {
    let from = toolchain::root();
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(from);
    for name in toolchain::output(&mut git)?.lines().filter(|name| from.join(name).is_file()) {
        let path = to.join(name);
        std::fs::create_dir_all(path.parent().context("a file has a folder")?)?;
        std::fs::copy(from.join(name), &path).with_context(|| name.to_owned())?;
    }
    let manifest = to.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest)?;
    ensure!(text.contains(OFF), "the workspace's manifest has no `{OFF}`");
    std::fs::write(manifest, text.replace(OFF, "publish = true"))?;
    Ok(())
}

/// Unpacks the archive of a package; returns its folder.
fn unpack(from: &Path, name: &str, to: &Path) -> anyhow::Result<PathBuf> {
    let is_its = |file: &str| {
        let rest = file.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.ends_with(".crate"))
    };
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let file = entry.file_name().to_string_lossy().into_owned();
        if is_its(&file) {
            toolchain::run(Command::new("tar").arg("-xzf").arg(entry.path()).arg("-C").arg(to))?;
            return Ok(to.join(file.trim_end_matches(".crate")));
        }
    }
    anyhow::bail!("{name} was not packaged")
}
