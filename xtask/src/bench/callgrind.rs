//! Instructions, counted by callgrind in the functions that the lab names for it.

use anyhow::{Context, bail, ensure};
use freeboard_toolchain as toolchain;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The function whose instructions count for a network, in `lab`'s module `counted`.
const SECTION: &str = "--toggle-collect=*measured_section*";
/// The one whose instructions count for a decision, in its module `decisions`, and the one that ends a variant.
const DECISION: [&str; 2] = ["--toggle-collect=*measured_decision*", "--dump-after=*one_variant*"];

/// Instructions per packet-hop of a short workload.
pub(super) fn per_hop(workload: &str) -> anyhow::Result<f64> {
    let out = fresh(workload)?.join("out");
    let text = run(&[SECTION], &out, &["--short", workload])?;
    let counts: Value = serde_json::from_str(text.trim()).context("the workload's counts")?;
    let hops = counts["packet_hops"].as_f64().context("no packet-hops")?;
    Ok(rounded(total(&out)? / hops))
}

/// Instructions per decision of every variant.
pub(super) fn per_decision() -> anyhow::Result<BTreeMap<String, f64>> {
    let folder = fresh("decisions")?;
    let text = run(&DECISION, &folder.join("out"), &["decisions"])?;
    let mut counts = BTreeMap::new();
    for (line, number) in text.lines().zip(1..) {
        let answer: Value = serde_json::from_str(line).context("a variant's counts")?;
        let variant = answer["variant"].as_str().context("no variant")?;
        let decisions = answer["decisions"].as_f64().context("no decisions")?;
        let per = total(&folder.join(format!("out.{number}")))? / decisions;
        ensure!(per > 0.0, "{variant}: nothing was counted");
        counts.insert(variant.to_owned(), rounded(per));
    }
    ensure!(!counts.is_empty(), "no variant was counted");
    Ok(counts)
}

/// In hundredths, as the baseline shows it.
fn rounded(count: f64) -> f64 {
    (count * 100.0).round() / 100.0
}

/// An empty folder for the counts: callgrind numbers its dumps from what it finds.
fn fresh(workload: &str) -> anyhow::Result<PathBuf> {
    let folder = toolchain::scratch()?.join("callgrind").join(workload);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Runs the lab's bench under the counter; what it printed.
fn run(options: &[&str], out: &Path, words: &[&str]) -> anyhow::Result<String> {
    let program = toolchain::target().join("fast").join("freeboard");
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .args(options)
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(&program)
        .args(["--json", "bench"])
        .args(words)
        .output()
        .context("running valgrind")?;
    if !run.status.success() {
        bail!("valgrind failed on {}: {}", words.join(" "), String::from_utf8_lossy(&run.stderr));
    }
    String::from_utf8(run.stdout).context("the program's output")
}

/// The instructions of one dump: its line "totals: N".
fn total(dump: &Path) -> anyhow::Result<f64> {
    let text = std::fs::read_to_string(dump).with_context(|| toolchain::relative(dump))?;
    let line = text.lines().rev().find_map(|line| line.strip_prefix("totals:"));
    let count = line.with_context(|| format!("no totals in {}", toolchain::relative(dump)))?;
    count.trim().parse().context("the count")
}
