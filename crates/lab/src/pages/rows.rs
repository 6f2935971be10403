//! Rows of a plan: each quantity as a dot on its accepted band, beside the paper's value, with its numbers.

use super::Shown;
use super::html::{details, verdict};
use super::strip::is_undecided;
use crate::figure::{Dot, DotScale, escaped};
use crate::plan::{VerdictLine, ratios};
use crate::report::number;

/// The unit of ratios, which share one scale in a plan.
const RATIO: &str = "times";

/// Every quantity of a plan as a mark.
pub(super) fn dots(Shown { kept, intervals, .. }: &Shown) -> Vec<Dot> {
    let interval = |at: usize| intervals.get(at).copied().flatten();
    kept.lines.iter().enumerate().map(|(at, line)| dot(line, interval(at))).collect()
}

fn dot(line: &VerdictLine, interval: Option<(f64, f64)>) -> Dot {
    let [paper, measured, accepted] = line.words();
    let name = ratios(&line.quantity);
    Dot {
        paper: line.paper_value,
        measured: line.measured,
        low: line.low,
        high: line.high,
        interval,
        class: line.verdict.name().to_owned(),
        says: format!("{name}\nmeasured: {measured}\nthe paper: {paper}\naccepted: {accepted}"),
    }
}

/// The rows of a plan.
pub(super) fn rows(shown: &Shown) -> String {
    let (lines, dots) = (&shown.kept.lines, dots(shown));
    if lines.is_empty() {
        return String::new();
    }
    let is_ratio = |line: &VerdictLine| line.unit == RATIO;
    let common = DotScale::of(dots.iter().zip(lines).filter(|(_, line)| is_ratio(line)).map(|(dot, _)| dot));
    let row = |(dot, line): (&Dot, &VerdictLine)| {
        let (scale, unit) =
            if is_ratio(line) { (common.or_own(dot), "x") } else { (DotScale::of([dot]), "") };
        one(line, dot, &dot.svg(&scale, unit))
    };
    format!("<ul class=\"rows\">\n{}</ul>\n", dots.iter().zip(lines).map(row).collect::<String>())
}

fn one(line: &VerdictLine, dot: &Dot, svg: &str) -> String {
    let [paper, measured, accepted] = line.words().map(|text| escaped(&text));
    let deviation = line.deviation().map_or_else(String::new, |share| {
        // Nothing has no sign.
        let percent = libm::round(1_000.0 * share) / 10.0 + 0.0;
        format!(" <span class=\"d\">({percent:+.1} %)</span>")
    });
    let over = match dot.interval {
        Some((low, high)) if high > low => {
            let [low, high] = [low, high].map(number);
            let undecided = if is_undecided(line, dot.interval) { "; undecided" } else { "" };
            format!("<span class=\"i\">95 % over seeds: {low} to {high}{undecided}</span>")
        }
        _ => String::new(),
    };
    let why = line
        .finding
        .as_deref()
        .map_or_else(String::new, |text| details("Finding", &format!("<p>{}</p>", escaped(&ratios(text)))));
    format!(
        "<li class=\"row\"><div class=\"q\">{}{why}</div>\n{svg}<div class=\"n\"><b>{measured}</b>{deviation}\
         <span class=\"p\">paper {paper}</span> <span class=\"a\">{accepted}</span> {over}</div>\n<div class=\"v\">{}</div></li>\n",
        escaped(&ratios(&line.quantity)),
        verdict(line.verdict)
    )
}
