//! `freeboard live`.

use super::common::{Output, print, write};
use super::exit::Done;
use crate::report::{Line, RunLine, compared, compared_table, configuration};
use crate::runner::Manifest;
use crate::say::{say, tell};
use anyhow::Result;
use clap::Args;
use freeboard_live::{Lateness, Report};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;
use freeboard_scenario::world::Request;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario: TOML with units in the values. `cc` may name a control of the kernel: "linux/cubic", "linux/reno", "linux/bbr",
    /// "linux/dctcp".
    file: PathBuf,
    /// Divide all rates by N and multiply all times by N. Tables use the scenario's times.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    slow: u32,
    /// Run the file in the simulator too and print both results side by side.
    #[arg(long)]
    compare: bool,
    /// Seed, replaces the seeds in the file; repeatable.
    #[arg(long = "seed", value_name = "N")]
    seeds: Vec<u64>,
    #[command(flatten)]
    output: Output,
}

/// Number of samples of a comparison whose file asks for none, chosen by us: a percentile needs hundreds.
const SAMPLES: u64 = 10_000;
/// Shortest sampling interval \[ps\], as in a file.
const SAMPLE_MIN_PS: u64 = 100_000;

fn scenario(arguments: &Arguments) -> Result<Scenario> {
    let file = Document::open(&arguments.file)?;
    let document = Document::new(file.file(), freeboard_live::with_models(file.text()));
    let mut scenario = Scenario::read(&document)?;
    if !arguments.seeds.is_empty() {
        scenario.run.seeds.clone_from(&arguments.seeds);
    }
    let run = &mut scenario.run;
    if arguments.compare && run.sample_ps == 0 {
        run.sample_ps = (run.time_ps / SAMPLES).max(SAMPLE_MIN_PS).min(run.time_ps);
    }
    Ok(scenario)
}

pub(super) fn run(arguments: &Arguments, json: bool) -> Result<Done> {
    let scenario = scenario(arguments)?;
    freeboard_live::check(&scenario, arguments.slow)?;
    freeboard_live::check_machine()?;
    let folder = arguments.output.folder()?;
    let stop = freeboard_live::stop_on_interrupt()?;
    if !json {
        say!("{}\n{}", scenario.name, configuration(&scenario));
        say!("{}", headline(arguments.slow));
    }
    let mut reports: Vec<Report> = Vec::new();
    for scheme in 0..scenario.schemes.len() {
        for seed in &scenario.run.seeds {
            let request = Request { scenario: &scenario, scheme, seed: *seed, threads: 1 };
            if !json {
                tell!("{}, seed {seed} ...", scenario.schemes[scheme].name);
            }
            let report = freeboard_live::run(&request, arguments.slow, &stop)?;
            if json {
                say!("{}", live_line(&scenario, &report, arguments.slow));
            }
            reports.push(report);
        }
    }
    let outcomes: Vec<Outcome> = reports.iter().map(|report| report.outcome.clone()).collect();
    if !json {
        print(&scenario, &outcomes);
        reports.iter().for_each(|report| say!("{}", lateness(&scenario, report)));
    }
    if arguments.compare {
        compare(&scenario, &reports, json)?;
    }
    write(&scenario, &outcomes, &folder.staging(), 0..scenario.run.time_ps)?;
    let files = folder.commit(Manifest::new("live", &scenario.name, None))?;
    if !json {
        let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        say!("written: {}", names.join(", "));
    }
    Ok(Done::Fine)
}

fn headline(slow: u32) -> String {
    let speed = match slow {
        1 => "at full speed".to_owned(),
        _ => format!(
            "{slow} times slower: rates divided by {slow}; times below are the scenario's, {slow} times shorter than real"
        ),
    };
    format!("Real packets (world live), Linux {}, {speed}", freeboard_live::release())
}

fn lateness(scenario: &Scenario, report: &Report) -> String {
    let scheme = &scenario.schemes[report.outcome.scheme];
    let Lateness { p50_ns, p99_ns, max_ns } = report.lateness;
    let [p50, p99, max] = [p50_ns, p99_ns, max_ns].map(|ns| ns as f64 / 1000.0);
    let late = if report.lateness.is_late() { "; late: the machine was too busy for this run" } else { "" };
    let control = freeboard_live::control(scheme).unwrap_or_default();
    format!(
        "{}, seed {}: control linux/{control}; packets left late by p50 {p50:.1} us, p99 {p99:.1} us, max {max:.1} us of real time{late}",
        scheme.name, report.outcome.seed
    )
}

/// The object of `run` without the keys of a simulation and with the keys of real packets.
fn live_line(scenario: &Scenario, report: &Report, slow: u32) -> Value {
    let scheme = &scenario.schemes[report.outcome.scheme];
    let line = serde_json::to_value(RunLine::of(scenario, &report.outcome)).unwrap_or_default();
    let mut all: Map<String, Value> = line.as_object().cloned().unwrap_or_default();
    ["digest", "events"].iter().for_each(|key| _ = all.remove(*key));
    let control = freeboard_live::control(scheme).unwrap_or_default();
    let Lateness { p50_ns, p99_ns, max_ns } = report.lateness;
    all.extend([
        ("cc".to_owned(), json!(format!("linux/{control}"))),
        ("world".to_owned(), json!("live")),
        ("slow".to_owned(), json!(slow)),
        ("kernel".to_owned(), json!(freeboard_live::release())),
        ("late_p50_ns".to_owned(), json!(p50_ns)),
        ("late_p99_ns".to_owned(), json!(p99_ns)),
        ("late_max_ns".to_owned(), json!(max_ns)),
        ("late".to_owned(), json!(report.lateness.is_late())),
    ]);
    Value::Object(all)
}

fn compare(scenario: &Scenario, reports: &[Report], json: bool) -> Result<()> {
    let mut all = Vec::new();
    for report in reports {
        let Outcome { scheme, seed, .. } = report.outcome;
        let fabric = scenario.run(scheme, seed)?;
        let name = &scenario.schemes[scheme].name;
        let both = [&report.outcome, &fabric];
        all.extend(compared(name, both, scenario.run.warmup_ps, report.threshold_bytes));
    }
    if json {
        all.iter().for_each(|line| say!("{}", line.line()));
    } else {
        say!("The same file with real packets and in the simulator\n{}", compared_table(&all));
    }
    Ok(())
}
