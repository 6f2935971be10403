//! `cargo xtask mutants`: changes of single expressions that some test must notice.
//!
//! cargo-mutants makes them; each is tried with the crate's own tests and the conformance suites of its algorithm. That
//! takes hours: a run that is cut off goes on where it stopped, and `--record` keeps the outcome for the book.

use crate::{pinned, tools, workspace};
use anyhow::{Context, ensure};
use freeboard_toolchain as toolchain;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which crates, and what to do with the outcome.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Crates without their prefix (`aqm-codel`); all of them if none is named.
    crates: Vec<String>,
    /// One JSON object per crate: crate, viable, killed, survived, argued.
    #[arg(long)]
    json: bool,
    /// Keeps the outcome in `xtask/mutants.jsonl`, which the book shows.
    #[arg(long)]
    record: bool,
    /// Runs nothing: shows what is on record.
    #[arg(long, conflicts_with = "record")]
    recorded: bool,
}

/// What is changed, and the tests that should notice.
#[derive(Clone, Debug)]
struct Subject {
    name: String,
    package: String,
    /// Files of the package, as globs; all of them if there are none.
    files: &'static [&'static str],
}

impl Subject {
    /// Everything that decides: algorithms, their arithmetic, packet memory and pacer.
    fn all() -> anyhow::Result<Vec<Self>> {
        let packages = workspace::packages()?;
        let deciding =
            packages.iter().filter_map(|package| package.strip_prefix("freeboard-")).filter(|name| {
                let is_algorithm = name.starts_with("aqm-") || name.starts_with("cc-");
                (is_algorithm && !name.ends_with("-api")) || *name == "fixmath"
            });
        let whole =
            |name: &str| Self { name: name.to_owned(), package: format!("freeboard-{name}"), files: &[] };
        let part = |name: &str, files| Self {
            name: name.to_owned(),
            package: "freeboard-hw-model".to_owned(),
            files,
        };
        let parts =
            [part("mmu", &["**/mmu/**", "**/mmu.rs"]), part("pacer", &["**/pacer/**", "**/pacer.rs"])];
        Ok(deciding.map(whole).chain(parts).collect())
    }

    /// Start of the names of its tests in the conformance suites: `aqm-ecn-sharp` is `EcnSharp`.
    fn stem(&self) -> Option<String> {
        let (kind, name) = self.name.split_once('-')?;
        ["aqm", "cc"]
            .contains(&kind)
            .then(|| name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]).collect())
    }

    /// Arguments of cargo-mutants for each pass, the cheap one first: what it kills is not tried again.
    fn passes(&self) -> Vec<Vec<String>> {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        // A mutant that never ends is killed as well; the tests take seconds.
        let head = format!("--minimum-test-timeout 60 --test-package {}", self.package);
        let own = words(&format!("{head} -- --lib --tests"));
        let conformance = self.stem().map(|stem| {
            // Tests of a variant bear its name; references are modules, in small letters.
            let tests = format!("test(/(^|::){stem}/) | test(/^{}::/) | binary(golden)", stem.to_lowercase());
            let binaries = SUITES.map(|name| format!("--test {name}")).join(" ");
            // The tests of the unchanged tree would be sought in the changed package alone.
            let head = "--baseline skip --timeout 300 --test-package freeboard-conformance --";
            let mut pass = words(&format!("{head} {binaries} -E"));
            pass.push(tests);
            pass
        });
        [own].into_iter().chain(conformance).collect()
    }
}

/// Programs of the conformance suites that run a test per variant, and the golden traces.
const SUITES: [&str; 6] = ["bug_classes", "oracles", "state", "lock_up", "references", "golden"];

/// Mutants by name, with what came of each.
type Journal = BTreeMap<String, String>;

/// Runs the subjects; true when each survivor has a reason on record.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let all = Subject::all()?;
    let names: Vec<&str> = all.iter().map(|subject| subject.name.as_str()).collect();
    if let Some(unknown) = arguments.crates.iter().find(|name| !names.contains(&name.as_str())) {
        anyhow::bail!("there are no mutants of `{unknown}`; there are those of {}", names.join(", "));
    }
    let path = toolchain::root().join("xtask/mutants.jsonl");
    let mut record = read(&path)?;
    let is_chosen =
        |name: &str| arguments.crates.is_empty() || arguments.crates.iter().any(|one| one == name);
    if !arguments.recorded {
        pinned::MUTANTS.provide()?;
        ensure!(tools::have_subcommand("nextest"), "cargo-nextest is missing: it selects the tests");
        for subject in all.iter().filter(|subject| is_chosen(&subject.name)) {
            let row = row(subject, &changed(subject)?, record.get(&subject.name));
            record.insert(subject.name.clone(), row);
            if arguments.record {
                let lines: String = record.values().map(|row| format!("{row}\n")).collect();
                std::fs::write(&path, lines)?;
            }
        }
    }
    let shown = record.iter().filter(|(name, _)| is_chosen(name));
    let mut argued = true;
    for (name, row) in shown {
        argued &= row["survived"] == row["argued"];
        if arguments.json {
            println!("{row}");
        } else {
            let [viable, killed, survived] = ["viable", "killed", "survived"].map(|key| &row[key]);
            println!("{name}: {killed} of {viable} killed, {survived} survived, {} argued", row["argued"]);
        }
    }
    Ok(argued)
}

/// Tries every mutant of a crate that has not been killed before on this machine.
fn changed(subject: &Subject) -> anyhow::Result<Journal> {
    let folder = std::path::absolute(toolchain::target().join("mutants").join(&subject.name))?;
    std::fs::create_dir_all(&folder)?;
    let kept = folder.join("journal.json");
    let mut journal: Journal = match std::fs::read_to_string(&kept) {
        Ok(text) => serde_json::from_str(&text).with_context(|| kept.display().to_string())?,
        Err(_) => Journal::new(),
    };
    // Of a run that was cut off.
    absorb(&mut journal, &folder)?;
    std::fs::write(&kept, serde_json::to_string(&journal)?)?;
    for pass in subject.passes() {
        let program = pinned::MUTANTS.find().context("cargo-mutants is missing")?;
        let mut command = Command::new(program);
        command.current_dir(toolchain::root());
        command.args(["mutants", "--iterate", "--colors", "never", "--test-tool", "nextest"]);
        command.args(["--cap-lints", "true", "--package", &subject.package]);
        for file in subject.files {
            command.args(["--file", file]);
        }
        // How it is logged is behind a feature that the tests leave out.
        command.args(["--exclude-re", "defmt::Format"]);
        command.arg("--output").arg(&folder).args(&pass);
        // Properties are tried on the same cases for every mutant.
        command.env("PROPTEST_RNG_SEED", "1").env("CARGO_INCREMENTAL", "1");
        eprintln!("$ cargo mutants {}", pass.join(" "));
        let status = command.status().context("cargo mutants")?;
        // 2: some survived; 3: some ran into the timeout.
        ensure!(matches!(status.code(), Some(0 | 2 | 3)), "cargo mutants of {}: {status}", subject.name);
        absorb(&mut journal, &folder)?;
        std::fs::write(&kept, serde_json::to_string(&journal)?)?;
    }
    Ok(journal)
}

/// Adds what a run left: a file for each kind of outcome, with a mutant per line.
fn absorb(journal: &mut Journal, folder: &Path) -> anyhow::Result<()> {
    for (file, outcome) in
        [("caught", "killed"), ("timeout", "killed"), ("unviable", "unviable"), ("missed", "survived")]
    {
        let path: PathBuf = folder.join("mutants.out").join(format!("{file}.txt"));
        let text = std::fs::read_to_string(path).unwrap_or_default();
        journal.extend(text.lines().map(|line| (line.to_owned(), outcome.to_owned())));
    }
    Ok(())
}

/// The row of a crate on record; reasons of survivors are those given before.
fn row(subject: &Subject, journal: &Journal, before: Option<&Value>) -> Value {
    let count = |outcome: &str| journal.values().filter(|known| *known == outcome).count();
    let reason = |mutant: &str| {
        let known = before.and_then(|row| row["survivors"].as_array()).into_iter().flatten();
        let mut same = known.filter(|survivor| survivor["mutant"] == mutant);
        same.find_map(|survivor| survivor["reason"].as_str()).unwrap_or_default().to_owned()
    };
    let survivors = journal.iter().filter(|(_, outcome)| *outcome == "survived");
    let survivors: Vec<Value> = survivors
        .map(|(mutant, _)| placeless(mutant))
        .map(|mutant| json!({ "reason": reason(&mutant), "mutant": mutant }))
        .collect();
    let argued = survivors.iter().filter(|survivor| survivor["reason"] != "").count();
    let (killed, survived) = (count("killed"), count("survived"));
    json!({
        "crate": subject.name,
        "viable": killed + survived,
        "killed": killed,
        "survived": survived,
        "argued": argued,
        "survivors": survivors,
    })
}

/// A mutant's name without line and column, which other edits move: `src/a.rs: replace + with - in f`.
fn placeless(mutant: &str) -> String {
    let mut parts = mutant.splitn(4, ':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(_), Some(_), Some(what)) => {
            let file = file.rsplit_once("src/").map_or(file, |(_, file)| file);
            format!("{file}:{what}")
        }
        _ => mutant.to_owned(),
    }
}

fn read(path: &Path) -> anyhow::Result<BTreeMap<String, Value>> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let named = |line: &str| {
        let row: Value = serde_json::from_str(line).with_context(|| format!("{}: {line}", path.display()))?;
        let name = row["crate"].as_str().context("a row without a crate")?.to_owned();
        Ok((name, row))
    };
    text.lines().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(name: &str) -> Subject {
        Subject { name: name.to_owned(), package: format!("freeboard-{name}"), files: &[] }
    }

    #[test]
    fn the_tests_of_an_algorithm_are_its_own_and_those_of_its_variants() {
        assert_eq!(subject("aqm-ecn-sharp").stem().as_deref(), Some("EcnSharp"));
        let dctcp = subject("cc-dctcp").passes();
        assert!(dctcp[1].last().is_some_and(|tests| tests.contains("test(/^dctcp::/)")), "{dctcp:?}");
        let own = subject("fixmath").passes();
        assert_eq!(own.len(), 1);
        assert!(own[0].join(" ").ends_with("--test-package freeboard-fixmath -- --lib --tests"), "{own:?}");
    }

    #[test]
    fn a_row_counts_outcomes_and_keeps_reasons() {
        let journal: Journal = [
            ("crates/x/src/a.rs:3:5: replace + with - in f", "killed"),
            ("crates/x/src/a.rs:9:5: replace < with <= in f", "survived"),
            ("crates/x/src/a.rs:9:5: replace f with Default::default()", "unviable"),
        ]
        .map(|(mutant, outcome)| (mutant.to_owned(), outcome.to_owned()))
        .into();
        let first = row(&subject("x"), &journal, None);
        assert_eq!(
            [&first["viable"], &first["killed"], &first["argued"]].map(Value::as_u64),
            [2, 1, 0].map(Some)
        );
        let mut known = first.clone();
        assert_eq!(known["survivors"][0]["mutant"], "a.rs: replace < with <= in f");
        known["survivors"][0]["reason"] = "equal at the edge".into();
        assert_eq!(row(&subject("x"), &journal, Some(&known))["argued"], 1);
    }
}
