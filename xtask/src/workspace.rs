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

/// A package of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its folder below the root.
    folder: String,
    /// Names of the packages that it depends on, for tests too.
    dependencies: Vec<String>,
    /// Names of those that it depends on itself.
    own: Vec<String>,
}

impl Package {
    /// The name without the project's.
    pub(crate) fn short(&self) -> &str {
        self.name.strip_prefix("freeboard-").unwrap_or(&self.name)
    }

    /// It depends on a package, not for its tests alone.
    pub(crate) fn needs(&self, name: &str) -> bool {
        self.own.iter().any(|own| own == name)
    }

    /// The file is in its folder, and in that of no package inside it.
    pub(crate) fn owns(&self, file: &str, all: &[Self]) -> bool {
        let inside = |package: &Self| file.starts_with(&format!("{}/", package.folder));
        inside(self) && !all.iter().any(|other| other.folder.len() > self.folder.len() && inside(other))
    }
}

/// The workspace's packages.
pub(crate) fn all() -> anyhow::Result<Vec<Package>> {
    let package = |entry: &Value| {
        let manifest = text(entry, "manifest_path")?;
        let folder = std::path::Path::new(&manifest).parent()?;
        let folder =
            folder.strip_prefix(std::path::absolute(root()).ok()?).unwrap_or(folder).to_str()?.to_owned();
        let all = || entry["dependencies"].as_array().into_iter().flatten();
        let dependencies = all().filter_map(|one| text(one, "name")).collect();
        let own = all().filter(|one| one["kind"].is_null()).filter_map(|one| text(one, "name")).collect();
        Some(Package { name: text(entry, "name")?, folder, dependencies, own })
    };
    Ok(metadata(".")?.iter().filter_map(package).collect())
}

/// These packages and all that depend on one of them, at any distance.
pub(crate) fn dependents<'a>(all: &'a [Package], of: &[&'a Package]) -> Vec<&'a Package> {
    let mut found: Vec<&Package> = of.to_vec();
    loop {
        let depends =
            |package: &&Package| found.iter().any(|other| package.dependencies.contains(&other.name));
        let more: Vec<&Package> =
            all.iter().filter(depends).filter(|package| !found.contains(package)).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// The oldest compiler that a package claims, as the name of a toolchain.
pub(crate) fn oldest_rust(package: &str) -> anyhow::Result<String> {
    let packages = metadata(".")?;
    let found = packages.iter().find(|entry| text(entry, "name").as_deref() == Some(package));
    let version = found.and_then(|entry| text(entry, "rust_version"));
    let version = version.with_context(|| format!("{package} claims no compiler"))?;
    // `1.93` alone would be the newest release of 1.93.
    Ok(if version.matches('.').count() == 1 { format!("{version}.0") } else { version })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, folder: &str, dependencies: &[&str]) -> Package {
        let dependencies: Vec<String> = dependencies.iter().map(|name| (*name).to_owned()).collect();
        Package { name: name.to_owned(), folder: folder.to_owned(), own: dependencies.clone(), dependencies }
    }

    #[test]
    fn dependents_are_found_at_any_distance_and_files_have_one_owner() {
        let all = [
            package("freeboard-units", "crates/units", &[]),
            package("freeboard-device", "hw-model/device", &["freeboard-units"]),
            package("freeboard-hw-model", "hw-model", &["freeboard-device"]),
            package("xtask", "xtask", &[]),
        ];
        let found = dependents(&all, &[&all[0]]);
        assert_eq!(found.iter().map(|one| one.short()).collect::<Vec<_>>(), ["units", "device", "hw-model"]);
        let owners = |file: &str| {
            all.iter().filter(|one| one.owns(file, &all)).map(Package::short).collect::<Vec<_>>()
        };
        assert_eq!(owners("hw-model/device/src/lib.rs"), ["device"]);
        assert_eq!(owners("hw-model/src/lib.rs"), ["hw-model"]);
        assert_eq!(owners("README.md"), [""; 0]);
    }
}
