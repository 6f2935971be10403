//! The command as other machines run it: Windows by Wine, big-endian words by QEMU.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::bench;
use crate::workspace::cargo;
use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The Rust target of Windows.
pub(crate) const WINDOWS: &str = "x86_64-pc-windows-gnu";
/// The Rust target of a big-endian machine.
pub(crate) const BIG_ENDIAN: &str = "s390x-unknown-linux-gnu";

/// Scenarios that run for less than a second: queues and TCP, faults, lossless classes with RDMA. Chosen by us.
const SCENARIOS: [&str; 3] = ["incast", "faults", "roce"];

/// `ProcessPrng`, from which Rust's library draws the seeds of its hash tables. Wine has it from version 9 on.
const PRNG: &str = "#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    return RtlGenRandom(data, (ULONG)length);
}
";

/// The scenarios and the demo.
pub(crate) fn windows() -> anyhow::Result<Outcome> {
    let program = build(WINDOWS, None)?;
    let folder = toolchain::scratch()?.join("windows");
    let (beside, source) = (program.with_file_name("bcryptprimitives.dll"), folder.join("prng.c"));
    std::fs::create_dir_all(&folder)?;
    std::fs::write(&source, PRNG)?;
    let mut link = Command::new("x86_64-w64-mingw32-gcc");
    toolchain::run(link.args(["-shared", "-o"]).arg(&beside).arg(&source).arg("-ladvapi32"))?;
    let prefix = std::path::absolute(folder.join("wine"))?;
    let wine = || {
        let mut wine = Command::new("wine");
        wine.arg(&program).env("WINEPREFIX", &prefix).env("WINEDEBUG", "-all");
        wine
    };
    // The first call of Wine makes its folders.
    toolchain::output(wine().arg("--version"))?;
    same(wine, &[&["demo"][..]])
}

/// The scenarios.
pub(crate) fn big_endian() -> anyhow::Result<Outcome> {
    let program = build(BIG_ENDIAN, Some("s390x-linux-gnu-gcc"))?;
    let emulated = || {
        let mut emulated = Command::new("qemu-s390x");
        emulated.args(["-L", "/usr/s390x-linux-gnu"]).arg(&program);
        emulated
    };
    same(emulated, &[])
}

/// Builds the command for a target.
fn build(target: &str, linker: Option<&str>) -> anyhow::Result<PathBuf> {
    let mut command =
        cargo(&["build", "--quiet", "--locked", "--package", "freeboard-lab", "--bin", "freeboard"]);
    if let Some(linker) = linker {
        let name = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
        command.env(name, linker);
    }
    let (fine, _) = tee::run(command.args(["--target", target]))?;
    anyhow::ensure!(fine, "the command does not build for {target}");
    let folder = std::path::absolute(toolchain::target())?.join(target).join("debug");
    let programs = ["freeboard", "freeboard.exe"].map(|name| folder.join(name));
    programs.into_iter().find(|path| path.is_file()).context("no program was built")
}

/// Compares the digests of every scenario, and of more commands, with those of this machine.
fn same(foreign: impl Fn() -> Command, more: &[&[&str]]) -> anyhow::Result<Outcome> {
    let files = SCENARIOS.map(|name| format!("examples/scenarios/{name}.toml"));
    let runs = files.iter().map(|file| vec!["run", file.as_str()]);
    let mut count = Count::default();
    for words in runs.chain(more.iter().map(|words| words.to_vec())) {
        let out = toolchain::scratch()?.join("foreign");
        let of = |command: &mut Command| digests(command.args(&words).args(["--json", "--out"]), &out);
        let mut native = bench::cargo("run");
        let here = of(native.args(["--bin", "freeboard", "--"]))?;
        let there = of(&mut foreign())?;
        let fine = here == there && !here.is_empty();
        let text = words.join(" ");
        eprintln!("{} {text}: {here:?}", if fine { "ok    " } else { "FAILED" });
        if !fine {
            eprintln!("       there {there:?}");
        }
        count += Count::one(fine);
    }
    Ok(Outcome::ran(count))
}

/// Digests of the runs that a command prints.
fn digests(command: &mut Command, out: &Path) -> anyhow::Result<Vec<String>> {
    let text = toolchain::output(command.arg(out).current_dir(toolchain::root()))?;
    let mut found = Vec::new();
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).with_context(|| line.to_owned())?;
        found.extend(row["digest"].as_str().map(str::to_owned));
    }
    Ok(found)
}
