//! The figures of a comparison.

use crate::figure::{Axis, BarChart, FigureError, PanelChart, Series, bars, panels};
use freeboard_scenario::measure::{FctSummary, Outcome};
use std::path::{Path, PathBuf};

/// A plot could not be written.
pub type PlotError = FigureError;

/// The bottleneck queue of each outcome in a panel of its own, over a window of time \[ps\].
///
/// # Errors
/// A file cannot be written.
pub fn queue_plot(
    stem: &Path,
    title: &str,
    rows: &[(&str, &Outcome)],
    window_ps: core::ops::Range<u64>,
    limit: Option<(f64, String)>,
) -> Result<PathBuf, PlotError> {
    let millis = |ps: u64| ps as f64 * 1e-9;
    let curve = |(name, outcome): &(&str, &Outcome)| {
        let seen = outcome.samples().iter().filter(|sample| window_ps.contains(&sample.at_ps));
        let points = seen.map(|sample| (millis(sample.at_ps), f64::from(sample.packets))).collect();
        Series { name: (*name).to_owned(), points }
    };
    let chart = PanelChart {
        title: title.to_owned(),
        x: Axis::ranged("time [ms]", millis(window_ps.start)..millis(window_ps.end)),
        y: Axis::fitting("queue towards the receiver [packets]"),
        series: rows.iter().map(curve).collect(),
        limit,
    };
    panels(stem, &chart)
}

/// Completion times relative to the first scheme's, by size class.
///
/// # Errors
/// A file cannot be written.
pub fn fct_plot(
    stem: &Path,
    title: &str,
    names: &[&str],
    summaries: &[FctSummary],
) -> Result<PathBuf, PlotError> {
    let values = |summary: &FctSummary| {
        [summary.overall.mean, summary.short.mean, summary.short.p99, summary.large.mean, summary.query.mean]
    };
    let base = summaries.first().map(values).unwrap_or_default();
    let relative = |summary: &FctSummary| {
        let pairs = values(summary).into_iter().zip(base);
        pairs.map(|(value, base)| value.zip(base).map_or(f64::NAN, |(value, base)| value / base)).collect()
    };
    let chart = BarChart {
        title: title.to_owned(),
        y: Axis::fitting(format!("completion time / {}", names.first().copied().unwrap_or_default())),
        categories: ["overall", "short", "short p99", "large", "query"].map(str::to_owned).to_vec(),
        series: names.iter().zip(summaries).map(|(name, s)| ((*name).to_owned(), relative(s))).collect(),
    };
    bars(stem, &chart)
}
