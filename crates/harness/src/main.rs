//! Program behind `cargo xtask firmware` and the suites that count digests.

use clap::{Parser, Subcommand};
use freeboard_harness::{Arguments, against_c, counted, kernel, run};
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Replays of the firmware", version)]
struct Words {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Replay every algorithm on host, pipeline model, RV32 and Cortex-M; count cycles; scan symbols.
    Firmware(Arguments),
    /// Do what `firmware` does without its tables; the last line counts what passed, failed and was skipped.
    Counted {
        /// RV32 at the profile for speed only.
        #[arg(long)]
        one_board: bool,
        /// Only variants of this algorithm, on the modelled core.
        #[arg(long, requires = "one_board")]
        name: Option<String>,
    },
    /// Compare the digests of congestion controls in the running kernel; the last line counts.
    Kernel,
    /// Compare functions with public C: cycles, bytes, decisions; the last line counts.
    AgainstC(against_c::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Words::parse().command {
        Command::Firmware(arguments) => run(&arguments),
        Command::Counted { one_board, name } => counted(one_board, name).map(|agreement| agreement.print()),
        Command::AgainstC(arguments) => against_c::run(&arguments).map(|agreement| agreement.print()),
        Command::Kernel => kernel().map(|agreement| agreement.print()),
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
