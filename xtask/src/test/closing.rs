//! The closing lines.

use super::count::Count;
use super::suite::{Outcome, Report};
use freeboard_toolchain as toolchain;
use serde_json::json;

/// Where the closing lines are kept for a caller that wants them again at its own end.
pub(crate) const SUMMARY: &str = "last-summary.txt";

#[derive(Debug)]
struct Line<'a> {
    suite: &'a str,
    outcome: &'static str,
    count: Count,
    reason: Option<&'a str>,
    seconds: f64,
}

/// Prints the suites that ran, that were skipped and why, that the short tier left out, and the sum, which is the last line; true
/// when nothing failed.
pub(crate) fn print(reports: &[Report], left_out: &str, as_json: bool) -> anyhow::Result<bool> {
    let (text, total) = text(reports, left_out);
    std::fs::write(toolchain::scratch()?.join(SUMMARY), &text)?;
    if as_json {
        reports.iter().for_each(|report| println!("{}", object(&line(report))));
        eprint!("{text}");
    } else {
        print!("\n{text}");
    }
    Ok(total.failed == 0)
}

fn text(reports: &[Report], left_out: &str) -> (String, Count) {
    let (mut text, mut total) = (String::new(), Count::default());
    for report in reports {
        let Line { suite, outcome, count, reason, seconds } = line(report);
        let reason = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
        text += &format!("suite {suite:<10} {outcome:<8} {seconds:>6.1} s  {count}{reason}\n");
        total += count;
    }
    if !left_out.is_empty() {
        let count = left_out.split(", ").count();
        text += &format!("{count} suites are left out (`--all`, `--only NAME`): {left_out}\n");
    }
    text += &format!("{total}\n");
    (text, total)
}

/// The machine-readable line.
fn object(line: &Line<'_>) -> serde_json::Value {
    let Line { suite, outcome, count: Count { passed, failed, skipped }, reason, seconds } = line;
    let mut object = json!({
        "suite": suite, "outcome": outcome, "passed": passed, "failed": failed, "skipped": skipped,
        "seconds": seconds,
    });
    if let Some(reason) = reason {
        object["reason"] = json!(reason);
    }
    object
}

fn line(report: &Report) -> Line<'_> {
    let count = report.outcome.count();
    let (outcome, reason) = match &report.outcome {
        Outcome::Skipped(reason) => ("skipped", Some(reason.as_str())),
        Outcome::Ran { problem, .. } => {
            (if count.failed == 0 { "ran" } else { "FAILED" }, problem.as_deref())
        }
    };
    Line { suite: report.suite.name, outcome, count, reason, seconds: report.seconds }
}

#[cfg(test)]
mod tests {
    use super::super::suites;
    use super::*;

    #[test]
    fn the_sum_stands_alone_on_the_last_line_and_reasons_are_given() {
        let ran = Outcome::ran(Count { passed: 7, failed: 0, skipped: 1 });
        let outcomes = [ran, Outcome::Skipped("no emulator".to_owned()), Outcome::failed("did not build")];
        let reports: Vec<_> = suites::ALL
            .iter()
            .zip(outcomes)
            .map(|(suite, outcome)| Report { suite, outcome, seconds: 1.0 })
            .collect();
        let (text, total) = text(&reports, "slurm, book");
        assert!(text.contains("2 suites are left out") && text.contains("slurm, book"), "{text}");
        assert_eq!(text.lines().last(), Some("7 passed, 1 failed, 2 skipped"));
        assert!(text.contains("skipped     1.0 s  0 passed, 0 failed, 1 skipped (no emulator)"), "{text}");
        assert!(text.contains("FAILED      1.0 s  0 passed, 1 failed, 0 skipped (did not build)"), "{text}");
        assert_eq!(total.failed, 1);
    }
}
