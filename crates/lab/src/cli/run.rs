//! `freeboard run`.

use super::common::{Output, Workers, compare_and_report};
use super::exit::Done;
use super::inputs::inputs;
use super::observed::Trace;
use crate::report::{
    Counter, Line, configuration, counter_table, counters, effective_settings, need_table, needs,
};
use crate::say::say;
use clap::Args;
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario: TOML with units in the values.
    file: PathBuf,
    /// Print the effective configuration and stop. Nothing is run or written.
    #[arg(long, conflicts_with = "threads")]
    check: bool,
    /// Seed, replaces the seeds in the file; repeatable.
    #[arg(long = "seed", value_name = "N")]
    seeds: Vec<u64>,
    /// Show the queue, marks and finished flows of each run as it goes on.
    #[arg(long, conflicts_with = "check")]
    watch: bool,
    /// Also print the counters of switch queues under the names of SAI and OpenConfig.
    #[arg(long, conflicts_with = "check")]
    counters: bool,
    /// Print what each scheme needs of a programmable switch, too: stages, tables, memory of its pipeline variants on the modelled
    /// switches (128 ports of 8 queues, default settings).
    #[arg(long, conflicts_with = "check")]
    cost: bool,
    #[command(flatten)]
    trace: Trace,
    #[command(flatten)]
    workers: Workers,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let document = Document::open(&arguments.file)?;
    let mut scenario = Scenario::read_or_all_faults(&document)?;
    let reads = inputs(&arguments.file, document.text());
    if !arguments.seeds.is_empty() {
        scenario.run.seeds.clone_from(&arguments.seeds);
    }
    if arguments.check {
        if json {
            effective_settings(&scenario).iter().for_each(|line| say!("{}", line.line()));
        } else {
            say!("{}\n{}", scenario.name, configuration(&scenario));
        }
        return Ok(Done::Fine);
    }
    let traced = arguments.trace.check(&scenario, &reads)?;
    arguments.workers.start()?;
    let outcomes = compare_and_report(
        "run",
        &scenario,
        (&arguments.output, &reads),
        0..scenario.run.time_ps,
        arguments.watch,
        json,
    )?;
    if let Some(traced) = &traced {
        arguments.trace.write(traced, &scenario, &outcomes, json)?;
    }
    if arguments.counters {
        let all: Vec<Counter> = outcomes.iter().flat_map(|outcome| counters(&scenario, outcome)).collect();
        if json {
            all.iter().for_each(|counter| say!("{}", counter.line()));
        } else {
            say!("Counters of switch queues, over all ports\n{}", counter_table(&all));
        }
    }
    if arguments.cost {
        let all = needs(&scenario);
        if json {
            all.iter().for_each(|need| say!("{}", need.line()));
        } else {
            say!("Needs of a programmable switch, by pipeline variant\n{}", need_table(&all));
        }
    }
    Ok(Done::Fine)
}
