//! `cargo xtask new`: a marking scheme or a congestion control to start from.

mod apply;
mod edit;
mod plan;

use freeboard_toolchain::{root, run as start};
pub(crate) use plan::Family;
use plan::Names;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What to start.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A marking scheme or a congestion control.
    #[arg(value_enum)]
    family: Family,
    /// Name in lower case, words joined by hyphens.
    name: String,
}

/// Workspaces that link the registry: their lock files name the new package too.
const LOCKS: [&str; 4] = [".", "crates/python", "firmware", "fuzz"];

/// Writes the files and says what is left to do.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let names = Names::new(arguments.family, &arguments.name)?;
    let files = planned(root(), &names)?;
    let locks = LOCKS.map(|folder| root().join(folder).join("Cargo.lock"));
    apply::all(root(), &files, &locks, || finish(&names))?;
    files.iter().for_each(|(path, _)| println!("wrote {path}"));
    println!("{}", plan::left_to_do(&names));
    Ok(true)
}

/// Starts an algorithm in a copy of the tree; the names of the packages that it adds or changes.
pub(crate) fn in_copy(root: &Path, family: Family, name: &str) -> anyhow::Result<Vec<String>> {
    let names = Names::new(family, name)?;
    apply::all(root, &planned(root, &names)?, &[], || Ok(()))?;
    Ok(names.packages())
}

/// Every new text, in memory: what is wrong with the name or the tree shows before anything is written.
fn planned(root: &Path, names: &Names) -> anyhow::Result<Vec<(String, String)>> {
    let mut present = BTreeMap::new();
    for path in names.edited() {
        present.insert(path, std::fs::read_to_string(root.join(path))?);
    }
    let files = plan::files(names, present)?;
    for (path, _) in files.iter().filter(|(path, _)| !names.edited().contains(path.as_str())) {
        anyhow::ensure!(!root.join(path).exists(), "{path} is there already");
    }
    Ok(files)
}

/// Formats what was edited and brings the lock files up to date. Neither builds anything.
fn finish(names: &Names) -> anyhow::Result<()> {
    let packages = names.packages();
    let options = packages.iter().flat_map(|package| ["--package", package]);
    start(Command::new("cargo").arg("fmt").args(options).current_dir(root()))?;
    for folder in LOCKS {
        let update = |offline: &[&str]| {
            let mut cargo = Command::new("cargo");
            cargo.args(["update", "--workspace", "--quiet"]).args(offline).current_dir(root().join(folder));
            cargo
        };
        // The new package needs nothing that is not locked already. Without an index, which has to be fetched, that attempt fails,
        // and its words are no error.
        let is_there = update(&["--offline"]).output().is_ok_and(|tried| tried.status.success());
        if !is_there {
            start(&mut update(&[]))?;
        }
    }
    Ok(())
}
