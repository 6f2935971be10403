//! `freeboard page`.

use super::exit::Done;
use super::inputs::{files_in, inputs, keep_inputs};
use crate::interactive::page;
use crate::report::Line;
use crate::say::{say, tell};
use crate::whole::whole_bytes;
use anyhow::{Context, Result, ensure};
use clap::Args;
use freeboard_scenario::catalog::argument_fault;
use freeboard_scenario::document::Document;
use freeboard_scenario::file::{MEMORY_OF_A_PAGE, Scenario};
use freeboard_toolchain as toolchain;
use serde::Serialize;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use toml::Table;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario; that of `demo` if there is none.
    file: Option<PathBuf>,
    /// File of the page.
    #[arg(long, default_value = "page.html")]
    out: PathBuf,
}

/// The page that was written.
#[derive(Serialize)]
struct PageLine {
    page: String,
    bytes: usize,
    scenario: String,
    schemes: usize,
}

impl Line for PageLine {}

/// Target and package of the module.
const TARGET: &str = toolchain::BROWSER;
const PACKAGE: &str = "freeboard-page";
const PROFILE: &str = "page";

/// Most hosts of a page, chosen by us: an event in a browser takes twice as long, and a thousand hosts have millions of them.
const HOSTS_MAX: u32 = 1_024;

pub(super) fn run(arguments: &Arguments, json: bool) -> Result<Done> {
    let (name, text) = match &arguments.file {
        Some(path) => (path.display().to_string(), Document::open(path)?.text().to_owned()),
        None => ("plans/demo.toml".to_owned(), super::demo::SCENARIO.to_owned()),
    };
    let scenario = Scenario::read_or_all_faults(&Document::new(&name, &text))?;
    if let Some(file) = &arguments.file {
        keep_inputs("--out", &arguments.out, &inputs(file, &text))?;
    }
    check(&name, &text, &scenario)?;
    let last = scenario.schemes.len() - 1;
    // The demo is about ECN# beside the threshold that suits the slowest hosts.
    let shown = if arguments.file.is_none() { [1, last] } else { [last.saturating_sub(1), last] };
    let made = page(&text, shown, &module()?)?;
    whole_bytes(&arguments.out, made.as_bytes())?;
    let line = PageLine {
        page: arguments.out.display().to_string(),
        bytes: made.len(),
        scenario: scenario.name.clone(),
        schemes: scenario.schemes.len(),
    };
    if json {
        say!("{}", line.line());
    } else {
        say!("written: {} ({} KB); open it in a browser", line.page, line.bytes / 1_000);
    }
    Ok(Done::Fine)
}

/// Refuses what a page cannot run: other files, more hosts or more memory than it has.
fn check(name: &str, text: &str, scenario: &Scenario) -> Result<()> {
    let table: Table = text.parse()?;
    if let Some(path) = files_in(&table).first() {
        return Err(argument_fault(
            "FILE",
            name,
            &format!("reads another file ({path}), and a page has no files"),
            "a scenario that is whole by itself",
        )
        .into());
    }
    let hosts = scenario.topology.shape.hosts();
    if hosts > HOSTS_MAX {
        let problem = format!("has {hosts} hosts, too many for a page");
        return Err(argument_fault("FILE", name, &problem, &format!("at most {HOSTS_MAX} hosts")).into());
    }
    let needed = scenario.estimate().memory_bytes;
    if needed > MEMORY_OF_A_PAGE {
        let problem = format!("takes about {} MiB, more than a page has", needed >> 20);
        let legal = format!(
            "at most {} MiB: fewer samples, a shorter time or a smaller network",
            MEMORY_OF_A_PAGE >> 20
        );
        return Err(argument_fault("FILE", name, &problem, &legal).into());
    }
    Ok(())
}

/// The simulator for a browser: cargo builds it where it is not there.
fn module() -> Result<Vec<u8>> {
    let root = toolchain::root();
    ensure!(
        root.join("crates/page").is_dir(),
        "the page is built from the checkout at {}, which is gone",
        root.display()
    );
    ensure!(
        toolchain::have_target(TARGET),
        argument_fault(
            "page",
            TARGET,
            "is missing: Rust cannot build for a browser",
            &format!("rustup target add {TARGET}")
        )
    );
    let path = toolchain::target().join(TARGET).join(PROFILE).join("freeboard_page.wasm");
    let path = root.join(path);
    if !path.exists() {
        tell!("building the simulator for a browser, once; this takes some minutes");
    }
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args([
        "build",
        "--locked",
        "--package",
        PACKAGE,
        "--target",
        TARGET,
        "--profile",
        PROFILE,
    ]);
    toolchain::run(&mut cargo).context("the simulator for a browser cannot be built")?;
    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
}
