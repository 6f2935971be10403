//! The nightly compiler of the BPF and fuzz suites.
//!
//! They lean on unstable options, which change without notice, and the verifier takes or refuses what one code
//! generator makes of a control. So one nightly is pinned. Another is used where it is the one that is there, and what
//! it alone cannot do is skipped with its version, not failed.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The toolchain that the suites were last seen to pass with. To move it: install another, run
/// `cargo xtask firmware`, `cargo xtask test --only kernel` and `cargo xtask fuzz`, and write its name and `commit-hash` here.
const PINNED: &str = "nightly-2026-05-20";
/// Its compiler, rustc 1.97.0-nightly, by which it is known under any name.
const COMMIT: &str = "e50aa6fba4e63ab34c72bf9acfd2c307c1155d1a";
/// The component with the sources of `core`.
const SOURCES: &str = "rust-src";
/// Whatever nightly is installed without a date.
const UNDATED: &str = "nightly";

/// An installed nightly toolchain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nightly {
    toolchain: &'static str,
    /// First line of `rustc -vV`.
    version: String,
    pinned: bool,
}

impl Nightly {
    /// The pinned one, dated or not, or else the undated one; otherwise what to install.
    ///
    /// # Errors
    /// There is none.
    pub fn find() -> Result<Self, String> {
        let installed: Vec<Self> = [PINNED, UNDATED].into_iter().filter_map(Self::installed).collect();
        choose(installed).ok_or_else(|| format!("no nightly compiler; try: {}", install()))
    }

    /// The same, with the sources of `core`, which rustup is asked for as it is for the firmware's targets.
    ///
    /// # Errors
    /// There is none, or its sources cannot be had.
    pub fn with_sources() -> Result<Self, String> {
        let nightly = Self::find()?;
        if !nightly.has_sources() {
            nightly.add(SOURCES);
        }
        let missing =
            || format!("{} lacks its sources; try: rustup {}", nightly.version, nightly.component(SOURCES));
        if nightly.has_sources() { Ok(nightly) } else { Err(missing()) }
    }

    /// The same, with Miri, which rustup is asked for likewise.
    ///
    /// # Errors
    /// There is none, or Miri cannot be had.
    pub fn with_miri() -> Result<Self, String> {
        let nightly = Self::with_sources()?;
        if !nightly.has_miri() {
            nightly.add("miri");
        }
        let missing = || format!("{} lacks Miri; try: rustup {}", nightly.version, nightly.component("miri"));
        if nightly.has_miri() { Ok(nightly) } else { Err(missing()) }
    }

    fn has_miri(&self) -> bool {
        self.home().join("bin/cargo-miri").exists()
    }

    fn has_sources(&self) -> bool {
        self.home().join("lib/rustlib/src/rust/library/core/Cargo.toml").exists()
    }

    /// Offline it fails, and whoever wants the component says that it is missing.
    fn add(&self, component: &str) {
        println!("$ rustup {}", self.component(component));
        let added = Command::new("rustup").args(self.component(component).split(' ')).status();
        if !added.is_ok_and(|status| status.success()) {
            println!("rustup could not add it");
        }
    }

    fn installed(toolchain: &'static str) -> Option<Self> {
        // Rustup would rather fetch what it does not have, which is not for a question to do.
        let output = command(toolchain, "rustc").arg("-vV").env("RUSTUP_AUTO_INSTALL", "0").output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| Self::read(toolchain, &text)).flatten()
    }

    /// Of what `rustc -vV` prints.
    fn read(toolchain: &'static str, text: &str) -> Option<Self> {
        let version = text.lines().next()?.to_owned();
        let pinned = text.lines().any(|line| line.strip_prefix("commit-hash: ") == Some(COMMIT));
        Some(Self { toolchain, version, pinned })
    }

    /// A program of the toolchain.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        command(self.toolchain, program)
    }

    /// Where it lies.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        let output = self.command("rustc").args(["--print", "sysroot"]).output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        text.map_or_else(|_| PathBuf::new(), |text| Path::new(&text).to_path_buf())
    }

    /// Why a failure is this compiler's own affair; nothing of the pinned one.
    #[must_use]
    pub fn excuse(&self) -> Option<String> {
        (!self.pinned).then(|| format!("{} is not the pinned {PINNED}; try: {}", self.version, install()))
    }

    /// For the list of what a machine has.
    #[must_use]
    pub fn describe(&self) -> String {
        let relation = if self.pinned { "pinned" } else { "not the pinned" };
        format!("{} ({relation} {PINNED})", self.version)
    }

    fn component(&self, component: &str) -> String {
        format!("component add {component} --toolchain {}", self.toolchain)
    }
}

fn choose(mut installed: Vec<Nightly>) -> Option<Nightly> {
    let at = installed.iter().position(|nightly| nightly.pinned).unwrap_or(0);
    (at < installed.len()).then(|| installed.swap_remove(at))
}

fn command(toolchain: &str, program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env("RUSTUP_TOOLCHAIN", toolchain);
    command
}

fn install() -> String {
    format!("rustup toolchain install {PINNED} --profile minimal --component rust-src")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(toolchain: &'static str, commit: &str) -> Nightly {
        let text = format!("rustc 1.97.0-nightly (abc 2026-05-19)\nbinary: rustc\ncommit-hash: {commit}\n");
        Nightly::read(toolchain, &text).unwrap()
    }

    #[test]
    fn the_pinned_compiler_is_known_by_its_commit_under_any_name() {
        let undated = reads(UNDATED, COMMIT);
        assert_eq!((undated.toolchain, undated.pinned, undated.excuse()), (UNDATED, true, None));
        assert_eq!(choose(vec![reads(PINNED, "0123"), undated.clone()]), Some(undated));
    }

    #[test]
    fn another_compiler_is_taken_and_its_failures_name_both_versions() {
        let other = choose(vec![reads(UNDATED, "0123")]).unwrap();
        let excuse = other.excuse().unwrap();
        for part in ["1.97.0-nightly (abc", PINNED, "rustup toolchain install"] {
            assert!(excuse.contains(part), "{excuse}");
        }
        assert_eq!(choose(Vec::new()), None);
    }
}
