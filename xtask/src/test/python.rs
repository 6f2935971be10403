//! Suites that Python runs: the project's own package, and a trace in Perfetto's viewer.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::workspace::cargo;
use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folder of the package.
const PACKAGE: &str = "crates/python";
/// Folder of what reads a trace.
const PERFETTO: &str = "crates/lab/tests/perfetto";
/// The run that is traced: drops, timeouts, segments sent again.
const TRACED: &str = "examples/scenarios/incast.toml";

/// Builds the wheel in the profile of the tests, whose packages are there already, and compares it with the command of that profile.
pub(crate) fn package() -> anyhow::Result<Outcome> {
    let package = toolchain::root().join(PACKAGE);
    let Some(folder) = environment("python", &package.join("tests/requirements.txt"))? else {
        return Ok(no_network());
    };
    let command = command()?;
    let mut tests = Command::new("sh");
    tests.arg(package.join("run-tests.sh")).arg(&folder).current_dir(&package);
    tests.env("FREEBOARD", command).env("CARGO_TARGET_DIR", std::path::absolute(toolchain::target())?);
    tests.env("MATURIN_PEP517_ARGS", "--profile=dev").env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    counted(&mut tests)
}

/// Opens a trace in Perfetto's viewer, and compares its counters, spans and instants with the tables of the run.
pub(crate) fn perfetto() -> anyhow::Result<Outcome> {
    let sources = toolchain::root().join(PERFETTO);
    let Some(folder) = environment("perfetto", &sources.join("requirements.txt"))? else {
        return Ok(no_network());
    };
    let (trace, told) = (folder.join("trace.json"), folder.join("told.jsonl"));
    let mut run = Command::new(command()?);
    run.current_dir(toolchain::root()).args(["run", TRACED, "--json", "--trace-scheme", "ECN#"]);
    run.args(["--trace-ports", "all", "--trace-for", "1 s", "--trace-out"]).arg(&trace);
    std::fs::write(&told, toolchain::output(&mut run)?)?;
    let mut read = Command::new(folder.join("bin/python"));
    read.arg(sources.join("read.py")).arg("chromium").arg(&trace).arg(&told).arg(folder.join("perfetto.png"));
    counted(&mut read)
}

/// A virtual environment with these packages; `None` where pip cannot have them.
fn environment(name: &str, requirements: &Path) -> anyhow::Result<Option<PathBuf>> {
    let folder = std::path::absolute(toolchain::scratch()?.join(name))?;
    let _ = std::fs::remove_dir_all(&folder);
    let mut venv = Command::new("python3");
    let made = toolchain::output(venv.args(["-m", "venv"]).arg(&folder)).is_ok();
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
    Ok((made && tee::run(pip.arg(requirements))?.0).then_some(folder))
}

fn no_network() -> Outcome {
    Outcome::Skipped("pip cannot install the packages of the tests: is there a network?".to_owned())
}

/// The command, of the profile of the tests.
fn command() -> anyhow::Result<PathBuf> {
    let (built, _) = tee::run(&mut cargo(&["build", "--quiet", "--locked", "--workspace", "--bins"]))?;
    anyhow::ensure!(built, "the command does not build");
    Ok(std::path::absolute(toolchain::target())?.join("debug/freeboard"))
}

/// Runs a program whose last line says how many passed and how many failed.
fn counted(program: &mut Command) -> anyhow::Result<Outcome> {
    let (fine, text) = tee::run(program)?;
    let last = text.lines().rev().find(|line| line.ends_with(" failed"));
    let numbers: Vec<u64> = last
        .context("the tests did not end")?
        .split(|end: char| !end.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let [passed, failed] = numbers[..] else { anyhow::bail!("no closing line: {last:?}") };
    Ok(Outcome::ran(Count { passed, failed: failed.max(u64::from(!fine)), skipped: 0 }))
}
