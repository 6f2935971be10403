//! Steps common to `run` and `demo`: run, print, write.

use super::limit::refuse_too_large;
use crate::report::{
    ConfigurationLine, LedgerLine, Line, RunLine, SchemeLine, activity, class_table, configuration,
    drop_table, effective_settings, emptiness, fct_plot, fct_table, label, pause_table, queue_plot,
    queue_table, write_fct_csv, write_flows_csv, write_queue_csv,
};
use crate::runner::{Folder, Manifest, Runner, compare, digest, watch};
use crate::say::say;
use anyhow::{Result, anyhow};
use clap::Args;
use core::num::NonZeroUsize;
use core::ops::Range;
use freeboard_scenario::file::{Buffer, Scenario};
use freeboard_scenario::measure::{FctSummary, Flow, Outcome};
use std::path::{Path, PathBuf};

/// Output folder.
#[derive(Debug, Args)]
pub(super) struct Output {
    /// Folder for CSV files and plots; created if missing.
    #[arg(long, default_value = "out")]
    pub(super) out: PathBuf,
}

impl Output {
    /// Creates the folder, checks that it is writable and locks it. Called before the first run, so that a wrong name loses no
    /// run.
    pub(super) fn folder(&self) -> Result<Folder> {
        Folder::open(&self.out)
    }
}

/// Number of concurrent runs.
#[derive(Debug, Default, Args)]
pub(super) struct Workers {
    /// Threads, by default one per processor. Each thread executes one run; if there are more threads than runs, a large run is
    /// divided among several. Results do not depend on the number.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Workers {
    /// Starts the threads, which all runs of this process share.
    pub(super) fn start(&self) -> Result<()> {
        let threads = self.threads.map_or(0, NonZeroUsize::get);
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().map_err(|error| {
            anyhow!(
                "threads cannot be started: {error}; is there a limit on address space (`ulimit -v`) or on processes (`ulimit -u`)?"
            )
        })
    }
}

/// Runs every scheme of the scenario, prints the comparison and writes files; returns the outcome of each run.
pub(super) fn compare_and_report(
    command: &'static str,
    scenario: &Scenario,
    (output, reads): (&Output, &[PathBuf]),
    window_ps: Range<u64>,
    watched: bool,
    json: bool,
) -> Result<Vec<Outcome>> {
    refuse_too_large(scenario.memory_of_all(rayon::current_num_threads() as u64))?;
    let folder = output.folder()?;
    folder.claim(&FILES, reads)?;
    if json {
        let (name, configuration) = (scenario.name.clone(), effective_settings(scenario));
        say!("{}", ConfigurationLine { name, configuration }.line());
    } else {
        say!("{}\n{}", scenario.name, configuration(scenario));
    }
    let outcomes = if watched { watch(scenario)? } else { compare(scenario, &Runner::in_memory(json))? };
    if json {
        for outcome in &outcomes {
            say!("{}", RunLine::of(scenario, outcome).line());
        }
        if scenario.run.seeds.len() > 1 {
            for (scheme, summary) in scenario.schemes.iter().zip(summaries(scenario, &outcomes)) {
                say!("{}", SchemeLine::of(&scheme.name, &scenario.run.seeds, &summary).line());
            }
        }
    } else {
        print(scenario, &outcomes);
    }
    write(scenario, &outcomes, &folder.staging(), window_ps)?;
    let files = folder.commit(Manifest::new(command, &scenario.name, Some(digest(&outcomes))))?;
    if json {
        say!("{}", LedgerLine::BALANCED.line());
    } else {
        let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        say!("written: {}", names.join(", "));
        say!("digest: {:08x}", digest(&outcomes));
    }
    Ok(outcomes)
}

/// Completion times of one scheme over all its seeds.
fn summaries(scenario: &Scenario, outcomes: &[Outcome]) -> Vec<FctSummary> {
    let of = |scheme: usize| {
        let flows: Vec<&Flow> = outcomes
            .iter()
            .filter(|outcome| outcome.scheme == scheme)
            .flat_map(|outcome| &outcome.flows)
            .collect();
        FctSummary::of(flows.iter().copied())
    };
    (0..scenario.schemes.len()).map(of).collect()
}

fn labelled<'a>(scenario: &'a Scenario, outcomes: &'a [Outcome]) -> Vec<(&'a str, &'a Outcome)> {
    outcomes.iter().map(|outcome| (scenario.schemes[outcome.scheme].name.as_str(), outcome)).collect()
}

pub(super) fn print(scenario: &Scenario, outcomes: &[Outcome]) {
    let names: Vec<&str> = scenario.schemes.iter().map(|scheme| scheme.name.as_str()).collect();
    say!("Flow completion times (short < 100 KB, large > 10 MB, query = incast flows)");
    say!("{}", fct_table(&names, &summaries(scenario, outcomes)));
    let labels: Vec<String> = outcomes.iter().map(|outcome| label(scenario, outcome)).collect();
    let run_names: Vec<&str> = labels.iter().map(String::as_str).collect();
    let runs: Vec<&Outcome> = outcomes.iter().collect();
    say!(
        "The queue to the receiver, the first of several; marks and drops, timeouts and unfinished flows of all"
    );
    say!("{}", queue_table(&run_names, &runs));
    if let Some(table) = drop_table(&run_names, &runs) {
        say!("Drops by cause, in queues and on links\n{table}");
    }
    if let Some(table) = class_table(&run_names, &runs) {
        say!("Queues that had packets, over all switch ports\n{table}");
    }
    if let Some(table) = pause_table(&run_names, &runs) {
        say!("Pauses, over all ports\n{table}");
    }
    for outcome in outcomes {
        if let Some(reason) = emptiness(scenario, outcome) {
            say!("{}: {reason}", label(scenario, outcome));
        }
        let seed = format!("seed {}", outcome.seed);
        for line in activity(scenario, outcome) {
            match line.strip_prefix("warning: ") {
                // The same warning of another seed is another one.
                Some(text) if scenario.run.seeds.len() > 1 && !text.contains(&seed) => {
                    say!("warning: {seed}: {text}");
                }
                _ => say!("{line}"),
            }
        }
    }
}

/// Files of [`write()`].
pub(super) const FILES: [&str; 5] = ["fct.csv", "flows.csv", "fct.svg", "queue.csv", "queue.svg"];

pub(super) fn write(
    scenario: &Scenario,
    outcomes: &[Outcome],
    out: &Path,
    window_ps: Range<u64>,
) -> Result<()> {
    let rows = labelled(scenario, outcomes);
    write_fct_csv(&out.join("fct.csv"), &rows)?;
    write_flows_csv(&out.join("flows.csv"), &rows)?;
    let names: Vec<&str> = scenario.schemes.iter().map(|scheme| scheme.name.as_str()).collect();
    fct_plot(&out.join("fct"), &scenario.name, &names, &summaries(scenario, outcomes))?;
    if scenario.run.sample_ps > 0 {
        let first_seed = scenario.run.seeds.first().copied();
        let seen: Vec<_> = rows.into_iter().filter(|(_, outcome)| Some(outcome.seed) == first_seed).collect();
        write_queue_csv(&out.join("queue.csv"), &seen, &window_ps)?;
        let limit = match scenario.topology.buffer {
            Buffer::Packets(packets) => Some((f64::from(packets), "buffer".to_owned())),
            Buffer::Bytes(_) | Buffer::Pool(_) => None,
        };
        queue_plot(&out.join("queue"), &scenario.name, &seen, window_ps, limit)?;
    }
    Ok(())
}
