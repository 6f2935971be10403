//! `freeboard report`.

use super::exit::Done;
use super::reproduce;
use crate::pages::{missing, read, write};
use crate::plan::{Figures, Status};
use crate::report::Line;
use crate::say::{say, tell};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folder for the pages; created if missing.
    #[arg(long, default_value = "report")]
    out: PathBuf,
    /// Folder of `reproduce --all`. Without it the command runs all plans at the scale `quick`, into `results` below the pages'
    /// folder.
    #[arg(long)]
    from: Option<PathBuf>,
}

/// Summary of the written pages.
#[derive(Serialize)]
struct ReportLine {
    pages: Vec<PathBuf>,
    figures: usize,
    missing: Vec<String>,
}

impl Line for ReportLine {}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let from = match &arguments.from {
        Some(from) => from.clone(),
        None => {
            let from = arguments.out.join("results");
            reproduce::quick(&from, json)?;
            from
        }
    };
    let figures = Figures::read()?;
    let named = figures.figures.iter().filter_map(|figure| match &figure.status {
        Status::Plans(plans) => Some(plans),
        Status::Reason(_) => None,
    });
    let results = read(&from, named.flatten().map(String::as_str))?;
    let pages = write(&arguments.out, &figures, &results)?;
    let missing = missing(&figures, &results);
    let done = if missing.is_empty() { Done::Fine } else { Done::Differs };
    missing.iter().for_each(|figure| tell!("{figure}: its plan has no results in {}", from.display()));
    let line = ReportLine { pages, figures: figures.figures.len(), missing };
    if json {
        say!("{}", line.line());
    } else {
        say!("{} figures: {}", line.figures, line.pages[0].display());
    }
    Ok(done)
}
