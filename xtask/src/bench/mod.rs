//! `cargo xtask bench`: the network's fixed workloads, built for speed; benchmarks are apart from tests.
//!
//! Times depend on the machine and on who else uses it, so they are printed. Instructions per packet-hop and per
//! decision of every algorithm, counted by callgrind on short versions, do not: `--count` compares them with a
//! checked-in baseline.

mod callgrind;

use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::collections::BTreeMap;
use std::process::Command;

/// What to run.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Workloads, as `cargo freeboard bench` names them; w1 and w2 without a name, and with `--count` w3, large and the decisions.
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
/// First lines of the baseline.
const HEADER: &str = "# Instructions per packet-hop of the short workloads and per decision of every algorithm, profile\n\
                      # `fast`, counted by callgrind. Written by `cargo xtask bench --bless`; a change of 2 % needs one.\n";

/// Runs each workload in the profile `fast`; true when all ended well.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    if arguments.count || arguments.bless {
        return count(arguments);
    }
    let mut well = true;
    for workload in &named(arguments, &["w1", "w2"]) {
        let mut command = cargo("run");
        command.args(["--", "bench", workload]).args(arguments.json.then_some("--json"));
        well &= command.status().context("running cargo")?.success();
    }
    Ok(well)
}

fn named(arguments: &Arguments, otherwise: &[&str]) -> Vec<String> {
    if arguments.workloads.is_empty() {
        otherwise.iter().map(|name| (*name).to_owned()).collect()
    } else {
        arguments.workloads.clone()
    }
}

/// The command line, in the profile that sweeps and times are run in.
pub(crate) fn cargo(verb: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args([verb, "--quiet", "--locked", "--profile", "fast", "--package", "freeboard-lab"]);
    command.current_dir(toolchain::root());
    command
}

/// Counts every workload and judges it; true when all are near the baseline, or there is nothing to count with.
fn count(arguments: &Arguments) -> anyhow::Result<bool> {
    if arguments.install && !toolchain::have(COUNTER) {
        crate::tools::install_packages(&[COUNTER])?;
    }
    if !toolchain::have(COUNTER) {
        println!("bench: SKIPPED, {COUNTER} is missing: {}", toolchain::advice(&[COUNTER]));
        return Ok(true);
    }
    anyhow::ensure!(cargo("build").status().context("running cargo")?.success(), "the build failed");
    let path = toolchain::root().join(BASELINE);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut baseline = read(&text).with_context(|| BASELINE.to_owned())?;
    let mut counted = Baseline::new();
    let names = named(arguments, &["w1", "w2", "w3", "large", DECISIONS]);
    // A count does not depend on what runs at the same time.
    let counts = std::thread::scope(|scope| {
        let threads: Vec<_> = names.iter().map(|name| scope.spawn(|| counts_of(name))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a count does not panic")).collect::<Vec<_>>()
    });
    for (workload, counts) in names.iter().zip(counts) {
        counted.entry(heading(workload).to_owned()).or_default().extend(counts?);
    }
    if arguments.bless {
        for (heading, counts) in &counted {
            if heading == DECISIONS {
                // What is no longer in the registry leaves the baseline too.
                baseline.remove(heading);
            }
            baseline.entry(heading.clone()).or_default().extend(counts.clone());
        }
        std::fs::write(&path, HEADER.to_owned() + &write(&baseline))?;
    }
    Ok(judge(&counted, &baseline))
}

/// Instructions of one workload by name.
fn counts_of(workload: &str) -> anyhow::Result<BTreeMap<String, f64>> {
    if workload == DECISIONS {
        return callgrind::per_decision();
    }
    Ok(BTreeMap::from([(workload.to_owned(), callgrind::per_hop(workload)?)]))
}

/// The program that counts, and its package.
const COUNTER: &str = "valgrind";

/// Counts by name, under what they are per.
type Baseline = BTreeMap<String, BTreeMap<String, f64>>;

/// Reads a baseline: headings in brackets, and below them a name and a count per line.
fn read(text: &str) -> anyhow::Result<Baseline> {
    let mut baseline = Baseline::new();
    let mut under = None;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(heading) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            under = Some(baseline.entry(heading.to_owned()).or_default());
            continue;
        }
        let (name, count) = line.split_once(" = ").with_context(|| format!("`{line}` is no count"))?;
        let counts = under.as_mut().with_context(|| format!("`{line}` stands under no heading"))?;
        let count = count.parse().with_context(|| format!("`{line}`"))?;
        counts.insert(name.trim_matches('"').to_owned(), count);
    }
    Ok(baseline)
}

/// The lines that [`read`] reads.
fn write(baseline: &Baseline) -> String {
    let section = |(heading, counts): (&String, &BTreeMap<String, f64>)| {
        let line = |(name, count): (&String, &f64)| {
            // A key with a slash or a plus sign is a string.
            let bare = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
            if bare { format!("{name} = {count:?}\n") } else { format!("\"{name}\" = {count:?}\n") }
        };
        format!("[{heading}]\n{}", counts.iter().map(line).collect::<String>())
    };
    baseline.iter().map(section).collect::<Vec<_>>().join("\n")
}

/// The workload that is no network.
const DECISIONS: &str = "decisions";

/// What the counts of a workload are per, as a heading of the baseline.
fn heading(workload: &str) -> &str {
    if workload == DECISIONS { DECISIONS } else { "packet-hops" }
}

/// Prints what is said about every count; true when all pass, and none of the baseline's decisions is missing.
fn judge(counted: &Baseline, baseline: &Baseline) -> bool {
    let mut well = true;
    for (heading, counts) in counted {
        let before = baseline.get(heading);
        for (name, count) in counts {
            let before = before.and_then(|before| before.get(name)).copied();
            let (line, passes) = verdict(name, heading, *count, before);
            println!("{line}");
            well &= passes;
        }
        let gone = |name: &&String| heading == DECISIONS && !counts.contains_key(*name);
        for name in before.into_iter().flat_map(BTreeMap::keys).filter(gone) {
            println!("bench: FAILED {name} of {BASELINE} is not in the registry: cargo xtask bench --bless");
            well = false;
        }
    }
    well
}

/// What is said about a count, and whether it passes.
fn verdict(name: &str, per: &str, count: f64, baseline: Option<f64>) -> (String, bool) {
    let Some(before) = baseline else {
        let line = format!("bench: FAILED {name} has no line in {BASELINE}: cargo xtask bench --bless");
        return (line, false);
    };
    let change = count / before - 1.0;
    let passes = change.abs() <= CHANGE_MAX;
    let (state, hint) =
        if passes { ("ok", "") } else { ("FAILED", "; if it is meant: cargo xtask bench --bless") };
    let (percent, per) = (change * 100.0, per.trim_end_matches('s'));
    (format!("bench: {state} {name} {count:.2} instructions per {per}, {percent:+.2} %{hint}"), passes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_passes_within_two_per_cent_either_way() {
        for (count, passes) in [(100.0, true), (101.9, true), (98.1, true), (102.1, false), (97.9, false)] {
            assert_eq!(verdict("w1", "packet-hops", count, Some(100.0)).1, passes, "{count}");
        }
    }

    #[test]
    fn a_count_without_a_baseline_fails_and_names_the_command() {
        let (line, passes) = verdict("w9", "packet-hops", 100.0, None);
        assert!(!passes && line.contains("--bless"), "{line}");
    }

    #[test]
    fn the_baseline_reads_back_as_it_is_written() {
        let text = std::fs::read_to_string(toolchain::root().join(BASELINE)).unwrap();
        let baseline = read(&text).unwrap();
        assert!(baseline[DECISIONS].len() > 40 && baseline["packet-hops"].contains_key("w1"));
        assert_eq!(HEADER.to_owned() + &write(&baseline), text);
        assert!(read("a = 1.0\n").is_err() && read("[a]\nb = c\n").is_err());
    }

    #[test]
    fn a_variant_that_has_left_the_registry_fails() {
        let counts = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), 10.0)).collect();
        let of = |names: &[&str]| Baseline::from([(DECISIONS.to_owned(), counts(names))]);
        assert!(judge(&of(&["a", "b"]), &of(&["a", "b"])));
        assert!(!judge(&of(&["a"]), &of(&["a", "b"])));
        assert!(!judge(&of(&["a", "b"]), &of(&["a"])));
    }
}
