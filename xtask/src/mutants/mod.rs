//! `cargo xtask mutants`: changes of single expressions that some test must notice.
//!
//! cargo-mutants makes them; each is tried with the crate's own tests, and what survives with the conformance suites of its
//! algorithm. That takes hours: a run that is cut off goes on where it stopped, and `--record` keeps the outcome for the book.

mod subject;
mod tree;

use crate::{pinned, tools};
use anyhow::{Context, ensure};
use freeboard_toolchain as toolchain;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
pub(crate) use subject::Subject;
use tree::Tree;

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
            let journal = changed(subject)?;
            // That took its time: reasons may have been written meanwhile.
            record = read(&path)?;
            let row = row(subject, &journal, record.get(&subject.name));
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
    let tree = Tree::new()?;
    tree.fill(subject.feature())?;
    let listed = listed(subject, &tree)?;
    let folder = std::path::absolute(toolchain::target().join("mutants").join(&subject.name))?;
    let kept = folder.join(format!("journal-{:016x}.json", fingerprint(&listed)));
    if !kept.exists() {
        // Other mutants than last time: what is known of those says nothing about these.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(&kept, "{}")?;
    }
    let mut journal: Journal =
        serde_json::from_str(&std::fs::read_to_string(&kept)?).with_context(|| kept.display().to_string())?;
    // Of a run that was cut off: what it found is gone from its folder once another one begins.
    absorb(&mut journal, &folder)?;
    std::fs::write(&kept, serde_json::to_string(&journal)?)?;
    // Cargo starts in a tenth of the time of nextest, which the suites need to be selected; where tests take minutes, nextest stops at
    // the first that fails.
    let own = if subject.one_in == 1 { "cargo" } else { "nextest" };
    for (is_first, tool, tests) in
        [(true, own, Some(subject.own_tests())), (false, "nextest", subject.suites())]
    {
        let Some(tests) = tests else { continue };
        let shards = shards(subject, &listed, &journal);
        if shards.is_empty() {
            break;
        }
        // The first run of its own tests tries the unchanged tree, too, and knows how long they take.
        let limits = if is_first && journal.is_empty() {
            &["--minimum-test-timeout", "60"][..]
        } else {
            &["--baseline", "skip", "--timeout", "300"]
        };
        if tests.package != subject.package {
            // The tests of the unchanged tree would be sought in the changed package alone: they are run here.
            let mut nextest = tree.command("cargo");
            nextest.args(["nextest", "run", "--cargo-profile", PROFILE, "--package", &tests.package]);
            nextest.args(&tests.built).args(&tests.run);
            toolchain::run(&mut nextest)
                .with_context(|| format!("{} fails without a change", tests.package))?;
        }
        for shard in shards {
            let mut command = mutants(subject, &tree)?;
            // One from here and there, not a row of neighbours.
            command.args([
                "--sharding",
                "round-robin",
                "--shard",
                &shard,
                "--in-place",
                "--profile",
                PROFILE,
                "--output",
            ]);
            let built = tests.built.iter().map(|argument| format!("--cargo-arg={argument}"));
            command.arg(&folder).args(["--test-tool", tool, "--test-package", &tests.package]).args(limits);
            command.args(built).arg("--").args(&tests.run);
            let status = command.status().context("cargo mutants")?;
            // 2: some survived; 3: some ran into the timeout.
            ensure!(matches!(status.code(), Some(0 | 2 | 3)), "cargo mutants of {}: {status}", subject.name);
            absorb(&mut journal, &folder)?;
            std::fs::write(&kept, serde_json::to_string(&journal)?)?;
        }
    }
    let left = listed.iter().filter(|one| !journal.contains_key(&one.name)).count();
    ensure!(left == 0 && journal.len() == listed.len(), "{left} mutants of {} were not tried", subject.name);
    Ok(journal)
}

/// What came of a mutant; nothing if it was not tried.
fn outcome<'a>(journal: &'a Journal, mutant: &str) -> &'a str {
    journal.get(mutant).map_or("", String::as_str)
}

/// The profile of the workspace that compiles a change quickly.
const PROFILE: &str = "mutants";

/// cargo-mutants on the files of a subject.
fn mutants(subject: &Subject, tree: &Tree) -> anyhow::Result<Command> {
    let mut command = tree.command(pinned::MUTANTS.find().context("cargo-mutants is missing")?);
    command.args(["mutants", "--colors", "never", "--package", &subject.package]);
    for file in subject.files {
        command.args(["--file", file]);
    }
    // How it is logged is behind a feature that the tests leave out.
    command.args(["--exclude-re", "defmt::Format"]);
    Ok(command)
}

/// A mutant that is tried.
#[derive(Hash)]
struct Listed {
    name: String,
    /// The text of its file.
    text: String,
    /// Its shard of all mutants of its files, in which it is alone.
    alone: String,
}

/// Every mutant of a subject, or its sample.
fn listed(subject: &Subject, tree: &Tree) -> anyhow::Result<Vec<Listed>> {
    let names = toolchain::output(mutants(subject, tree)?.arg("--list"))?;
    let all = names.lines().count();
    let of = |(at, name): (usize, &str)| {
        let file = name.split(':').next().unwrap_or_default();
        let text = std::fs::read_to_string(tree.root.join(file)).with_context(|| file.to_owned())?;
        Ok(Listed { name: name.to_owned(), text, alone: format!("{at}/{all}") })
    };
    names.lines().enumerate().step_by(subject.one_in).map(of).collect()
}

/// Shards of what is left to try: in one go if that is everything. cargo-mutants shards what its own record of earlier runs leaves, and
/// would try others.
fn shards(subject: &Subject, listed: &[Listed], journal: &Journal) -> Vec<String> {
    let left = |one: &&Listed| !matches!(outcome(journal, &one.name), "killed" | "unviable");
    let left: Vec<&Listed> = listed.iter().filter(left).collect();
    if left.len() == listed.len() {
        return vec![format!("0/{}", subject.one_in)];
    }
    left.into_iter().map(|one| one.alone.clone()).collect()
}

fn fingerprint(listed: &[Listed]) -> u64 {
    let mut hasher = DefaultHasher::new();
    listed.hash(&mut hasher);
    hasher.finish()
}

/// Adds what a run left: a file for each kind of outcome, with a mutant per line.
fn absorb(journal: &mut Journal, folder: &Path) -> anyhow::Result<()> {
    // One that did not end in time was not noticed by a test: on a busy machine any of them may be slow.
    for (file, outcome) in
        [("caught", "killed"), ("timeout", "survived"), ("unviable", "unviable"), ("missed", "survived")]
    {
        let path: PathBuf = folder.join("mutants.out").join(format!("{file}.txt"));
        let text = std::fs::read_to_string(path).unwrap_or_default();
        for mutant in text.lines() {
            let before = journal.insert(mutant.to_owned(), outcome.to_owned());
            let contradicts = outcome == "unviable" && before.is_some_and(|before| before != outcome);
            ensure!(!contradicts, "{mutant}: its own tests compile and the suites do not");
        }
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
        "one_in": subject.one_in,
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

    #[test]
    fn a_row_counts_outcomes_and_keeps_reasons() {
        let journal: Journal = [
            ("crates/x/src/a.rs:3:5: replace + with - in f", "killed"),
            ("crates/x/src/a.rs:9:5: replace < with <= in f", "survived"),
            ("crates/x/src/a.rs:9:5: replace f with Default::default()", "unviable"),
        ]
        .map(|(mutant, outcome)| (mutant.to_owned(), outcome.to_owned()))
        .into();
        let first = row(&Subject::whole("x"), &journal, None);
        assert_eq!(
            [&first["viable"], &first["killed"], &first["argued"]].map(Value::as_u64),
            [2, 1, 0].map(Some)
        );
        let mut known = first.clone();
        assert_eq!(known["survivors"][0]["mutant"], "a.rs: replace < with <= in f");
        known["survivors"][0]["reason"] = "equal at the edge".into();
        assert_eq!(row(&Subject::whole("x"), &journal, Some(&known))["argued"], 1);
    }

    #[test]
    fn what_is_left_of_a_sample_is_tried_one_by_one() {
        let one = |name: &str, alone: &str| Listed {
            name: name.to_owned(),
            text: String::new(),
            alone: alone.to_owned(),
        };
        let listed = [one("a", "0/9"), one("b", "4/9"), one("c", "8/9")];
        let mut subject = Subject::whole("x");
        subject.one_in = 4;
        assert_eq!(shards(&subject, &listed, &Journal::new()), ["0/4"]);
        let known = [("a", "killed"), ("b", "survived"), ("c", "unviable")];
        let journal: Journal = known.map(|(name, outcome)| (name.to_owned(), outcome.to_owned())).into();
        assert_eq!(shards(&subject, &listed, &journal), ["4/9"]);
    }
}
