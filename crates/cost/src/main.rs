//! Checks of budgets, firmware and generated documentation.

use clap::{Parser, Subcommand};
use freeboard_cost::firmware::Agreement;
use freeboard_cost::{Row, budget, docs, firmware, prove};
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Checks of budgets, firmware and generated documentation", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Place every pipeline variant on every profile; compare with the declared budgets.
    Budget(budget::Arguments),
    /// Replay every algorithm on host, pipeline model, RV32 and Cortex-M; count cycles; scan symbols.
    Firmware(firmware::Arguments),
    /// Prove the machine code equal to the pipeline's graph, within its memory, and no slower than stated.
    Prove(prove::Arguments),
    /// Fill the generated blocks of README and book from the code.
    Docs(docs::Arguments),
    /// Do what `firmware` does without its tables; the last line counts what passed, failed and was skipped.
    Counted,
    /// Prove what the record says again, within a limit; the last line counts.
    Proofs,
    /// Compare the digests of congestion controls in the running kernel; the last line counts.
    Kernel,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Budget(arguments) => budget::run(&arguments),
        Command::Firmware(arguments) => firmware::run(&arguments),
        Command::Prove(arguments) => prove::run(&arguments),
        Command::Docs(arguments) => docs::run(&arguments),
        Command::Counted => firmware::counted().map(|agreement| print(&agreement)),
        Command::Proofs => prove::again().map(|agreement| print(&agreement)),
        Command::Kernel => firmware::kernel().map(|agreement| print(&agreement)),
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

/// Prints an agreement and its counts as the last line; true when nothing differs.
fn print(agreement: &Agreement) -> bool {
    let Agreement { equal, excused, findings, skipped } = agreement;
    excused.iter().chain(findings).for_each(|line| eprintln!("{line}"));
    let counts = Row::default().with("passed", *equal).with("failed", findings.len());
    let counts = counts.with("skipped", excused.len());
    let counts = skipped.iter().fold(counts, |row, reason| row.with("reason", reason.as_str()));
    println!("{}", counts.line());
    findings.is_empty()
}
