//! Builds every congestion control and underlay for the kernel's BPF machine and reads the code.
//!
//! The backend itself refuses floats, 128-bit numbers, signed division by a variable and functions of more than five
//! arguments. What it lets pass and the verifier does not is looked for in the assembly. Nothing is loaded.

use super::assembly::{Assembly, findings};
use crate::repo;
use anyhow::Context;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The compiler's name of the target.
const TARGET: &str = "bpfel-unknown-none";

/// What came of it.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The machine lacks something.
    Skipped(String),
    /// Notes, and what is wrong.
    Checked(String, Vec<String>),
}

/// Builds and checks, and sees that a breach is found.
pub(crate) fn run() -> anyhow::Result<Outcome> {
    if let Some(missing) = missing() {
        return Ok(Outcome::Skipped(missing));
    }
    let code = match build(false)? {
        Ok(code) => code,
        Err(refusals) => return Ok(Outcome::Checked(String::new(), refusals)),
    };
    let mut found: Vec<String> =
        findings(&code).into_iter().map(|finding| format!("bpf: {finding}")).collect();
    let seen = match build(true)? {
        Ok(breach) => findings(&breach),
        Err(refusals) => refusals,
    };
    for sign in ["panic", "64-bit division"] {
        if !seen.iter().any(|finding| finding.contains(sign)) {
            found.push(format!("bpf: the check does not notice a {sign}: {seen:?}"));
        }
    }
    Ok(Outcome::Checked(format!("bpf: {}; a breach is noticed", code.describe()), found))
}

/// What to install, if anything.
pub(super) fn missing() -> Option<String> {
    let rustc = |options: &[&str]| {
        let output = Command::new("rustc").arg("+nightly").args(options).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(sysroot) = rustc(&["--print", "sysroot"]) else {
        return Some(
            "no nightly compiler; try: rustup toolchain install nightly --profile minimal --component rust-src"
                .to_owned(),
        );
    };
    let source = Path::new(&sysroot).join("lib/rustlib/src/rust/library/core/Cargo.toml");
    (!source.exists()).then(|| {
        "the nightly compiler lacks its sources; try: rustup component add rust-src --toolchain nightly"
            .to_owned()
    })
}

/// The code, or what the backend says against it.
fn build(breach: bool) -> anyhow::Result<Result<Assembly, Vec<String>>> {
    let folder = std::path::absolute(repo::target().join("xtask/bpf"))?;
    std::fs::create_dir_all(&folder)?;
    let text: PathBuf = folder.join(if breach { "breach.s" } else { "freeboard.s" });
    // Cargo does not see that the text is gone or of another build: the compiler must run.
    let _ = std::fs::remove_file(&text);
    let mut command = Command::new("cargo");
    command.current_dir(repo::root().join("firmware")).env("RUSTUP_TOOLCHAIN", "nightly");
    command.args(["rustc", "--quiet", "--locked", "--package", "freeboard-firmware-bpf"]);
    command.args(["--profile", "firmware-3", "--target", TARGET, "-Zbuild-std=core"]);
    command.arg("--target-dir").arg(folder.join(if breach { "breach" } else { "build" }));
    if breach {
        command.args(["--features", "breach"]);
    }
    // The third version of the instructions has 32-bit registers, so that a division shows its width.
    command.args(["--", "-Ctarget-cpu=v3"]).arg(format!("--emit=asm={}", text.display()));
    // A metadata that changes makes cargo run the compiler again.
    command.arg(format!("-Cmetadata={}", std::process::id()));
    let output = command.output().context("cargo does not start")?;
    if !output.status.success() {
        return Ok(Err(refusals(&output)));
    }
    let text = std::fs::read_to_string(&text).with_context(|| format!("reading {}", text.display()))?;
    Ok(Ok(Assembly::read(&text)))
}

fn refusals(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    let lines = text.lines().filter(|line| line.starts_with("error"));
    lines.map(|line| format!("bpf: the backend refuses: {line}")).collect()
}
