//! Names in plots and reports: schemes as the papers call them, axes and measures in words.

use freeboard_scenario::measure::{Class, Flows, Measure, Of};
use std::sync::LazyLock;
use toml::{Table, Value};

const TEXT: &str = include_str!("../../titles.toml");

/// The file; a text that is not TOML is found by the tests and has no names.
static TITLES: LazyLock<Table> = LazyLock::new(|| TEXT.parse().unwrap_or_default());

fn known(section: &str, name: &str) -> Option<&'static str> {
    TITLES.get(section)?.get(name).and_then(Value::as_str)
}

/// Name of a paper by its folder.
#[must_use]
pub fn paper_title(paper: &str) -> &str {
    known("paper", paper).unwrap_or(paper)
}

/// Name of a scheme of a plan, as the paper has it; the plan's own name where there is no other.
#[must_use]
pub fn scheme_title<'a>(paper: &str, name: &'a str) -> &'a str {
    known(paper, name).or_else(|| known("scheme", name)).unwrap_or(name)
}

/// Name of an axis in words.
#[must_use]
pub(super) fn axis_title(name: &str) -> &str {
    known("axis", name).unwrap_or(name)
}

/// Figure of a paper by its folder: "fig5-7" is "Figures 5-7".
#[must_use]
pub(super) fn figure_title(folder: &str) -> String {
    match (folder.strip_prefix("fig"), folder.strip_prefix("table")) {
        (Some(numbers), _) if numbers.contains('-') => format!("Figures {numbers}"),
        (Some(number), _) => format!("Figure {number}"),
        (_, Some(number)) => format!("Table {}", number.replacen('-', ", ", 1)),
        _ => folder.replace('-', " "),
    }
}

/// A measure in words, without its unit.
#[must_use]
pub(super) fn measure_title(measure: &Measure) -> String {
    match &measure.of {
        Of::QueueLongest => "longest queue".to_owned(),
        Of::QueueMean => "mean queue".to_owned(),
        Of::QueueAt(at) => format!("{} of the queue", percentile(*at)),
        Of::QueueDelay => "mean queueing delay".to_owned(),
        Of::QueueDelayAt(at) => format!("{} of the queueing delay", percentile(*at)),
        Of::Utilisation => "utilisation of the link".to_owned(),
        Of::Goodput(workload) => format!("goodput of {workload}"),
        Of::Fairness(workload) => format!("Jain's index of {workload}"),
        Of::Drops => "dropped packets".to_owned(),
        Of::Marks => "marked packets".to_owned(),
        Of::LostShare => "share of lost packets".to_owned(),
        Of::PortLostShare => "share of packets lost at the port".to_owned(),
        Of::ResentShare => "share of resent packets".to_owned(),
        Of::Timeouts => "timeouts".to_owned(),
        Of::TimeoutsPer100 => "timeouts per 100 flows".to_owned(),
        Of::FctMean(flows, _) => format!("mean completion time of {}", whose(*flows)),
        Of::FctAt(flows, _, at) => format!("{} of completion times of {}", percentile(*at), whose(*flows)),
        Of::RequestMean(_) => "mean completion time of requests".to_owned(),
        Of::RequestAt(_, at) => format!("{} of completion times of requests", percentile(*at)),
        _ => measure.name.replace('-', " "),
    }
}

/// "99th percentile" of 9900 hundredths.
fn percentile(hundredths: u32) -> String {
    let number = f64::from(hundredths) / 100.0;
    let whole = hundredths.is_multiple_of(100).then_some(hundredths / 100 % 10);
    let end = match whole {
        Some(1) => "st",
        Some(2) => "nd",
        Some(3) => "rd",
        _ => "th",
    };
    if hundredths == 5_000 { "median".to_owned() } else { format!("{number}{end} percentile") }
}

fn whose(flows: Flows) -> String {
    let kb = |bytes: u64| bytes / 1_000;
    match flows {
        Flows::Class(Class::Overall) => "all flows".to_owned(),
        Flows::Class(Class::Short) => "short flows".to_owned(),
        Flows::Class(Class::Medium) => "medium flows".to_owned(),
        Flows::Class(Class::Large) => "large flows".to_owned(),
        Flows::Class(Class::Query) => "query flows".to_owned(),
        Flows::Sizes(0, to) => format!("flows below {} KB", kb(to)),
        Flows::Sizes(from, to) if to > 1 << 40 => format!("flows from {} KB", kb(from)),
        Flows::Sizes(from, to) => format!("flows of {} to {} KB", kb(from), kb(to)),
    }
}

/// A number beside a unit; a ratio is "1.25x".
#[must_use]
pub fn with_unit(number: &str, unit: &str) -> String {
    match unit {
        "times" => format!("{number}x"),
        "" => number.to_owned(),
        _ => format!("{number} {}", counted(number, unit)),
    }
}

/// A unit behind a number: 1 packet, 2 packets.
#[must_use]
pub(super) fn counted<'a>(number: &str, unit: &'a str) -> &'a str {
    match unit {
        "packets" | "marks" | "flows" if number == "1" => unit.trim_end_matches('s'),
        _ => unit,
    }
}

/// A text with its ratios as "1.25x" instead of "1.25 times".
#[must_use]
pub fn ratios(text: &str) -> String {
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" times") {
        done += before;
        let is_number = before.ends_with(|letter: char| letter.is_ascii_digit());
        let is_word = after.starts_with(|letter: char| letter.is_ascii_alphanumeric());
        done += if is_number && !is_word { "x" } else { " times" };
        rest = after;
    }
    done + rest
}

#[cfg(test)]
mod tests {
    use super::super::{AnyPlan, PLANS, Scale};
    use super::*;

    #[test]
    fn every_scheme_of_a_built_in_plan_has_the_name_of_its_paper() {
        assert!(TEXT.parse::<Table>().is_ok());
        for plan in PLANS {
            let (any, _) = AnyPlan::read(plan, Scale::Paper).unwrap();
            for scheme in &any.base().schemes {
                let named = known(plan.paper, &scheme.name).or_else(|| known("scheme", &scheme.name));
                assert!(named.is_some(), "{}: {} has no title", plan.id(), scheme.name);
            }
        }
    }

    #[test]
    fn figures_percentiles_and_ratios_read_as_a_paper_has_them() {
        assert_eq!(
            ["fig8", "fig5-7", "table2-s-ecn", "bounds"].map(figure_title),
            ["Figure 8", "Figures 5-7", "Table 2, s-ecn", "bounds"]
        );
        assert_eq!(
            [9_900, 9_999, 5_000, 9_100].map(percentile),
            ["99th percentile", "99.99th percentile", "median", "91st percentile"]
        );
        assert_eq!(ratios("2 to 5 times, completion times of 3 times"), "2 to 5x, completion times of 3x");
        assert_eq!(with_unit("1.28", "times"), "1.28x");
        assert_eq!(["1", "2"].map(|number| with_unit(number, "packets")), ["1 packet", "2 packets"]);
    }
}
