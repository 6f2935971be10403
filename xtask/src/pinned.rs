//! Cargo tools with a pinned version, kept below the target folder.

use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program that `cargo install` builds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// Package and program.
    pub(crate) name: &'static str,
    version: &'static str,
    options: &'static [&'static str],
}

/// Renders the book. Neither its server nor its search is used.
pub(crate) const BOOK: Tool = Tool { name: "mdbook", version: "0.5.4", options: &["--no-default-features"] };

/// Builds and runs fuzz targets.
pub(crate) const FUZZ: Tool = Tool { name: "cargo-fuzz", version: "0.13.2", options: &[] };

/// Changes expressions, one at a time.
pub(crate) const MUTANTS: Tool = Tool { name: "cargo-mutants", version: "27.1.0", options: &[] };

/// Checks licences, sources and versions of dependencies.
pub(crate) const DENY: Tool =
    Tool { name: "cargo-deny", version: "0.20.2", options: &["--no-default-features"] };

impl Tool {
    /// Where it is: on the path, or where [`provide`](Self::provide) puts it.
    pub(crate) fn find(&self) -> Option<PathBuf> {
        if toolchain::have(self.name) {
            return Some(self.name.into());
        }
        let own = folder().join("bin").join(self.name);
        own.exists().then_some(own)
    }

    /// The command that installs it.
    pub(crate) fn command(&self) -> String {
        let folder = toolchain::relative(&folder());
        format!("cargo {} --root {folder}", self.arguments().join(" "))
    }

    /// Installs it where it is missing.
    pub(crate) fn provide(&self) -> anyhow::Result<()> {
        if self.find().is_some() {
            return Ok(());
        }
        let root = folder();
        // What it is built from is of no use once it is there.
        let build = root.join("build");
        let mut cargo = Command::new("cargo");
        cargo.current_dir(toolchain::root()).args(self.arguments()).env("CARGO_PROFILE_DEV_DEBUG", "false");
        let installed = toolchain::run(cargo.arg("--root").arg(&root).arg("--target-dir").arg(&build));
        let _ = std::fs::remove_dir_all(&build);
        installed.with_context(|| format!("{} {} could not be installed", self.name, self.version))
    }

    fn arguments(&self) -> Vec<&'static str> {
        // Unoptimised: they run for seconds and would be built for minutes.
        let head = ["install", "--quiet", "--debug", "--locked", self.name, "--version", self.version];
        [&head, self.options].concat()
    }
}

fn folder() -> PathBuf {
    let target = toolchain::target();
    std::path::absolute(&target).unwrap_or(target).join(Path::new("tools"))
}

#[cfg(test)]
mod tests {
    use super::FUZZ;

    #[test]
    fn the_install_command_pins_the_version_and_leaves_the_system_alone() {
        let command = FUZZ.command();
        assert!(command.starts_with("cargo install "), "{command}");
        assert!(command.contains("cargo-fuzz --version 0.13.2"), "{command}");
        assert!(command.ends_with("/tools"), "{command}");
    }
}
