//! `freeboard demo`.

use super::common::{Output, Workers, compare_and_report};
use super::exit::Done;
use crate::say::say;
use clap::Args;
use freeboard_pipeline::profiles::tofino_1_like;
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;
use freeboard_scenario::world::budget_line;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    output: Output,
}

/// The demo's scenario.
pub(super) const SCENARIO: &str = include_str!("../../plans/demo.toml");
/// Time range of the queue plot \[ps\]: 10 ms before the incast to 40 ms after it.
const WINDOW_PS: core::ops::Range<u64> = 1_990_000_000_000..2_040_000_000_000;

/// Summary of the tables in two sentences; the schemes are in the scenario's order, ECN# last.
fn conclusion(outcomes: &[Outcome]) -> Option<String> {
    let [tail_drop, step, .., sharp] = outcomes else { return None };
    let [unmarked, threshold, held] = [tail_drop, step, sharp].map(|one| one.bottleneck().packets_mean);
    Some(format!(
        "ECN# kept the mean queue at {held:.1} packets, where the step threshold had {threshold:.1} and tail-drop {unmarked:.1}, and \
         dropped {} packets, tail-drop {}: short flows wait less and long ones keep the link. `query` is no better: the incast is \
         one burst, and the link needs its time under any scheme.",
        sharp.queues.dropped(),
        tail_drop.queues.dropped(),
    ))
}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let scenario = Scenario::read(&Document::new("plans/demo.toml", SCENARIO))?;
    if !json {
        let profile = tofino_1_like();
        let lines = scenario.schemes.iter().map(|scheme| budget_line(&scheme.aqm, &profile));
        say!("What each scheme needs of a switch pipeline, 128 ports x 8 queues:");
        lines.for_each(|line| say!("  {line}"));
    }
    Workers::default().start()?;
    let outcomes = compare_and_report("demo", &scenario, (&arguments.output, &[]), WINDOW_PS, false, json)?;
    if !json && let Some(text) = conclusion(&outcomes) {
        say!("{text}");
    }
    Ok(Done::Fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_conclusion_takes_its_numbers_from_the_first_and_the_last_scheme() {
        let mut outcomes = vec![Outcome::default(); 4];
        outcomes[0].queues.dropped_buffer = 82_259;
        outcomes[3].queues.dropped_scheme = 3;
        let text = conclusion(&outcomes).unwrap_or_default();
        assert!(text.contains("dropped 3 packets, tail-drop 82259"), "{text}");
        assert_eq!(conclusion(&outcomes[..1]), None);
    }
}
