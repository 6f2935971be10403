//! `cargo xtask lint`: formatting, clippy and the policy for dependencies over all four workspaces, and the
//! documentation's links, to the end.

use crate::pinned::DENY;
use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::path::Path;
use std::process::Command;

/// Choices of `lint`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Install cargo-deny below the target folder if it is missing and dependencies changed.
    #[arg(long)]
    install: bool,
}

/// Workspaces of their own, which the root's commands do not see.
const OTHERS: [&str; 3] = ["crates/python", "firmware", "fuzz"];

/// The one program of `firmware/` that runs on the host.
const HOST_TOOL: &str = "freeboard-firmware-read-log";

/// A target of each architecture.
const ARCHITECTURES: [&str; 2] = [toolchain::TARGETS[0], toolchain::TARGETS[1]];

/// The documentation of everything, private items too: a link that leads nowhere, or from public to private, is an error.
const DOCUMENTED: [&str; 8] = [
    "doc",
    "--quiet",
    "--keep-going",
    "--no-deps",
    "--workspace",
    "--document-private-items",
    "--config",
    "build.rustdocflags=['-D','warnings']",
];

/// Runs every check; true when all are content.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let mut failed = Vec::new();
    for (folder, words) in checks() {
        let label = format!("cargo {} (in {folder}/)", words.join(" "));
        eprintln!("$ {label}");
        if !content(folder, &words)? {
            failed.push(label);
        }
    }
    failed.extend(dependencies(arguments.install)?);
    for label in &failed {
        println!("lint: FAILED {label}");
    }
    if failed.is_empty() {
        println!("lint: clean");
    }
    Ok(failed.is_empty())
}

/// Manifests, locks and policy that cargo-deny passed, each with git's name of its content.
const PASSED: &str = "xtask/dependencies.txt";

/// The policy of `deny.toml` in each workspace; the commands that failed.
///
/// The answer depends on manifests, locks and policy only. A build of cargo-deny takes longer than all other checks, so it runs
/// where one of them is another than on record.
fn dependencies(install: bool) -> anyhow::Result<Vec<String>> {
    let (path, there) = (toolchain::root().join(PASSED), graph()?);
    if std::fs::read_to_string(&path).is_ok_and(|passed| passed == there) {
        eprintln!("lint: cargo-deny passed these dependencies ({PASSED})");
        return Ok(Vec::new());
    }
    if install {
        DENY.provide()?;
    }
    let Some(program) = DENY.find() else {
        eprintln!("lint: dependencies are not checked, cargo-deny is missing: {}", DENY.command());
        return Ok(Vec::new());
    };
    let mut failed = Vec::new();
    for folder in core::iter::once(".").chain(OTHERS) {
        let label = format!("cargo deny check bans licenses sources (in {folder}/)");
        eprintln!("$ {label}");
        let status = Command::new(&program)
            // One policy serves four graphs, so each leaves some of its exceptions unused.
            .args(["--log-level", "error", "--config", "deny.toml", "--manifest-path"])
            .arg(Path::new(folder).join("Cargo.toml"))
            .args(["check", "bans", "licenses", "sources"])
            .current_dir(toolchain::root())
            .status()
            .context(DENY.name)?;
        if !status.success() {
            failed.push(label);
        }
    }
    if failed.is_empty() {
        std::fs::write(&path, there).with_context(|| PASSED.to_owned())?;
    }
    Ok(failed)
}

/// Every file that the policy's answer depends on, a line each.
fn graph() -> anyhow::Result<String> {
    let git =
        |words: &[&str]| toolchain::output(Command::new("git").args(words).current_dir(toolchain::root()));
    let listed = git(&["ls-files", "--", "*Cargo.toml", "*Cargo.lock", "deny.toml"])?;
    let paths: Vec<&str> = listed.lines().filter(|path| toolchain::root().join(path).is_file()).collect();
    let names = git(&[&["hash-object", "--"], &paths[..]].concat())?;
    Ok(names.lines().zip(paths).map(|(name, path)| format!("{name} {path}\n")).collect())
}

/// Clippy with these options, warnings being errors.
fn clippy(options: &[&'static str]) -> Vec<&'static str> {
    [&["clippy", "--quiet", "--keep-going"], options, &["--", "-D", "warnings"]].concat()
}

fn checks() -> Vec<(&'static str, Vec<&'static str>)> {
    let there = |folder: &&str| toolchain::root().join(folder).join("Cargo.toml").exists();
    let others = || OTHERS.into_iter().filter(there);
    let mut checks = vec![(".", vec!["fmt", "--all", "--check"])];
    checks.extend(others().map(|folder| (folder, vec!["fmt", "--all", "--check"])));
    if toolchain::root().join("fuzz").exists() {
        // They link with a nightly compiler only.
        checks.push(("fuzz", vec!["check", "--quiet", "--locked", "--bins"]));
    }
    checks.push((".", clippy(&["--workspace", "--all-targets"])));
    checks.push((".", DOCUMENTED.to_vec()));
    checks.push(("firmware", clippy(&["--package", HOST_TOOL])));
    if let Err(error) = toolchain::install_targets() {
        eprintln!("lint: firmware/ is not linted: {error:#}");
    } else {
        let bare = |target| clippy(&["--workspace", "--exclude", HOST_TOOL, "--target", target]);
        // Start-up code differs between the two architectures only.
        checks.extend(ARCHITECTURES.map(|target| ("firmware", bare(target))));
    }
    checks
}

fn content(folder: &str, words: &[&str]) -> anyhow::Result<bool> {
    let target = std::path::absolute(toolchain::target())?;
    let mut command = Command::new("cargo");
    command
        .args(words)
        .current_dir(toolchain::root().join(folder))
        .env("CARGO_TARGET_DIR", shared(&target, folder));
    let status = command.status().with_context(|| format!("cargo {}", words.join(" ")))?;
    Ok(status.success())
}

/// Workspaces with lock files of their own build apart, so that neither throws the other's results away.
fn shared(target: &Path, folder: &str) -> std::path::PathBuf {
    if folder == "." { target.to_owned() } else { target.join("xtask").join(folder) }
}
