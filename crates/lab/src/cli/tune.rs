//! `freeboard tune`.

use super::common::{Output, Workers};
use super::exit::Done;
use super::import::read;
use super::slurm::Slurm;
use crate::report::Line;
use crate::runner::{Array, Folder, Manifest, Runner, Shard, fingerprint};
use crate::say::{say, tell};
use crate::tune::{
    Answer, Measured, Problem, Round, RoundTrips, Space, Verdict, check_round, rows, rules, run_round,
    search, tables,
};
use crate::whole::{new_bytes, whole_bytes};
use anyhow::{Context, Result};
use clap::Args;
use freeboard_replay::Digest;
use freeboard_scenario::document::{Document, Fault};
use std::cell::RefCell;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// SONiC's `config_db.json`.
    file: PathBuf,
    /// Scenario whose workloads, hosts, times, senders and round-trip times count: several senders to one port.
    traffic: PathBuf,
    /// Port; the first with a queue that marks when absent.
    #[arg(long)]
    port: Option<String>,
    /// Queue; the first lossless one that marks when absent, or the first that marks.
    #[arg(long)]
    queue: Option<u8>,
    /// Round-trip times that were measured without queues, one with its unit per line: ECN# is tried with their percentiles; those of
    /// the traffic's network when absent.
    #[arg(long, value_name = "FILE")]
    rtts: Option<PathBuf>,
    /// Thresholds of the first round; later ones try half of that.
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(4..=1000))]
    budget: u32,
    /// Seeds of the check, which the search does not see.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(2..=1000))]
    held_out: u64,
    /// Where to write the configuration with what is recommended, which must not be there yet; nothing is written without a
    /// difference.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// A round of another process, of which `--shard` is a part: what its job array runs.
    #[arg(long, value_name = "FILE", hide = true, requires = "shard")]
    round: Option<PathBuf>,
    #[arg(long, hide = true, requires = "round", value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    slurm: Slurm,
    #[command(flatten)]
    workers: Workers,
    #[command(flatten)]
    output: Output,
}

/// A round on disk, for the shards of a job array.
const ROUND: &str = "round.json";

pub(super) fn run(arguments: &Arguments, json: bool) -> Result<Done> {
    let (name, text) = read(&arguments.file)?;
    let traffic = Document::open(&arguments.traffic)?;
    let round_trips = arguments.rtts.as_ref().map(|path| {
        let (name, text) = read(path)?;
        anyhow::Ok(RoundTrips::read(&name, &text)?)
    });
    let (port, queue) = (arguments.port.clone(), arguments.queue);
    let problem = Problem::read(&name, text, &traffic, port, queue, round_trips.transpose()?)?;
    if let Some(path) = arguments.write.as_ref().filter(|path| path.exists()) {
        anyhow::bail!("cannot write {}: it is there", path.display());
    }
    arguments.workers.start()?;
    if let (Some(round), Some(shard)) = (&arguments.round, arguments.shard) {
        return part(arguments, &problem, round, shard, json);
    }
    check_mendable(&problem, arguments.budget as usize)?;
    // Nobody else searches here.
    let folder = arguments.output.folder()?;
    folder.claim(&["tune.jsonl"], &[])?;
    let known = rules(&problem);
    let mut fixed = known.clone();
    fixed.extend(problem.schemes()?);
    let digest = RefCell::new(Digest::default());
    let evaluate = |round: &Round| {
        let results = whole_round(arguments, &problem, round, json)?;
        let mut digest = digest.borrow_mut();
        results.iter().flatten().for_each(|run| digest.word(run.result));
        Ok::<_, anyhow::Error>(results)
    };
    let space = Space::of(&problem);
    let found = search(&space, &fixed, arguments.budget as usize, |it| problem.allows(it), evaluate)?;
    let winner = found.best.first().or(known.first()).context("there is nothing to check")?;
    let round = check_round(&found, &known, arguments.held_out);
    let results = evaluate(&round)?;
    let all = rows(&round, &results);
    let answer =
        Answer::of(&round, &results, winner, known.len()).context("the winner is not in the check")?;
    let is_better = answer.verdict == Verdict::Better;
    if json {
        all.iter().for_each(|row| say!("{}", row.line()));
        say!("{}", answer.line());
    } else {
        tables(&all).iter().for_each(|table| say!("{table}"));
        say!("{}", answer.text(round.seeds.len()));
    }
    let lines = if is_better { problem.commands(&answer.thresholds) } else { Vec::new() };
    for line in &lines {
        if json { say!("{}", serde_json::json!({ "command": line })) } else { say!("{line}") }
    }
    if let Some(path) = arguments.write.as_ref().filter(|_| is_better) {
        let (text, _) = problem.with(&answer.thresholds).context("the configuration cannot be changed")?;
        new_bytes(path, text.as_bytes())?;
        tell!("written: {}", path.display());
    }
    let objects: Vec<String> = all.iter().map(Line::line).chain([answer.line()]).collect();
    folder.stage("tune.jsonl", (objects.join("\n") + "\n").as_bytes())?;
    let digest = digest.borrow().value();
    folder.commit(Manifest::new("tune", name, Some(digest)))?;
    if !json {
        say!("digest: {digest:08x}");
    }
    Ok(Done::Fine)
}

/// Some thresholds that would be tried are such that lint refuses nothing in the queue's rows.
fn check_mendable(problem: &Problem, budget: usize) -> Result<(), Fault> {
    if Space::of(problem).spread(budget, 1).iter().any(|it| problem.allows(it)) {
        return Ok(());
    }
    let found = problem.findings.iter().find(|finding| problem.tunable.has(&finding.place));
    let place = found.map_or("", |it| it.place.as_str());
    let effect = found.map_or("lint refuses all that are tried", |it| it.effect.as_str());
    Err(Fault {
        file: problem.file().into(),
        line: 0,
        key: place.to_owned(),
        value: None,
        problem: format!("cannot be mended by thresholds: {effect}"),
        legal: found.map_or_else(String::new, |it| it.remedy.clone()),
    })
}

/// Runs a round in a folder of its own, from whose journal it goes on if it was stopped.
fn whole_round(
    arguments: &Arguments,
    problem: &Problem,
    round: &Round,
    json: bool,
) -> Result<Vec<Vec<Measured>>> {
    let path = arguments.output.out.join(format!("round-{}", round.number));
    let array = job_array(arguments, problem, round, &path)?;
    let folder = Folder::open(&path)?;
    if !json {
        let (candidates, seeds) = (round.candidates.len(), round.seeds.len());
        tell!("round {}: {candidates} candidates, {seeds} seeds", round.number);
    }
    let results = run_round(problem, round, &Runner::keeping(json, &folder, Shard::WHOLE))?;
    folder.commit(Manifest::new("tune", format!("round {}", round.number), None))?;
    array.iter().try_for_each(Array::forget)?;
    results.context("a part of the round is missing")
}

/// Has a cluster run a round, if it is asked for; its results are then in the folder's journal.
fn job_array(arguments: &Arguments, problem: &Problem, round: &Round, path: &Path) -> Result<Option<Array>> {
    let absolute =
        |path: &Path| path.canonicalize().with_context(|| format!("cannot read {}", path.display()));
    std::fs::create_dir_all(path)
        .with_context(|| format!("cannot write to the folder {}", path.display()))?;
    let plan = path.join(ROUND);
    whole_bytes(&plan, serde_json::to_string(round)?.as_bytes())?;
    let mut words: Vec<OsString> = vec!["tune".into()];
    words.extend([absolute(&arguments.file)?.into(), absolute(&arguments.traffic)?.into()]);
    words.extend(arguments.port.iter().map(|port| format!("--port={port}").into()));
    words.extend(arguments.queue.iter().map(|queue| format!("--queue={queue}").into()));
    if let Some(path) = &arguments.rtts {
        words.extend(["--rtts".into(), absolute(path)?.into()]);
    }
    words.extend(["--round".into(), absolute(&plan)?.into()]);
    let words: Vec<&OsStr> = words.iter().map(OsString::as_os_str).collect();
    arguments.slurm.run(&words, path, || Ok(fingerprint(&(problem, round))))
}

/// A shard of a round.
fn part(arguments: &Arguments, problem: &Problem, round: &Path, shard: Shard, json: bool) -> Result<Done> {
    let (name, text) = read(round)?;
    let round: Round = serde_json::from_str(&text).map_err(|error| Fault {
        file: name.as_str().into(),
        line: error.line(),
        key: String::new(),
        value: None,
        problem: format!("not a round: {error}"),
        legal: String::new(),
    })?;
    let folder = arguments.output.folder()?;
    run_round(problem, &round, &Runner::keeping(json, &folder, shard))?;
    folder.commit(Manifest::new("tune", format!("round {}, shard {shard}", round.number), None))?;
    Ok(Done::Fine)
}
