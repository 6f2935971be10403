//! `cargo xtask budget`: would it fit, and does it still need what was declared?

mod approximate;
mod declared;
mod gate;
pub(crate) mod pairs;
mod print;
mod refused;
mod rows;

use hw_model::pipeline::{Profile, profiles};

/// What to place.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// One JSON object per line instead of reports.
    #[arg(long)]
    json: bool,
    /// Only this profile.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Tables only, without the stage reports.
    #[arg(long)]
    summary: bool,
}

/// Places every pipeline variant on every profile; true when each fits and needs exactly what it declares.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let profiles = match &arguments.profile {
        None => profiles::all(),
        Some(name) => {
            let known = || profiles::all().iter().map(|profile| profile.name).collect::<Vec<_>>().join(", ");
            let found = profiles::by_name(name);
            vec![found.ok_or_else(|| anyhow::anyhow!("no profile `{name}`; there are {}", known()))?]
        }
    };
    let rows = rows::all(&profiles);
    let declared = declared::read(&rows)?;
    let findings = gate::findings(&rows, &declared);
    if arguments.json {
        rows.iter().try_for_each(|row| crate::json::line(&print::Line::from(row)))?;
    } else {
        if !arguments.summary {
            print::reports(&rows);
        }
        print::summary(&rows);
        print::against_paper(&rows);
        approximate::print();
        refused::print();
        pairs::print();
    }
    for finding in &findings {
        eprintln!("budget: {finding}");
    }
    Ok(findings.is_empty())
}

/// Every pipeline variant on one profile, for the documentation.
pub(crate) fn rows_on(profile: &Profile) -> Vec<rows::Row> {
    rows::all(std::slice::from_ref(profile))
}
