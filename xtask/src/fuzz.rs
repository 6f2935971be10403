//! `cargo xtask fuzz`: a smoke of every fuzz target, from the corpus that is checked in.

use crate::{repo, tools};
use anyhow::Context;
use std::path::Path;
use xshell::{Shell, cmd};

/// How long to fuzz.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Seconds per target.
    #[arg(long, default_value_t = 20)]
    seconds: u32,
}

/// Fuzzes every target in turn; true when none of them finds anything.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let fuzzer = tools::fuzzer()?;
    let folder = repo::root().join("fuzz");
    let mut clean = true;
    for target in targets(&folder)? {
        clean &= one(&fuzzer, &folder, &target, arguments.seconds)?;
    }
    Ok(clean)
}

/// Names of the targets, sorted.
fn targets(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder.join("fuzz_targets")).context("no fuzz targets")? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    }
    names.sort_unstable();
    Ok(names)
}

/// New inputs go to a scratch corpus: the one in the repository grows by hand, with inputs that say something.
fn one(fuzzer: &Path, folder: &Path, target: &str, seconds: u32) -> anyhow::Result<bool> {
    let scratch = repo::scratch()?.join("corpus").join(target);
    std::fs::create_dir_all(&scratch)?;
    let seeds = folder.join("corpus").join(target);
    let built = repo::target().join("fuzz");
    let time = format!("-max_total_time={seconds}");
    let sh = Shell::new()?;
    sh.change_dir(repo::root());
    // `cargo fuzz` starts a second cargo, which must be the nightly one too.
    let _toolchain = sh.push_env("RUSTUP_TOOLCHAIN", "nightly");
    let run = cmd!(
        sh,
        "{fuzzer} fuzz run --fuzz-dir {folder} --target-dir {built} {target} {scratch} {seeds} -- {time} -print_final_stats=1"
    );
    Ok(run.run().is_ok())
}
