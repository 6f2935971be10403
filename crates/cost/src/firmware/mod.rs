//! `cargo xtask firmware`: one source, the same decisions in every place, at what cost.

mod assembly;
mod baseline;
mod bpf;
mod cost;
mod declared;
mod digests;
mod emulator;
mod gate;
mod images;
mod index;
mod kernel;
mod log;
mod measure;
mod print;
mod record;
mod rig;
mod search;
mod stream;
mod survey;
mod symbols;
mod variant;

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
    let survey = survey::run(&profiles, true)?;
    if arguments.json {
        survey.records.iter().try_for_each(crate::json::line)?;
    } else {
        print::print(&survey);
    }
    for finding in &survey.findings {
        eprintln!("firmware: {finding}");
    }
    Ok(survey.findings.is_empty())
}

/// Runs every congestion control in the kernel: how many decide as on the host and how many it is known not to take; or
/// why it takes none; and what is wrong.
pub(crate) fn kernel_agrees() -> anyhow::Result<kernel::Agreement> {
    kernel::run()
}

/// Compares the digests of every place and scans the symbols, without counting cycles: how many comparisons were
/// made, what the machine could not do, and what is wrong.
pub(crate) fn digests_agree() -> anyhow::Result<(u64, Vec<String>, Vec<String>)> {
    let survey = survey::run(&[Profile::Speed], false)?;
    let compared = survey.records.iter().filter(|record| record.digest_equal.is_some()).count();
    Ok((compared as u64, survey.skipped, survey.findings))
}
