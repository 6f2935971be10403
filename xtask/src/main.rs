//! The project's own commands: what a laptop and CI both run.
//!
//! One file or folder per command. A command prints what it found, and exits 1 when something is wrong.

mod bench;
mod changed;
mod ci;
mod fuzz;
mod lint;
mod measure;
mod mutants;
mod new;
mod package;
mod paper_scale;
mod pinned;
mod test;
mod tidy;
mod tools;
mod workspace;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Tests, budgets and checks of the workspace", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the network's fixed workloads in the profile `fast`.
    Bench(bench::Arguments),
    /// Run every suite; the last line counts what passed, failed and was skipped.
    Test(test::Arguments),
    /// Check the repository's own rules.
    Tidy,
    /// Fill the generated blocks of README and book from the code.
    #[command(disable_help_flag = true)]
    Docs(measure::Arguments),
    /// Place every pipeline variant on every profile; compare with the declared budgets.
    #[command(disable_help_flag = true)]
    Budget(measure::Arguments),
    /// Replay every algorithm on host, pipeline model, RV32 and Cortex-M; count cycles; scan symbols.
    #[command(disable_help_flag = true)]
    Firmware(measure::Arguments),
    /// Compare functions with public C on the modelled core: cycles, bytes, decisions.
    #[command(disable_help_flag = true)]
    AgainstC(measure::Arguments),
    /// Build the C library for this machine and for bare metal.
    #[command(disable_help_flag = true)]
    C(measure::Arguments),
    /// Prove the machine code equal to the pipeline's graph, within its memory, and no slower than stated.
    #[command(disable_help_flag = true)]
    Prove(measure::Arguments),
    /// Check formatting, clippy over all workspaces and the links of the documentation.
    Lint(lint::Arguments),
    /// Run every fuzz target for a short while.
    Fuzz(fuzz::Arguments),
    /// Mutation tests: change one expression of an algorithm at a time; a test must fail.
    Mutants(mutants::Arguments),
    /// Record paper-scale results for the book.
    PaperScale(paper_scale::Arguments),
    /// Package every publishable crate, and build a program from the archives alone.
    Package(package::Arguments),
    /// Run what CI runs.
    Ci(ci::Arguments),
    /// Start a marking scheme or a congestion control from a template.
    New(new::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Tidy => tidy::run(),
        Command::Docs(arguments) => measure::run("docs", &arguments),
        Command::Budget(arguments) => measure::run("budget", &arguments),
        Command::Firmware(arguments) => measure::run("firmware", &arguments),
        Command::AgainstC(arguments) => measure::run("against-c", &arguments),
        Command::C(arguments) => measure::library(&arguments),
        Command::Prove(arguments) => measure::run("prove", &arguments),
        Command::Lint(arguments) => lint::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Mutants(arguments) => mutants::run(&arguments),
        Command::PaperScale(arguments) => paper_scale::run(&arguments),
        Command::Package(arguments) => package::run(arguments),
        Command::Ci(arguments) => ci::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
