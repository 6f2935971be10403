//! `cargo xtask bench`: the network's fixed workloads, built for speed; benchmarks are apart from tests.
//!
//! Times depend on the machine and on who else uses it, so they are printed. Instructions per packet-hop, counted
//! by callgrind on short versions, do not: `--count` compares them with a checked-in baseline.

use crate::repo;
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::process::Command;

/// What to run.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Workloads, as `cargo freeboard bench` names them.
    #[arg(default_values = ["w1", "w2"])]
    workloads: Vec<String>,
    /// One JSON object per line instead of tables.
    #[arg(long)]
    json: bool,
    /// Count the instructions of short versions and compare them with the baseline.
    #[arg(long)]
    count: bool,
    /// Count, and write the baseline.
    #[arg(long)]
    bless: bool,
    /// Install the counter where it is missing.
    #[arg(long)]
    install: bool,
}

/// The checked-in instructions per packet-hop, below the root.
const BASELINE: &str = "xtask/bench.toml";
/// Largest relative change of a count. Chosen by us: counts repeat to 0.1 %, what is left is the C library's.
const CHANGE_MAX: f64 = 0.02;
/// The function whose instructions count, in `lab`'s module `counted`.
const SECTION: &str = "--toggle-collect=*measured_section*";
/// First lines of the baseline.
const HEADER: &str = "# Instructions per packet-hop of the short workloads, profile `fast`, counted by callgrind.\n\
                      # Written by `cargo xtask bench --bless`; a change of 2 % needs one.\n";

/// Runs each workload in the profile `fast`; true when all ended well.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    if arguments.count || arguments.bless {
        return count(arguments);
    }
    let mut well = true;
    for workload in &arguments.workloads {
        let mut command = cargo("run");
        command.args(["--", "bench", workload]).args(arguments.json.then_some("--json"));
        well &= command.status().context("running cargo")?.success();
    }
    Ok(well)
}

fn cargo(verb: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args([verb, "--quiet", "--locked", "--profile", "fast", "--package", "freeboard-lab"]);
    command.current_dir(repo::root());
    command
}

/// Counts every workload and judges it; true when all are near the baseline, or there is nothing to count with.
fn count(arguments: &Arguments) -> anyhow::Result<bool> {
    if arguments.install && !crate::tools::have("valgrind") {
        crate::tools::install_counter()?;
    }
    if !crate::tools::have("valgrind") {
        println!("bench: SKIPPED, valgrind is missing: {}", crate::tools::COUNTER_COMMAND);
        return Ok(true);
    }
    anyhow::ensure!(cargo("build").status().context("running cargo")?.success(), "the build failed");
    let mut counted = BTreeMap::new();
    for workload in &arguments.workloads {
        counted.insert(workload.clone(), per_hop(workload)?);
    }
    let path = repo::root().join(BASELINE);
    if arguments.bless {
        let lines = counted.iter().map(|(workload, count)| format!("{workload} = {count:.1}\n"));
        std::fs::write(&path, HEADER.to_owned() + &lines.collect::<String>())?;
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let baseline: BTreeMap<String, f64> = toml::from_str(&text).with_context(|| BASELINE.to_owned())?;
    let mut well = true;
    for (workload, count) in counted {
        let (line, passes) = verdict(&workload, count, baseline.get(&workload).copied());
        println!("{line}");
        well &= passes;
    }
    Ok(well)
}

/// What is said about a count, and whether it passes.
fn verdict(workload: &str, count: f64, baseline: Option<f64>) -> (String, bool) {
    let Some(before) = baseline else {
        let line = format!("bench: FAILED {workload} has no line in {BASELINE}: cargo xtask bench --bless");
        return (line, false);
    };
    let change = count / before - 1.0;
    let passes = change.abs() <= CHANGE_MAX;
    let (state, hint) =
        if passes { ("ok", "") } else { ("FAILED", "; if it is meant: cargo xtask bench --bless") };
    let percent = change * 100.0;
    (
        format!("bench: {state} {workload} {count:.1} instructions per packet-hop, {percent:+.2} %{hint}"),
        passes,
    )
}

/// Instructions per packet-hop of a short workload.
fn per_hop(workload: &str) -> anyhow::Result<f64> {
    let program = repo::target().join("fast").join("freeboard");
    let out = repo::scratch()?.join(format!("callgrind.{workload}"));
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no", SECTION])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(&program)
        .args(["--json", "bench", "--short", workload])
        .output()
        .context("running valgrind")?;
    let (text, notes) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    if !run.status.success() {
        bail!("valgrind failed on {workload}: {notes}");
    }
    let counts: serde_json::Value = serde_json::from_str(text.trim()).context("the workload's counts")?;
    let hops = counts["packet_hops"].as_f64().context("no packet-hops")?;
    // "==PID== Collected : N"
    let collected = notes.lines().find_map(|line| line.split_once("Collected :")).context("no count")?.1;
    let instructions: f64 = collected.trim().parse().context("the count")?;
    Ok(instructions / hops)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_passes_within_two_per_cent_either_way() {
        for (count, passes) in [(100.0, true), (101.9, true), (98.1, true), (102.1, false), (97.9, false)] {
            assert_eq!(verdict("w1", count, Some(100.0)).1, passes, "{count}");
        }
    }

    #[test]
    fn a_count_without_a_baseline_fails_and_names_the_command() {
        let (line, passes) = verdict("w9", 100.0, None);
        assert!(!passes && line.contains("--bless"), "{line}");
    }
}
