//! `freeboard cost`.

use super::exit::Done;
use crate::say::say;
use crate::trace::values;
use clap::Args;
use freeboard_cost::report::{report, show};
use freeboard_scenario::catalog::{all, argument_fault};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// One algorithm or one variant, e.g. "ecn-sharp" or "ecn-sharp/compact". By default all are listed.
    name: Option<String>,
    /// Preset for the placements of one variant.
    #[arg(long, requires = "name")]
    preset: Option<String>,
}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let name = arguments.name.as_deref();
    if let Some(asked) = name {
        let known = freeboard_scenario::catalog::argument(all(), asked)?;
        values(known, arguments.preset.as_deref(), None, &[])?;
    }
    let rows = report(name, arguments.preset.as_deref());
    // Rows of firmware alone have a core, or its emulator.
    if let Some(preset) =
        arguments.preset.as_deref().filter(|_| rows.iter().all(|row| row.get("place").is_some()))
    {
        let problem = "changes nothing: plain Rust has no placement, and costs of firmware are the same for every preset";
        return Err(argument_fault("--preset", preset, problem, "no preset, or a pipeline program").into());
    }
    if json {
        rows.iter().for_each(|row| say!("{}", row.line()));
    } else {
        say!("{}", show(&rows));
    }
    Ok(Done::Fine)
}
