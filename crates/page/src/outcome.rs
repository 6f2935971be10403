//! The outcome of a run for a page: numbers of its tables, and a sentence.

use freeboard_scenario::Scenario;
use freeboard_scenario::measure::{FctSummary, Figures, Outcome};
use serde_json::{Value, json};

/// All that a page shows of a run.
pub(crate) fn outcome_of(scenario: &Scenario, scheme: usize, outcome: &Outcome) -> Value {
    let summary = FctSummary::of(&outcome.flows);
    let port = outcome.bottleneck();
    let figures = |of: &Figures| json!({ "flows": of.count, "mean_us": of.mean, "p99_us": of.p99 });
    json!({
        "scheme": scenario.schemes[scheme].name,
        "digest": format!("{:08x}", outcome.digest),
        "fct": {
            "short": figures(&summary.short),
            "medium": figures(&summary.medium),
            "large": figures(&summary.large),
            "query": figures(&summary.query),
        },
        "flows": outcome.flows.len(),
        "unfinished": outcome.unfinished(),
        "marks": outcome.queues.marked,
        "drops": outcome.drops(),
        "timeouts": outcome.timeouts,
        "mean_queue_packets": port.packets_mean,
        "max_queue_packets": port.packets_max,
        "utilisation": port.utilisation,
        "events": outcome.events,
        "says": sentence(&scenario.schemes[scheme].name, outcome),
    })
}

/// The run in one sentence.
fn sentence(name: &str, outcome: &Outcome) -> String {
    let port = outcome.bottleneck();
    let by = outcome.acts.iter().filter(|act| act.fired > 0).map(|act| format!("{} {}", act.fired, act.name));
    let by: Vec<String> = by.collect();
    let by = if by.is_empty() { String::new() } else { format!(" ({})", by.join(", ")) };
    format!(
        "{name} kept the mean queue at {:.1} packets and the longest at {}; it marked {} packets{by}, {} were dropped, and {} of {} flows \
         finished.",
        port.packets_mean,
        port.packets_max,
        outcome.queues.marked,
        outcome.drops(),
        outcome.flows.len() - outcome.unfinished(),
        outcome.flows.len(),
    )
}
