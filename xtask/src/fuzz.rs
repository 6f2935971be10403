//! `cargo xtask fuzz`: every fuzz target for a short while, or some for hours.
//!
//! The targets need a nightly compiler. What they have found before is replayed by the stable tests. By time a run
//! goes where chance takes it, and is for finding; by count it goes the same way again, and is for a gate. What was
//! executed and which edges that covered is printed, and with `--record` added to the table in the book.

use crate::{pinned, workspace};
use anyhow::Context;
use freeboard_toolchain::{self as toolchain, Nightly};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// How long, and what.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Targets; all of them if none is named.
    targets: Vec<String>,
    /// Seconds per target, from a seed of chance.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// Hours for all targets together instead, shared equally.
    #[arg(long, conflicts_with_all = ["seconds", "runs"])]
    hours: Option<f64>,
    /// Inputs per target instead, always from the same seed.
    #[arg(long, conflicts_with = "seconds", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
    /// Adds what was executed and covered to `fuzz/record.csv`, which the book shows.
    #[arg(long)]
    record: bool,
}

/// Targets an input of which is a run of a network, or of all estimators over a mesh, and how many fewer inputs a run by count has.
const HEAVY: [(&str, u32); 2] = [("clock_sync", 50), ("fabric_ledger", 100)];

/// How long one target runs.
#[derive(Clone, Copy, Debug)]
enum Length {
    Seconds(u32),
    Runs(u32),
}

impl Length {
    /// What a target gets of it.
    fn of(self, target: &str) -> Self {
        let fewer = HEAVY.iter().find(|(heavy, _)| *heavy == target).map_or(1, |(_, fewer)| *fewer);
        match self {
            Self::Runs(runs) => Self::Runs(runs.div_ceil(fewer)),
            Self::Seconds(_) => self,
        }
    }

    /// The fuzzer's words for it.
    fn words(self) -> Vec<String> {
        match self {
            // Any seed but 0, which stands for chance.
            Self::Runs(runs) => vec![format!("-runs={runs}"), "-seed=1".to_owned()],
            Self::Seconds(seconds) => vec![format!("-max_total_time={seconds}")],
        }
    }

    /// What is on record of it: runs by count are not.
    const fn seconds(self) -> u64 {
        match self {
            Self::Runs(_) => 0,
            Self::Seconds(seconds) => seconds as u64,
        }
    }

    /// Folder of new inputs: those found by time are kept for the next run.
    const fn finds(self) -> &'static str {
        match self {
            Self::Runs(_) => "passing",
            Self::Seconds(_) => "found",
        }
    }
}

impl std::fmt::Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Runs(runs) => write!(f, "{runs} inputs"),
            Self::Seconds(seconds) => write!(f, "{seconds} s"),
        }
    }
}

/// What the fuzzer says of a target at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Covered {
    seconds: u64,
    executions: u64,
    /// Edges of the control flow that some input took.
    edges: u64,
    /// Edges by how often they were taken, as the fuzzer tells inputs apart.
    features: u64,
    /// Inputs that differ in features.
    inputs: u64,
}

impl Covered {
    const COLUMNS: &str = "target,seconds,executions,edges,features,inputs";

    /// From a line of the fuzzer's like `#50000 DONE cov: 1843 ft: 6212 corp: 71/38Kb lim: 521 exec/s: 25000`.
    fn read(line: &str, seconds: u64) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |name: &str| {
            let place = words.iter().position(|word| *word == name)?;
            words.get(place + 1)?.split('/').next()?.parse().ok()
        };
        let executions = words.first()?.strip_prefix('#')?.parse().ok()?;
        Some(Self {
            seconds,
            executions,
            edges: after("cov:")?,
            features: after("ft:")?,
            inputs: after("corp:")?,
        })
    }

    /// Of two runs: their work together, the wider coverage.
    fn and(self, other: Self) -> Self {
        Self {
            seconds: self.seconds + other.seconds,
            executions: self.executions + other.executions,
            edges: self.edges.max(other.edges),
            features: self.features.max(other.features),
            inputs: self.inputs.max(other.inputs),
        }
    }

    fn row(self, target: &str) -> String {
        let Self { seconds, executions, edges, features, inputs } = self;
        format!("{target},{seconds},{executions},{edges},{features},{inputs}")
    }

    fn of_row(row: &str) -> Option<(String, Self)> {
        let (target, numbers) = row.split_once(',')?;
        let numbers: Vec<u64> = numbers.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
        let [seconds, executions, edges, features, inputs] = numbers.try_into().ok()?;
        Some((target.to_owned(), Self { seconds, executions, edges, features, inputs }))
    }
}

/// Runs targets; true when none found anything, or when the machine has no nightly compiler.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let folder = toolchain::root().join("fuzz");
    let all = workspace::programs("fuzz")?;
    if let Some(unknown) = arguments.targets.iter().find(|target| !all.contains(target)) {
        anyhow::bail!("there is no fuzz target `{unknown}`; there are {}", all.join(", "));
    }
    let targets = if arguments.targets.is_empty() { &all } else { &arguments.targets };
    let length = match (arguments.runs, arguments.hours) {
        (Some(runs), _) => Length::Runs(runs),
        (None, Some(hours)) => Length::Seconds((hours * 3600.0 / targets.len() as f64).ceil() as u32),
        (None, None) => Length::Seconds(arguments.seconds),
    };
    let nightly = match Nightly::find() {
        Ok(nightly) => nightly,
        Err(reason) => {
            println!("fuzz: skipped ({reason})");
            return Ok(true);
        }
    };
    eprintln!("{}", nightly.describe());
    // `cargo fuzz` takes no `--locked`.
    let mut locked = nightly.command("cargo");
    locked.args(["metadata", "--locked", "--format-version", "1"]).current_dir(&folder);
    toolchain::output(&mut locked).context("fuzz/Cargo.lock is stale")?;
    pinned::FUZZ.provide()?;
    let (mut failed, mut covered) = (Vec::new(), BTreeMap::new());
    println!("{}", Covered::COLUMNS);
    for target in targets {
        match smoke(&nightly, &folder, target, length.of(target))? {
            Some(own) => {
                println!("{}", own.row(target));
                covered.insert(target.clone(), own);
            }
            None => failed.push(target.as_str()),
        }
    }
    if arguments.record {
        record(&folder.join("record.csv"), covered)?;
    }
    println!("fuzz: {} targets, {length} each, {} failed {}", targets.len(), failed.len(), failed.join(" "));
    Ok(failed.is_empty())
}

/// Adds what was covered to the record.
fn record(path: &Path, covered: BTreeMap<String, Covered>) -> anyhow::Result<()> {
    let before = std::fs::read_to_string(path).unwrap_or_default();
    let mut all: BTreeMap<String, Covered> = before.lines().filter_map(Covered::of_row).collect();
    for (target, own) in covered {
        let sum = all.entry(target).or_default();
        *sum = sum.and(own);
    }
    let rows: String = all.iter().map(|(target, own)| format!("{}\n", own.row(target))).collect();
    Ok(std::fs::write(path, format!("{}\n{rows}", Covered::COLUMNS))?)
}

/// The files of a corpus by name, with commas between: a folder lists them in an order of its own, and the fuzzer goes another way
/// with each.
fn in_order(corpus: &Path) -> anyhow::Result<String> {
    let entries = std::fs::read_dir(corpus)?.collect::<Result<Vec<_>, _>>()?;
    let mut files: Vec<String> = entries.iter().map(|entry| entry.path().display().to_string()).collect();
    files.sort();
    Ok(files.join(","))
}

/// One target over its corpus; new inputs go to the scratch folder, so that a smoke test changes no file here. Nothing is
/// returned where it found something.
fn smoke(nightly: &Nightly, folder: &Path, target: &str, length: Length) -> anyhow::Result<Option<Covered>> {
    let scratch = std::path::absolute(toolchain::scratch()?.join("fuzz"))?;
    let (found, artifacts) =
        (scratch.join(length.finds()).join(target), scratch.join("artifacts").join(target));
    if matches!(length, Length::Runs(_)) {
        // What another run found would lead this one another way.
        let _ = std::fs::remove_dir_all(&found);
    }
    std::fs::create_dir_all(&found)?;
    std::fs::create_dir_all(&artifacts)?;
    let program = pinned::FUZZ.find().context("cargo-fuzz is missing")?;
    let mut command = nightly.command(program);
    // Safe code has nothing for an address sanitizer to find, and runs several times as fast without one.
    command
        .args(["run", "--sanitizer", "none", "--target-dir"])
        .arg(scratch.join("build"))
        .arg(target)
        .arg(&found);
    let corpus: PathBuf = folder.join("corpus").join(target);
    let by_count = matches!(length, Length::Runs(_));
    if corpus.is_dir() && !by_count {
        command.arg(&corpus);
    }
    command.arg("--").args(length.words());
    if corpus.is_dir() && by_count {
        let list = scratch.join(format!("{target}.list"));
        std::fs::write(&list, in_order(&corpus)?)?;
        command.arg(format!("-seed_inputs=@{}", list.display()));
    }
    command.arg(format!("-artifact_prefix={}/", artifacts.display()));
    command.current_dir(toolchain::root());
    eprintln!("$ cargo fuzz run {target} for {length}");
    let mut child =
        command.stderr(Stdio::piped()).spawn().with_context(|| format!("cargo fuzz run {target}"))?;
    let mut last = String::new();
    for line in BufReader::new(child.stderr.take().context("no standard error")?).lines() {
        let line = line?;
        // Lines of progress begin with the number of executions; only the last one is of interest.
        match line.strip_prefix('#') {
            Some(_) if line.contains(" cov: ") => last = line,
            Some(_) => {}
            None => eprintln!("{line}"),
        }
    }
    if !child.wait()?.success() {
        return Ok(None);
    }
    let covered = Covered::read(&last, length.seconds());
    covered.with_context(|| format!("{target} ends without its coverage: {last}")).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corpus_is_listed_by_name_and_a_run_of_a_network_counts_for_more() {
        let folder = toolchain::scratch().unwrap().join("fuzz-in-order");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["seed-2", "a", "seed-10"] {
            std::fs::write(folder.join(name), name).unwrap();
        }
        let list = in_order(&folder).unwrap();
        let names: Vec<&str> = list.split(',').map(|path| path.rsplit_once('/').unwrap().1).collect();
        assert_eq!(names, ["a", "seed-10", "seed-2"]);
        let words = |target| Length::Runs(50_000).of(target).words().join(" ");
        assert_eq!(words("aqm_any"), "-runs=50000 -seed=1");
        assert_eq!(words("fabric_ledger"), "-runs=500 -seed=1");
        let targets = workspace::programs("fuzz").unwrap();
        assert!(HEAVY.iter().all(|(target, _)| targets.iter().any(|known| known == target)));
    }

    #[test]
    fn the_last_line_of_the_fuzzer_is_read_and_runs_add_up() {
        let line = "#50000\tDONE   cov: 1843 ft: 6212 corp: 71/38Kb lim: 521 exec/s: 25000 rss: 60Mb";
        let own = Covered::read(line, 2).unwrap();
        assert_eq!(own.row("aqm_any"), "aqm_any,2,50000,1843,6212,71");
        assert_eq!(Covered::of_row(&own.row("aqm_any")), Some(("aqm_any".to_owned(), own)));
        assert_eq!(own.and(own).row("twice"), "twice,4,100000,1843,6212,71");
        assert_eq!(Covered::read("INFO: Seed: 1", 1), None);
        assert_eq!(Covered::of_row(Covered::COLUMNS), None);
    }
}
