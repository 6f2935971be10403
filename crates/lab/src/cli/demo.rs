//! `freeboard demo`.

use super::common::{Output, compare_and_report};
use super::exit::Done;
use super::say::say;
use crate::document::Document;
use crate::scenario::Scenario;
use crate::world::budget_line;
use clap::Args;
use freeboard_hw_model::pipeline::profiles::tofino_1_like;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    output: Output,
}

/// The demo's scenario.
const SCENARIO: &str = include_str!("../../plans/demo.toml");
/// What the queue plot shows \[ps\]: 10 ms before the incast to 40 ms after it.
const WINDOW_PS: core::ops::Range<u64> = 1_990_000_000_000..2_040_000_000_000;

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let scenario = Scenario::read(&Document::new("plans/demo.toml", SCENARIO))?;
    if !json {
        let profile = tofino_1_like();
        let lines = scenario.schemes.iter().map(|scheme| budget_line(&scheme.aqm, &profile));
        say!("What each scheme needs of a switch pipeline, 128 ports x 8 queues:");
        lines.for_each(|line| say!("  {line}"));
    }
    compare_and_report("demo", &scenario, &arguments.output, WINDOW_PS, json)?;
    Ok(Done::Fine)
}
