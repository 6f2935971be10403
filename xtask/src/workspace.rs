//! Workspace packages, from cargo metadata.

use crate::repo;
use anyhow::Context;
use serde_json::Value;
use xshell::{Shell, cmd};

/// Names of the workspace's packages, sorted.
pub(crate) fn packages() -> anyhow::Result<Vec<String>> {
    let mut names: Vec<String> = metadata()?.iter().filter_map(|package| text(package, "name")).collect();
    names.sort_unstable();
    Ok(names)
}

/// Names of a package's features, sorted.
pub(crate) fn features(package: &str) -> anyhow::Result<Vec<String>> {
    let packages = metadata()?;
    let found = packages.iter().find(|entry| text(entry, "name").as_deref() == Some(package));
    let features = found.and_then(|entry| entry["features"].as_object());
    let features = features.with_context(|| format!("no package {package}"))?;
    let mut names: Vec<String> = features.keys().cloned().collect();
    names.sort_unstable();
    Ok(names)
}

fn metadata() -> anyhow::Result<Vec<Value>> {
    let sh = Shell::new()?;
    sh.change_dir(repo::root());
    let text = cmd!(sh, "cargo metadata --no-deps --format-version 1").quiet().ignore_stderr().read()?;
    let mut all: Value = serde_json::from_str(&text)?;
    match all["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => anyhow::bail!("cargo metadata names no packages"),
    }
}

fn text(package: &Value, key: &str) -> Option<String> {
    package[key].as_str().map(str::to_owned)
}
