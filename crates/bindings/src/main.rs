//! Builds and checks the C library.

use clap::{Parser, Subcommand};
use freeboard_bindings::library::{self, Report, Target};
use freeboard_toolchain as toolchain;
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask c", about = "The C library", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the library and its header, for this machine and for bare metal.
    Build {
        /// One target only: host, riscv32imc, riscv64imac, thumbv6m, thumbv7em, thumbv7emhf, thumbv8m, thumbv8mhf.
        #[arg(long)]
        target: Option<String>,
        /// Only these features, such as `aqm-ecn-sharp,cc-dctcp`.
        #[arg(long, default_value = "all")]
        features: String,
    },
    /// Build it for every target; scan its symbols, compile and run the C programs. The last line counts.
    Check,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Build { target, features } => build(target.as_deref(), &features).map(|()| true),
        Command::Check => check(),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn build(only: Option<&str>, features: &str) -> anyhow::Result<()> {
    let below = toolchain::scratch()?.join("c");
    let all = Target::all()?;
    if let Some(name) = only.filter(|name| all.iter().all(|target| target.name != *name)) {
        let names: Vec<&str> = all.iter().map(|target| target.name).collect();
        anyhow::bail!("no target `{name}`; there are {}", names.join(", "));
    }
    let header = toolchain::root().join("crates/freeboard-c/include/freeboard.h");
    std::fs::create_dir_all(below.join("include"))?;
    std::fs::copy(header, below.join("include/freeboard.h"))?;
    println!("{}", below.join("include/freeboard.h").display());
    for target in all.iter().filter(|target| only.is_none_or(|name| target.name == name)) {
        toolchain::install_target(&target.triple)?;
        let library = library::build(target, &[features], &below.join(target.name))?;
        println!("{}", library.path.display());
    }
    Ok(())
}

fn check() -> anyhow::Result<bool> {
    for target in Target::all()? {
        toolchain::install_target(&target.triple)?;
    }
    let Report { passed, failed, skipped } = library::check(&toolchain::scratch()?.join("c-check"))?;
    passed.iter().for_each(|what| println!("ok      {what}"));
    skipped.iter().for_each(|what| println!("skipped {what}"));
    failed.iter().for_each(|what| println!("FAILED  {what}"));
    println!("{{\"passed\":{},\"failed\":{},\"skipped\":{}}}", passed.len(), failed.len(), skipped.len());
    Ok(failed.is_empty())
}
