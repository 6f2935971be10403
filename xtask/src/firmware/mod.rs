//! `cargo xtask firmware`: one source, the same decisions in every place, at what cost.

mod cost;
mod digests;
mod emulator;
mod gate;
mod images;
mod index;
mod measure;
mod record;
mod rig;
mod search;
mod stream;
mod survey;
mod symbols;
mod variant;
mod yardstick;

use images::Profile;

/// What to replay.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// One JSON object per line instead of tables.
    #[arg(long)]
    json: bool,
    /// Firmware profile; both when absent.
    #[arg(long, value_enum)]
    profile: Option<Profile>,
}

/// Replays, compares, measures, scans; true when everything agrees and every gate holds.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let profiles = arguments.profile.map_or(Profile::ALL.to_vec(), |profile| vec![profile]);
    let survey = survey::run(&profiles)?;
    if arguments.json {
        survey.records.iter().try_for_each(crate::json::line)?;
    } else {
        record::print(&survey);
    }
    for finding in &survey.findings {
        eprintln!("firmware: {finding}");
    }
    Ok(survey.findings.is_empty())
}
