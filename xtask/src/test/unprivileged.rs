//! The README's two commands for a user who may change nothing.
//!
//! The user has an empty home, no rights over the machine and a path without a package manager. Suites whose needs cannot be
//! installed are skipped with an administrator's command; the others run.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::bench;
use crate::workspace::cargo;
use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs of a build and of the probe of the machine. None of them installs anything.
const NEEDED: [&str; 12] =
    ["ar", "as", "cargo", "cc", "env", "git", "id", "ld", "rustc", "rustdoc", "rustup", "sh"];

/// A suite that needs the compiler only.
const RUNS: &str = "tidy";
/// A suite whose programs the path lacks.
const IS_SKIPPED: &str = "slurm";

/// Runs both commands; three things are counted.
pub(crate) fn run() -> anyhow::Result<Outcome> {
    let Ok(unshare) = located("unshare") else { return Ok(Outcome::Skipped("unshare missing".to_owned())) };
    if toolchain::output(as_stranger(&unshare, &mut Command::new("true"))).is_err() {
        return Ok(Outcome::Skipped("this system lets nobody make a user namespace".to_owned()));
    }
    let folder = std::path::absolute(toolchain::scratch()?.join("unprivileged"))?;
    let _ = std::fs::remove_dir_all(&folder);
    let place = Place::new(&folder, unshare)?;
    let mut test = cargo(&["xtask", "test", "--install", "--only", RUNS, "--only", IS_SKIPPED]);
    let (ended_well, text) = tee::run(place.enter(&mut test))?;
    let mut count = Count::one(ended_well && line(&text, RUNS).contains(" ran "));
    count += Count::one(is_explained(line(&text, IS_SKIPPED)));
    // In the profile of the suites before this one; the alias would build everything again.
    let mut demo = bench::cargo("run");
    demo.args(["--bin", "freeboard", "--", "demo", "--out"]).arg(folder.join("demo"));
    count += Count::one(tee::run(place.enter(&mut demo))?.0);
    Ok(Outcome::ran(count))
}

/// The closing line of a suite.
fn line<'a>(text: &'a str, suite: &str) -> &'a str {
    let start = format!("suite {suite} ");
    text.lines().find(|line| line.starts_with(&start)).unwrap_or_default()
}

/// The suite was skipped, and the reason has the command of every package manager.
fn is_explained(line: &str) -> bool {
    let commands = ["apt-get install ", "dnf install ", "pacman -S "];
    line.contains(" skipped ") && commands.iter().all(|command| line.contains(command))
}

/// The same command in a namespace where its user is nobody in particular.
fn as_stranger<'a>(unshare: &Path, command: &'a mut Command) -> &'a mut Command {
    // By its whole path: the path of the stranger lacks it.
    let mut inside = Command::new(unshare);
    inside.args(["--user", "--map-user=1000", "--map-group=1000", "--"]);
    inside.arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        inside.current_dir(folder);
    }
    *command = inside;
    command
}

/// Settings with which git reads a checkout whose owner is somebody else in the namespace.
const TRUST: [(&str, &str); 3] =
    [("GIT_CONFIG_COUNT", "1"), ("GIT_CONFIG_KEY_0", "safe.directory"), ("GIT_CONFIG_VALUE_0", "*")];

/// A home and a path.
struct Place {
    unshare: PathBuf,
    home: PathBuf,
    path: PathBuf,
    /// Folders of the toolchain and of the packages that cargo has fetched.
    rust: [(&'static str, OsString); 2],
}

impl Place {
    /// Makes both below a folder; the path has links to the needed programs only.
    fn new(folder: &Path, unshare: PathBuf) -> anyhow::Result<Self> {
        let (home, path) = (folder.join("home"), folder.join("bin"));
        std::fs::create_dir_all(&home)?;
        std::fs::create_dir_all(&path)?;
        for program in NEEDED {
            // A link to cargo is rustup under another name: the name of the link counts.
            link(&located(program)?, &path.join(program))?;
        }
        let user = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
        let of = |name: &'static str, folder: &str| {
            (name, std::env::var_os(name).unwrap_or_else(|| user.join(folder).into_os_string()))
        };
        Ok(Self { unshare, home, path, rust: [of("CARGO_HOME", ".cargo"), of("RUSTUP_HOME", ".rustup")] })
    }

    /// The command as the stranger runs it here.
    fn enter<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let path = self.path.clone();
        as_stranger(&self.unshare, command)
            .env("HOME", &self.home)
            .env("PATH", path)
            .env_remove("CI")
            .envs(self.rust.clone())
            .envs(TRUST)
    }
}

/// Place of a program in the path.
fn located(program: &str) -> anyhow::Result<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file());
    found.with_context(|| format!("no `{program}` in the path"))
}

/// A symbolic link, where the system has them.
fn link(program: &Path, name: &Path) -> anyhow::Result<()> {
    #[cfg(unix)]
    return Ok(std::os::unix::fs::symlink(program, name)?);
    #[cfg(not(unix))]
    anyhow::bail!("no links here: {} to {}", name.display(), program.display());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skip_without_an_administrators_command_is_seen() {
        let text = "suite tidy       ran  1.0 s\nsuite slurm      skipped  0.0 s  (slurm-wlm missing: \
                    apt-get install slurm-wlm, or dnf install slurm, or pacman -S slurm-llnl)\n";
        assert!(is_explained(line(text, "slurm")));
        assert!(!is_explained(line(&text.replace("dnf install", "get"), "slurm")));
        assert!(!is_explained(line(&text.replace("skipped", "ran"), "slurm")));
        assert!(!is_explained(line(text, "book")));
    }
}
