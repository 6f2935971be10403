//! Program behind `cargo xtask prove` and the suite of proofs.

use clap::{Parser, Subcommand};
use freeboard_prove::{Arguments, again, run};
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Proofs about the firmware image", version)]
struct Words {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prove the machine code equal to the pipeline's graph, within its memory, and no slower than stated.
    Prove(Arguments),
    /// Prove what the record says again, within a limit; the last line counts.
    Proofs,
}

fn main() -> ExitCode {
    let outcome = match Words::parse().command {
        Command::Prove(arguments) => run(&arguments),
        Command::Proofs => again().map(|agreement| agreement.print()),
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
