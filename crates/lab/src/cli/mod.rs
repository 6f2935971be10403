//! The `freeboard` command line.

mod bench;
mod common;
mod connectx;
mod cost;
mod demo;
mod exit;
mod import;
mod inputs;
#[cfg(target_os = "linux")]
mod kernel;
mod limit;
mod lint;
mod list;
#[cfg(target_os = "linux")]
mod live;
mod merge;
mod observed;
mod p4;
mod page;
mod report;
mod reproduce;
mod run;
mod shell;
mod slurm;
mod sweep;
mod trace;
mod tune;

use crate::origin::Origin;
use crate::say::{is_obeyed, note, tell};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use exit::BAD_INPUT;
use freeboard_scenario::catalog::argument_fault;
use std::io::ErrorKind;
use std::process::ExitCode;

/// Switch marking schemes and host congestion controls: compare, reproduce, trace.
///
/// Times, sizes and rates are written with their unit: "80 us", "250 KB" (1000 B), "250 KiB" (1024 B),
/// "182 packets", "10 Gbps", "50 %".
#[derive(Debug, Parser)]
#[command(name = "freeboard", version, max_term_width = 110)]
struct Cli {
    /// Print one JSON object per line instead of tables; a key that does not apply is absent.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Compare tail-drop, a step threshold, CoDel and ECN# in under 20 s: tables, plots, digest.
    Demo(demo::Arguments),
    /// Run a scenario file: every scheme in it on the same traffic.
    Run(run::Arguments),
    /// Run a scenario file over real packets: this kernel's TCP between network namespaces, through a switch that runs the
    /// crates. Needs root and TUN devices.
    #[cfg(target_os = "linux")]
    Live(live::Arguments),
    /// Put a congestion control into this kernel for any program, for as long as the command runs, or list those that are there.
    #[cfg(target_os = "linux")]
    Kernel(kernel::Arguments),
    /// Sweep any keys of a scenario file: every cell, scheme and seed on all cores, one line each. A stopped sweep resumes.
    Sweep(sweep::Sweep),
    /// Merge the shards of a sweep.
    Merge(merge::Merge),
    /// Reproduce a figure of a paper: every cell, with a verdict on each number. The exit code is 1 if a number differs and no
    /// finding of the plan explains it.
    Reproduce(reproduce::Arguments),
    /// Write a page per paper: each figure with its measured values. The exit code is 1 if a figure is missing.
    Report(report::Arguments),
    /// List marking schemes, congestion controls, underlays, plans, and the papers' figures with their plans.
    List(list::Arguments),
    /// Show the cost of a variant on each target: stages and bytes in a switch, cycles and code on a NIC's core, state.
    Cost(cost::Arguments),
    /// Write a pipeline variant as P4_16 for a Tofino or the software switch, with test vectors. Without a name, list the
    /// programs. Needs the checkout.
    P4(p4::Arguments),
    /// Write a page in which a browser runs a scenario: controls, two schemes side by side, the queue as the run goes on. The page
    /// is one file and asks for nothing else. Needs the checkout.
    Page(page::Arguments),
    /// Run an algorithm over a CSV of events: decision and state per event, and the decision digest.
    Trace(trace::Arguments),
    /// Convert a file of a switch, a NIC or another simulator into a scenario or a table of a scenario. A note names each part
    /// without a counterpart.
    Import(import::Arguments),
    /// Find mistakes in a SONiC configuration or a scenario: one line each, with effect and remedy. The exit code is 1 if there
    /// is a mistake.
    Lint(lint::Arguments),
    /// Search thresholds for a queue of a SONiC configuration under the traffic of a scenario, and check them against the configuration
    /// as it is and the rules of the literature. A search that was stopped goes on where it was.
    Tune(tune::Arguments),
    /// Convert a ConnectX NIC's DCQCN parameters into settings of `dcqcn/rate`.
    Connectx(connectx::Arguments),
    /// Print completions for a shell.
    Completions(shell::Completions),
    /// Print the manual page.
    Man,
    /// Run a fixed workload: packet-hops per second of CPU time, memory, digest, and the speed of the machine.
    Bench(bench::Arguments),
}

/// Reads the command line. The commit is asked for where it is to be printed only: that takes a process.
fn parse() -> Result<Cli, ExitCode> {
    let mut command = Cli::command();
    if std::env::args_os().skip(1).any(|word| word == "--version" || word == "-V") {
        let line: &'static str = Origin::ask().line().leak();
        command = command.version(line);
    }
    let read = command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    read.map_err(|error| {
        let text = error.render().to_string();
        let written = match error.use_stderr() && is_obeyed(&text) {
            // It quotes a word of the command line.
            true => {
                note(format_args!("{text}"));
                Ok(())
            }
            false => error.print(),
        };
        let code = u8::try_from(error.exit_code()).unwrap_or(BAD_INPUT);
        match written {
            // Help and version are what was asked for; an error that nobody can be told has its code.
            Err(problem) if code == 0 && problem.kind() != ErrorKind::BrokenPipe => {
                tell!("error: cannot write to standard output: {problem}");
                ExitCode::FAILURE
            }
            _ => ExitCode::from(code),
        }
    })
}

/// Runs the command line; 0 for success, 1 for a result that differs or an input/output error, 2 for bad input.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let done = match &cli.command {
        Command::Demo(arguments) => demo::run(arguments, cli.json),
        Command::Run(arguments) => run::run(arguments, cli.json),
        #[cfg(target_os = "linux")]
        Command::Live(arguments) => live::run(arguments, cli.json),
        #[cfg(target_os = "linux")]
        Command::Kernel(arguments) => kernel::run(arguments, cli.json),
        Command::Sweep(arguments) => sweep::sweep(arguments, cli.json),
        Command::Merge(arguments) => merge::merge_parts(arguments, cli.json),
        Command::Reproduce(arguments) => reproduce::run(arguments, cli.json),
        Command::Report(arguments) => report::run(arguments, cli.json),
        Command::List(arguments) => list::run(arguments, cli.json),
        Command::Cost(arguments) => cost::run(arguments, cli.json),
        Command::P4(arguments) => p4::run(arguments, cli.json),
        Command::Page(arguments) => page::run(arguments, cli.json),
        Command::Trace(arguments) => trace::run(arguments, cli.json),
        Command::Import(arguments) => import::run(arguments, cli.json),
        Command::Lint(arguments) => lint::run(arguments, cli.json),
        Command::Tune(arguments) => tune::run(arguments, cli.json),
        Command::Connectx(arguments) => connectx::run(arguments, cli.json),
        Command::Completions(_) | Command::Man if cli.json => Err(argument_fault(
            "--json",
            "true",
            "has no effect on a text for the shell or for man",
            "commands with results",
        )
        .into()),
        Command::Completions(arguments) => shell::completions(arguments),
        Command::Man => shell::man(),
        Command::Bench(arguments) => bench::run(arguments, cli.json),
    };
    exit::code(done, cli.json)
}
