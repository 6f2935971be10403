//! Generated blocks of README, book and plans: filled from the code.
//!
//! A block stands between `<!-- generated: KIND NAME -->` and `<!-- /generated -->`. What the code knows is
//! written there and nowhere else.

mod blocks;
mod fill;
mod front;
mod plans;
mod subjects;

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Fill the generated blocks of README and book from the code.
#[derive(Clone, Copy, Debug, Parser)]
#[command(name = "cargo xtask docs", version)]
struct Arguments {
    /// Change nothing; fail if a block is stale.
    #[arg(long)]
    check: bool,
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Fills every block; true unless `--check` found a stale one.
fn run(arguments: Arguments) -> anyhow::Result<bool> {
    let stale = stale()?;
    for (path, text) in &stale {
        if arguments.check {
            eprintln!(
                "docs: {} has stale generated blocks; run `cargo xtask docs`",
                freeboard_toolchain::relative(path)
            );
        } else {
            std::fs::write(path, text)?;
            println!("filled {}", freeboard_toolchain::relative(path));
        }
    }
    Ok(stale.is_empty() || !arguments.check)
}

/// Every page whose blocks are not what the code says, with its text as it should be.
fn stale() -> anyhow::Result<Vec<(PathBuf, String)>> {
    let subjects = subjects::all();
    let mut stale = Vec::new();
    for path in pages()? {
        let text = std::fs::read_to_string(&path)?;
        let fresh = fill::fill(&text, |kind, name| blocks::block(&subjects, kind, name))
            .map_err(|problem| anyhow::anyhow!("{}: {problem}", freeboard_toolchain::relative(&path)))?;
        if fresh != text {
            stale.push((path, fresh));
        }
    }
    Ok(stale)
}

fn pages() -> anyhow::Result<Vec<PathBuf>> {
    let mut pages = vec![freeboard_toolchain::root().join("README.md")];
    let mut folders =
        ["docs/src", "crates/lab/plans"].map(|path| freeboard_toolchain::root().join(path)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    Ok(pages)
}
