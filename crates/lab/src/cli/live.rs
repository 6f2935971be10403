//! `freeboard live`.

use super::common::{FILES, Output, print, write};
use super::exit::Done;
use super::inputs::inputs;
use crate::observed::write_real_capture;
use crate::report::{Line, RunLine, compared, compared_table, configuration};
use crate::runner::Manifest;
use crate::say::{say, tell};
use crate::whole::whole;
use anyhow::Result;
use clap::Args;
use freeboard_live::{Command, Control, Ended, Lateness, Options, Report};
use freeboard_scenario::catalog::argument_fault;
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;
use freeboard_scenario::world::Request;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario: TOML with units in the values. `cc` names a control of ours, which is loaded into the kernel, or one of the
    /// kernel's own: "linux/cubic", "linux/reno", "linux/bbr", "linux/dctcp".
    file: PathBuf,
    /// Divide all rates by N and multiply all times by N. Tables use the scenario's times.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    slow: u32,
    /// Run the file in the simulator too and print both results side by side.
    #[arg(long)]
    compare: bool,
    /// Repeat each scheme and seed N times with real packets. The comparison has the mean, the lowest and the highest value; tables
    /// and files are of the first run.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "compare", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    runs: u32,
    /// Run a program inside a host, from a number of seconds of the scenario's time on; repeatable. Hosts are numbered as in the file: host 1
    /// has the address 10.77.0.1, host 2 10.77.0.2, and so on. Programs end with the run; if one fails, the exit code is 1.
    #[arg(long = "exec", value_name = "HOST:SECONDS:COMMAND")]
    commands: Vec<Command>,
    /// Write the packets that leave the switch as a capture (.pcapng), of the first scheme, seed and run: headers with ECN bits, in the
    /// comment the queue.
    #[arg(long, value_name = "FILE")]
    pcap: Option<PathBuf>,
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

/// The scenario, whether each scheme asks for a control of the kernel's own, and the files that are read.
fn scenario(arguments: &Arguments) -> Result<(Scenario, Vec<bool>, Vec<PathBuf>)> {
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
    Ok((scenario, freeboard_live::asks_for_linux(file.text()), inputs(&arguments.file, file.text())))
}

pub(super) fn run(arguments: &Arguments, json: bool) -> Result<Done> {
    let (scenario, linux, reads) = scenario(arguments)?;
    freeboard_live::check(&scenario, arguments.slow)?;
    arguments.commands.iter().try_for_each(|command| freeboard_live::check_command(&scenario, command))?;
    if let Some(path) =
        arguments.pcap.as_ref().filter(|path| path.extension().is_none_or(|end| end != "pcapng"))
    {
        let legal = "a file that ends in .pcapng";
        return Err(argument_fault("--pcap", &path.to_string_lossy(), "has another ending", legal).into());
    }
    freeboard_live::check_machine()?;
    let folder = arguments.output.folder()?;
    folder.claim(&FILES, &reads)?;
    let stop = freeboard_live::stop_on_interrupt()?;
    if !json {
        say!("{}\n{}", scenario.name, configuration(&scenario));
        say!("{}", headline(arguments.slow));
    }
    let controls = freeboard_live::controls(&scenario, &linux, arguments.slow)?;
    for (scheme, control) in scenario.schemes.iter().zip(&controls) {
        tell!("{}: {}", scheme.name, control.sentence(&scheme.host.cc.id));
    }
    let reports = run_all(&scenario, &controls, arguments, &stop, json)?;
    let firsts: Vec<&Report> = reports.iter().filter_map(|runs| runs.first()).collect();
    let outcomes: Vec<Outcome> = firsts.iter().map(|report| report.outcome.clone()).collect();
    if !json {
        print(&scenario, &outcomes);
        for report in reports.iter().flatten() {
            say!("{}", lateness(&scenario, report, &controls[report.outcome.scheme]));
        }
    }
    if arguments.compare {
        compare(&scenario, &reports, json)?;
    }
    if let (Some(path), Some(report)) = (&arguments.pcap, firsts.first()) {
        let hosts = scenario.topology.shape.hosts();
        whole(path, |out| Ok(write_real_capture(&mut { out }, &report.captured, hosts)?))?;
    }
    write(&scenario, &outcomes, &folder.staging(), 0..scenario.run.time_ps)?;
    let files = folder.commit(Manifest::new("live", &scenario.name, None))?;
    if !json {
        let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        say!("written: {}", names.join(", "));
    }
    let failed = |ended: &&Ended| ended.is_failure();
    let failures: Vec<&Ended> =
        reports.iter().flatten().flat_map(|report| &report.commands).filter(failed).collect();
    failures.iter().for_each(|ended| tell!("{ended}"));
    Ok(if failures.is_empty() { Done::Fine } else { Done::Differs })
}

/// Reports of all schemes and seeds; runs of one scheme and seed are together.
fn run_all(
    scenario: &Scenario,
    controls: &[Control],
    arguments: &Arguments,
    stop: &AtomicBool,
    json: bool,
) -> Result<Vec<Vec<Report>>> {
    let output = |host: u32, line: &str| {
        let line = format!("host {}: {line}", host + 1);
        if json {
            tell!("{line}");
        } else {
            say!("{line}");
        }
    };
    let mut all = Vec::new();
    for (scheme, control) in controls.iter().enumerate() {
        let plain = Options::new(control, arguments.slow, stop);
        let options = Options { commands: &arguments.commands, output: &output, ..plain };
        for seed in &scenario.run.seeds {
            let request = Request { scenario, scheme, seed: *seed, threads: 1 };
            let mut reports = Vec::new();
            for run in 0..arguments.runs {
                if !json {
                    let of = if arguments.runs > 1 { format!(", run {}", run + 1) } else { String::new() };
                    tell!("{}, seed {seed}{of} ...", scenario.schemes[scheme].name);
                }
                let captures = arguments.pcap.is_some() && all.is_empty() && run == 0;
                let report = freeboard_live::run(&request, &Options { captures, ..options })?;
                if json {
                    say!("{}", live_line(scenario, &report, control, arguments.slow));
                }
                reports.push(report);
            }
            all.push(reports);
        }
    }
    Ok(all)
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

fn lateness(scenario: &Scenario, report: &Report, control: &Control) -> String {
    let scheme = &scenario.schemes[report.outcome.scheme];
    let Lateness { p50_ns, p99_ns, max_ns } = report.lateness;
    let [p50, p99, max] = [p50_ns, p99_ns, max_ns].map(|ns| ns as f64 / 1000.0);
    let late = if report.lateness.is_late() { "; late: the machine was too busy for this run" } else { "" };
    format!(
        "{}, seed {}: control {}; packets left late by p50 {p50:.1} us, p99 {p99:.1} us, max {max:.1} us of real time{late}",
        scheme.name,
        report.outcome.seed,
        control.label()
    )
}

/// The object of `run` without the keys of a simulation and with the keys of real packets.
fn live_line(scenario: &Scenario, report: &Report, control: &Control, slow: u32) -> Value {
    let line = serde_json::to_value(RunLine::of(scenario, &report.outcome)).unwrap_or_default();
    let mut all: Map<String, Value> = line.as_object().cloned().unwrap_or_default();
    ["digest", "events"].iter().for_each(|key| _ = all.remove(*key));
    let Lateness { p50_ns, p99_ns, max_ns } = report.lateness;
    all.extend([
        ("cc".to_owned(), json!(control.label())),
        ("world".to_owned(), json!("live")),
        ("slow".to_owned(), json!(slow)),
        ("kernel".to_owned(), json!(freeboard_live::release())),
        ("late_p50_ns".to_owned(), json!(p50_ns)),
        ("late_p99_ns".to_owned(), json!(p99_ns)),
        ("late_max_ns".to_owned(), json!(max_ns)),
        ("late".to_owned(), json!(report.lateness.is_late())),
    ]);
    if !report.commands.is_empty() {
        let ends: Vec<String> = report.commands.iter().map(ToString::to_string).collect();
        all.insert("commands".to_owned(), json!(ends));
    }
    Value::Object(all)
}

fn compare(scenario: &Scenario, reports: &[Vec<Report>], json: bool) -> Result<()> {
    let mut all = Vec::new();
    for runs in reports {
        let Some(first) = runs.first() else { continue };
        let Outcome { scheme, seed, .. } = first.outcome;
        let fabric = scenario.run(scheme, seed)?;
        let name = &scenario.schemes[scheme].name;
        let live: Vec<&Outcome> = runs.iter().map(|report| &report.outcome).collect();
        all.extend(compared(name, &live, &fabric, scenario.run.warmup_ps, first.threshold_bytes));
    }
    if json {
        all.iter().for_each(|line| say!("{}", line.line()));
    } else {
        say!("The same file with real packets and in the simulator\n{}", compared_table(&all));
    }
    Ok(())
}
