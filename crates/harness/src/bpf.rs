//! Builds every congestion control and underlay for the kernel's BPF machine and reads the code.
//!
//! The backend itself refuses floats, 128-bit numbers, signed division by a variable and functions of more than five
//! arguments. What it lets pass and the verifier does not is looked for in the assembly. Nothing is loaded.

use super::assembly::{Assembly, findings};
use anyhow::Context;
use freeboard_toolchain::{self as toolchain, Nightly};
use std::path::PathBuf;
use std::process::Output;

/// The compiler's name of the target.
const TARGET: &str = "bpfel-unknown-none";

/// What came of it.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The machine lacks something, or has another compiler, which cannot.
    Skipped(String),
    /// Notes, and what is wrong.
    Checked(String, Vec<String>),
}

/// Builds and checks, and sees that a breach is found.
pub(crate) fn run() -> anyhow::Result<Outcome> {
    let nightly = match Nightly::with_sources() {
        Ok(nightly) => nightly,
        Err(missing) => return Ok(Outcome::Skipped(missing)),
    };
    let (note, found) = check(&nightly)?;
    Ok(match (found.first(), nightly.excuse()) {
        (Some(first), Some(excuse)) => Outcome::Skipped(format!("{excuse}; {first}")),
        _ => Outcome::Checked(note, found),
    })
}

/// A note, and what is wrong.
fn check(nightly: &Nightly) -> anyhow::Result<(String, Vec<String>)> {
    let code = match build(nightly, false)? {
        Ok(code) => code,
        Err(refusals) => return Ok((String::new(), refusals)),
    };
    let mut found: Vec<String> =
        findings(&code).into_iter().map(|finding| format!("bpf: {finding}")).collect();
    let seen = match build(nightly, true)? {
        Ok(breach) => findings(&breach),
        Err(refusals) => refusals,
    };
    for sign in ["panic", "64-bit division"] {
        if !seen.iter().any(|finding| finding.contains(sign)) {
            found.push(format!("bpf: the check does not notice a {sign}: {seen:?}"));
        }
    }
    Ok((format!("bpf: {}; a breach is noticed", code.describe()), found))
}

/// The code, or what the backend says against it.
fn build(nightly: &Nightly, breach: bool) -> anyhow::Result<Result<Assembly, Vec<String>>> {
    let folder = std::path::absolute(toolchain::target().join("xtask/bpf"))?;
    std::fs::create_dir_all(&folder)?;
    let text: PathBuf = folder.join(if breach { "breach.s" } else { "freeboard.s" });
    // Cargo does not see that the text is gone or of another build: the compiler must run.
    let _ = std::fs::remove_file(&text);
    let mut command = nightly.command("cargo");
    command.current_dir(toolchain::root().join("firmware"));
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
