//! Program behind `cargo xtask budget`.

use clap::Parser;
use freeboard_cost::budget;
use std::process::ExitCode;

/// Place every pipeline variant on every profile; compare with the declared budgets.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask budget", version)]
struct Command {
    #[command(flatten)]
    budget: budget::Arguments,
}

fn main() -> ExitCode {
    match budget::run(&Command::parse().budget) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
