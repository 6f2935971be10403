//! `freeboard lint`.

use super::exit::Done;
use super::import::read;
use crate::say::say;
use clap::Args;
use freeboard_import::lint::{Finding, lint, sarif};
use freeboard_import::sonic::ConfigDb;
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// SONiC's `config_db.json`, or a scenario (`.toml`).
    file: PathBuf,
    /// Print the findings as one SARIF 2.1.0 log.
    #[arg(long, conflicts_with = "json")]
    sarif: bool,
}

/// Rule of a scenario's own warnings.
const UNUSED: &str = "unused-part";

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let (name, text) = read(&arguments.file)?;
    let findings = if arguments.file.extension().is_some_and(|end| end == "toml") {
        let scenario = Scenario::read(&Document::new(name.as_str(), text))?;
        scenario.warnings().into_iter().map(unused).collect()
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

fn unused(warning: String) -> Finding {
    let remedy = "give it traffic, or leave it out".to_owned();
    Finding { rule: UNUSED, place: "scenario".to_owned(), effect: warning, remedy }
}

fn count(findings: usize) -> String {
    match findings {
        0 => "no finding".to_owned(),
        1 => "1 finding".to_owned(),
        more => format!("{more} findings"),
    }
}
