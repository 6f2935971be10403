//! Suites that cargo's runner or nextest executes.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::workspace::cargo;
use crate::{bench, tools, workspace};
use freeboard_toolchain::{self as toolchain, Nightly};
use std::process::Command;

/// Crates that firmware links, by the beginning of their names.
const FIRMWARE_CRATES: [&str; 6] = [
    "freeboard-units",
    "freeboard-params",
    "freeboard-fixmath",
    "freeboard-dataplane",
    "freeboard-aqm-",
    "freeboard-cc-",
];

/// The suite that all of them run without debug assertions: digests and golden traces. Others draw inputs, which the machine code
/// in the images of the firmware suite meets too.
const GOLDEN: [&str; 4] = ["--package", "freeboard-conformance", "--test", "golden"];

/// All tests of the workspace.
pub(crate) fn workspace() -> anyhow::Result<Outcome> {
    run(&["--workspace"], false)
}

/// Tests of the firmware crates and their golden traces without debug assertions.
///
/// They run by name only: the firmware suite decides on the same streams in machine code without debug assertions.
pub(crate) fn optimised() -> anyhow::Result<Outcome> {
    let packages = workspace::packages()?;
    let linked = packages.iter().filter(|name| FIRMWARE_CRATES.iter().any(|start| name.starts_with(start)));
    let options: Vec<&str> = linked.flat_map(|name| ["--package", name]).collect();
    let own = run(&options, true)?;
    let Outcome::Ran { mut count, problem: None } = own else { return Ok(own) };
    let golden = run(&GOLDEN, true)?;
    let Outcome::Ran { count: others, problem: None } = golden else { return Ok(golden) };
    count += others;
    Ok(Outcome::ran(count))
}

/// Tests that Miri interprets, which sees reads of what is not initialised, of another's memory, through stale
/// references: the floors below the algorithms, and the memory that C hands over. Chosen by us: a minute of them.
const INTERPRETED: [&[&str]; 2] = [
    &[
        "--package",
        "freeboard-units",
        "--package",
        "freeboard-params",
        "--package",
        "freeboard-aqm-api",
        "--package",
        "freeboard-cc-api",
        "--lib",
        "--tests",
    ],
    &["--package", "freeboard-c", "--test", "state"],
];

/// Some tests of the lower floors in an interpreter.
pub(crate) fn miri() -> anyhow::Result<Outcome> {
    let nightly = match Nightly::with_miri() {
        Ok(nightly) => nightly,
        Err(reason) => return Ok(Outcome::Skipped(reason)),
    };
    let (mut count, mut all_fine) = (Count::default(), true);
    for options in INTERPRETED {
        let mut command = nightly.command("cargo");
        command.current_dir(toolchain::root()).args(["miri", "test", "--locked"]).args(options);
        // Property tests read their files and the clock; a case takes as long here as a thousand elsewhere.
        command.env("MIRIFLAGS", "-Zmiri-disable-isolation").env("PROPTEST_CASES", "2");
        command.env("CARGO_TARGET_DIR", toolchain::target().join("miri"));
        let (fine, text) = tee::run(&mut command)?;
        count += Count::read(&text);
        all_fine &= fine;
    }
    if all_fine || count.failed > 0 {
        return Ok(Outcome::ran(count));
    }
    Ok(Outcome::failed("Miri found something outside a test, or the tests did not build"))
}

/// The job array, on daemons that the test starts.
pub(crate) fn slurm() -> anyhow::Result<Outcome> {
    of_lab("slurm")
}

/// The report in a browser.
pub(crate) fn report() -> anyhow::Result<Outcome> {
    of_lab("browser")
}

/// The simulator's page in a browser, and captures in tshark.
pub(crate) fn viewers() -> anyhow::Result<Outcome> {
    // The rate of a page is compared with that of the command as it is run.
    anyhow::ensure!(bench::cargo("build").status()?.success(), "the command does not build");
    of_lab("viewers")
}

/// A test of the lab that is left out of [`workspace()`].
fn of_lab(name: &str) -> anyhow::Result<Outcome> {
    // All packages are named, so that features are those of `workspace` and nothing is built a second time.
    let mut tests = cargo(&["test", "--locked", "--workspace", "--test", name]);
    tests.env("FREEBOARD_FAST", std::path::absolute(toolchain::target())?.join("fast/freeboard"));
    let (fine, text) = tee::run(&mut tests)?;
    Ok(outcome(fine, &text))
}

/// Documentation tests, which nextest does not run, and the programs below `examples` of every crate, which check themselves.
pub(crate) fn doctests() -> anyhow::Result<Outcome> {
    let (fine, text) = tee::run(&mut cargo(&["test", "--doc", "--workspace", "--locked"]))?;
    let tests = outcome(fine, &text);
    let Outcome::Ran { mut count, problem: None } = tests else { return Ok(tests) };
    // With the features of the workspace: those of one package alone would build what it needs a second time.
    let (built, _) = tee::run(&mut cargo(&["build", "--workspace", "--examples", "--locked"]))?;
    for name in examples()? {
        let program = toolchain::target().join("debug/examples").join(name);
        count += Count::one(built && tee::run(&mut Command::new(program))?.0);
    }
    Ok(Outcome::ran(count))
}

/// Names of the crates' examples.
fn examples() -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for folder in std::fs::read_dir(toolchain::root().join("crates"))? {
        let folder = folder?;
        let Ok(files) = std::fs::read_dir(folder.path().join("examples")) else { continue };
        for file in files {
            found.push(file?.file_name().to_string_lossy().trim_end_matches(".rs").to_owned());
        }
    }
    found.sort();
    Ok(found)
}

fn run(options: &[&str], release: bool) -> anyhow::Result<Outcome> {
    let mut command = cargo::<&str>(&[]);
    if tools::have_subcommand("nextest") {
        command.args(["nextest", "run", "--locked", "--no-fail-fast", "--status-level", "fail"]);
    } else {
        command.args(["test", "--locked", "--no-fail-fast", "--lib", "--bins", "--tests"]);
    }
    if release {
        command.arg("--release");
    }
    let (fine, text) = tee::run(command.args(options))?;
    Ok(outcome(fine, &text))
}

/// A runner that failed without naming a failed test did not get that far.
fn outcome(fine: bool, text: &str) -> Outcome {
    let count = Count::read(text);
    if fine || count.failed > 0 {
        return Outcome::ran(count);
    }
    Outcome::failed("the tests did not build or did not end")
}
