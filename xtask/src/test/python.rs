//! The Python package: built, installed in an empty environment, its stubs, tests and notebooks run.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::process::Command;

/// Folder of the package.
const PACKAGE: &str = "crates/python";

/// Builds the wheel in the profile of the tests, whose packages are there already, and compares it with the command of that profile.
pub(crate) fn run() -> anyhow::Result<Outcome> {
    let package = toolchain::root().join(PACKAGE);
    let folder = std::path::absolute(toolchain::scratch()?.join("python"))?;
    let _ = std::fs::remove_dir_all(&folder);
    let mut venv = Command::new("python3");
    let made = toolchain::output(venv.args(["-m", "venv"]).arg(&folder)).is_ok();
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
    if !made || !tee::run(pip.arg(package.join("tests/requirements.txt")))?.0 {
        return Ok(Outcome::Skipped(
            "pip cannot install the packages of the tests: is there a network?".to_owned(),
        ));
    }
    let (built, _) =
        tee::run(&mut crate::workspace::cargo(&["build", "--quiet", "--locked", "--workspace", "--bins"]))?;
    anyhow::ensure!(built, "the command does not build");
    let target = std::path::absolute(toolchain::target())?;
    let mut tests = Command::new("sh");
    tests.arg(package.join("run-tests.sh")).arg(&folder).current_dir(&package);
    tests.env("FREEBOARD", target.join("debug/freeboard")).env("CARGO_TARGET_DIR", &target);
    tests.env("MATURIN_PEP517_ARGS", "--profile=dev").env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    let (fine, text) = tee::run(&mut tests)?;
    let last = text.lines().rev().find(|line| line.ends_with(" failed"));
    let numbers: Vec<u64> = last
        .context("the tests of the Python package did not end")?
        .split(|end: char| !end.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let [passed, failed] = numbers[..] else { anyhow::bail!("no closing line: {last:?}") };
    Ok(Outcome::ran(Count { passed, failed: failed.max(u64::from(!fine)), skipped: 0 }))
}
