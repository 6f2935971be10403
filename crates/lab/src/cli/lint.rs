//! `freeboard lint`.

use super::exit::Done;
use super::import::read;
use crate::say::say;
use clap::Args;
use freeboard_import::lint::{lint, lint_scenario, sarif};
use freeboard_import::sonic::ConfigDb;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// SONiC's `config_db.json`, or a scenario (`.toml`).
    file: PathBuf,
    /// Print the findings as one SARIF 2.1.0 log.
    #[arg(long, conflicts_with = "json")]
    sarif: bool,
}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let (name, text) = read(&arguments.file)?;
    let findings = if arguments.file.extension().is_some_and(|end| end == "toml") {
        lint_scenario(&name, &text)?
    } else {
        lint(&ConfigDb::read(&name, &text)?)
    };
    if arguments.sarif {
        say!("{}", sarif(&name, &findings));
    } else if json {
        for finding in &findings {
            say!("{}", serde_json::to_string(finding)?);
        }
    } else {
        findings.iter().for_each(|finding| say!("{finding}"));
        say!("{}: {}", name, count(findings.len()));
    }
    Ok(if findings.is_empty() { Done::Fine } else { Done::Differs })
}

fn count(findings: usize) -> String {
    match findings {
        0 => "no finding".to_owned(),
        1 => "1 finding".to_owned(),
        more => format!("{more} findings"),
    }
}
