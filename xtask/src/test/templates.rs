//! Compile test of the `cargo xtask new` templates, in a copy of the tree.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::new::{Family, in_copy};
use crate::workspace::cargo;
use anyhow::Context;
use freeboard_toolchain::{output, root, scratch};
use std::path::Path;
use std::process::Command;

/// Starts one algorithm of each family and checks it with the registry and the oracles.
pub(crate) fn run() -> anyhow::Result<Outcome> {
    let copy = std::path::absolute(scratch()?.join("templates"))?;
    let _ = std::fs::remove_dir_all(&copy);
    copy_sources(&copy)?;
    let mut packages = in_copy(&copy, Family::Aqm, "first-template")?;
    packages.extend(in_copy(&copy, Family::Cc, "second-template")?);
    packages.sort();
    packages.dedup();
    let mut check = cargo(&["check", "--quiet"]);
    // A folder of its own: cargo gives a crate of the copy the name of the checkout's, and would then watch the copy's sources.
    check
        .current_dir(&copy)
        .env("CARGO_TARGET_DIR", std::path::absolute(scratch()?.join("templates-target"))?);
    packages.iter().for_each(|package| _ = check.args(["--package", package]));
    let (fine, _) = tee::run(&mut check)?;
    Ok(Outcome::ran(Count::one(fine)))
}

/// Copies the tree as git tracks it or would: a crate's documentation may include any of its files.
fn copy_sources(to: &Path) -> anyhow::Result<()> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root());
    for path in output(&mut git)?.lines().filter(|path| root().join(path).exists()) {
        let file = to.join(path);
        std::fs::create_dir_all(file.parent().context("a file without a folder")?)?;
        std::fs::copy(root().join(path), &file).with_context(|| path.to_owned())?;
    }
    Ok(())
}
