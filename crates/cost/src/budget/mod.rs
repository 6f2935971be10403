//! Pipeline budgets: does a program fit, and does it need what its crate declares?

mod approximate;
mod declared;
mod gate;
pub mod pairs;
mod print;
mod refused;
pub mod rows;

use anyhow::ensure;
use freeboard_pipeline::{Sizing, profiles};
use rows::Placement;

/// What to place.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Only programs with this in their name: `ecn-sharp`, `ecn-sharp/compact`.
    program: Option<String>,
    /// One JSON object per line instead of reports.
    #[arg(long)]
    json: bool,
    /// Only this profile.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Tables only, without the stage reports.
    #[arg(long)]
    summary: bool,
    /// Ports of a pipe.
    #[arg(long, default_value_t = Sizing::PAPER.ports, value_parser = clap::value_parser!(u32).range(1..=65_535))]
    ports: u32,
    /// Queues of a port.
    #[arg(long, default_value_t = Sizing::PAPER.queues_per_port, value_parser = clap::value_parser!(u32).range(1..=4_096))]
    queues: u32,
}

impl Arguments {
    const fn sizing(&self) -> Sizing {
        Sizing { ports: self.ports, queues_per_port: self.queues, ..Sizing::PAPER }
    }
}

/// Places every pipeline variant on every profile; true when each fits and needs exactly what it declares.
///
/// # Errors
/// An unknown profile or program, a manifest that cannot be read.
pub fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let profiles = match &arguments.profile {
        None => profiles::all(),
        Some(name) => {
            let known = || profiles::all().iter().map(|profile| profile.name).collect::<Vec<_>>().join(", ");
            let found = profiles::by_name(name);
            vec![found.ok_or_else(|| anyhow::anyhow!("no profile `{name}`; there are {}", known()))?]
        }
    };
    let rows = selected(arguments, rows::all(&profiles, arguments.sizing()))?;
    let declared = declared::read(&rows)?;
    let findings = gate::findings(&rows, &declared, arguments.sizing());
    if arguments.json {
        rows.iter().for_each(|placement| println!("{}", placement.row().line()));
    } else {
        if !arguments.summary {
            print::reports(&rows);
        }
        print::summary(&rows, arguments.sizing());
        if arguments.program.is_none() {
            print::against_paper(&rows);
            approximate::print();
            refused::print();
            pairs::print();
        }
        println!("{}", print::conclusion(&rows, arguments.sizing(), findings.len()));
    }
    for finding in &findings {
        eprintln!("budget: {finding}");
    }
    Ok(findings.is_empty())
}

/// The rows of the programs that are asked for.
fn selected(arguments: &Arguments, rows: Vec<Placement>) -> anyhow::Result<Vec<Placement>> {
    let Some(part) = &arguments.program else { return Ok(rows) };
    let mut ids: Vec<String> = rows.iter().map(Placement::id).collect();
    ids.dedup();
    let kept: Vec<Placement> = rows.into_iter().filter(|row| row.id().contains(part.as_str())).collect();
    ensure!(!kept.is_empty(), "no pipeline program has `{part}` in its name; there are {}", ids.join(", "));
    Ok(kept)
}
