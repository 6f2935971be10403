//! Workspace packages, from cargo metadata.

use anyhow::Context;
use freeboard_toolchain::{output, root};
use serde_json::Value;
use std::ffi::OsStr;
use std::process::Command;

/// Names of the workspace's packages, sorted.
pub(crate) fn packages() -> anyhow::Result<Vec<String>> {
    let mut names: Vec<String> = metadata(".")?.iter().filter_map(|package| text(package, "name")).collect();
    names.sort_unstable();
    Ok(names)
}

/// Names of a package's features, sorted.
pub(crate) fn features(package: &str) -> anyhow::Result<Vec<String>> {
    let packages = metadata(".")?;
    let found = packages.iter().find(|entry| text(entry, "name").as_deref() == Some(package));
    let features = found.and_then(|entry| entry["features"].as_object());
    let features = features.with_context(|| format!("no package {package}"))?;
    let mut names: Vec<String> = features.keys().cloned().collect();
    names.sort_unstable();
    Ok(names)
}

/// The packages of the workspace in a folder.
fn metadata(folder: &str) -> anyhow::Result<Vec<Value>> {
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(root().join(folder));
    let text = output(&mut cargo)?;
    let mut all: Value = serde_json::from_str(&text)?;
    match all["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => anyhow::bail!("cargo metadata names no packages"),
    }
}

/// Names of the programs of the workspace in a folder, in the manifest's order.
pub(crate) fn programs(folder: &str) -> anyhow::Result<Vec<String>> {
    let packages = metadata(folder)?;
    let targets = packages.iter().filter_map(|package| package["targets"].as_array()).flatten();
    let programs = targets.filter(|target| target["kind"][0] == "bin");
    Ok(programs.filter_map(|target| text(target, "name")).collect())
}

fn text(package: &Value, key: &str) -> Option<String> {
    package[key].as_str().map(str::to_owned)
}

/// Cargo in the workspace.
pub(crate) fn cargo<S: AsRef<OsStr>>(arguments: &[S]) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(root()).args(arguments);
    command
}
