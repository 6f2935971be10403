//! `cargo xtask bench`: the network's fixed workloads, built for speed; benchmarks are apart from tests.

use anyhow::Context;
use std::process::Command;

/// What to run.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Workloads, as `cargo freeboard bench` names them.
    #[arg(default_values = ["w1", "w2"])]
    workloads: Vec<String>,
    /// One JSON object per line instead of tables.
    #[arg(long)]
    json: bool,
}

/// Runs each workload in the profile `fast`; true when all ended well.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let mut well = true;
    for workload in &arguments.workloads {
        let mut command = Command::new("cargo");
        command.args(["run", "--quiet", "--locked", "--profile", "fast", "--package", "freeboard-lab", "--"]);
        command.args(["bench", workload]).args(arguments.json.then_some("--json"));
        let status = command.current_dir(crate::repo::root()).status().context("running cargo")?;
        well &= status.success();
    }
    Ok(well)
}
