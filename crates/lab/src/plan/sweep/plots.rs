//! The figures of a sweep.

use super::SweepPlan;
use super::plan::{PlotSpec, Shows};
use crate::figure::{Axis, LineChart, Series, lines};
use crate::plan::Plan;
use crate::report::queue_plot;
use crate::runner::{Runner, compare};
use crate::sweep::Results;
use anyhow::{Context, Result};
use freeboard_scenario::measure::Outcome;
use std::path::Path;

pub(in crate::plan) fn plot(
    out: &Path,
    plan: &Plan<'_>,
    sweep: &SweepPlan,
    results: &Results,
    runner: &Runner<'_>,
) -> Result<()> {
    for spec in &sweep.plots {
        let stem = out.join(&spec.name);
        let title = format!("{}: {}", plan.id(), spec.name);
        match &spec.shows {
            Shows::Measure { y, x, beside } => {
                let chart = chart(sweep, results, spec, (title, y, x, beside.as_deref()))?;
                lines(&stem, &chart)?;
            }
            Shows::Queue { receiver, from_ps, to_ps } => {
                queue(&stem, &title, (sweep, spec), (*receiver, *from_ps..*to_ps), runner)?;
            }
        }
    }
    Ok(())
}

fn chart(
    sweep: &SweepPlan,
    results: &Results,
    spec: &PlotSpec,
    (title, y, x, beside): (String, &str, &str, Option<&str>),
) -> Result<LineChart> {
    let axis = sweep.grid.axes.iter().position(|axis| axis.name == x);
    let axis = axis.with_context(|| format!("plot {}: the plan has no axis {x}", spec.name))?;
    let measure = |name: &str| {
        let found = sweep.grid.measures.iter().position(|measure| measure.name == name);
        found.with_context(|| format!("plot {}: the plan has no measure {name}", spec.name))
    };
    let cells = sweep.grid.matching(&spec.cells);
    let curve = |name: &str, scheme: usize, measure: usize| {
        let point = |cell: &usize| {
            let at = leading_number(&sweep.grid.cells[*cell].labels[axis])?;
            Some((at, results.cells[*cell][scheme].values[measure]?))
        };
        Series { name: name.to_owned(), points: cells.iter().filter_map(point).collect() }
    };
    let (names, y_at) = (&sweep.grid.base().schemes, measure(y)?);
    let mut series: Vec<Series> =
        names.iter().enumerate().map(|(scheme, one)| curve(&one.name, scheme, y_at)).collect();
    if let Some(beside) = beside {
        series.push(curve(beside, 0, measure(beside)?));
    }
    let unit = sweep.grid.measures[y_at].unit();
    Ok(LineChart { title, x: Axis::fitting(x), y: Axis::fitting(format!("{y} [{unit}]")), series })
}

/// The number a label begins with: "350 KB" stands at 350.
fn leading_number(label: &str) -> Option<f64> {
    let end = label.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(label.len());
    label[..end].parse().ok()
}

/// The first cell that fits, once more, for its queue over time.
fn queue(
    stem: &Path,
    title: &str,
    (sweep, spec): (&SweepPlan, &PlotSpec),
    (receiver, window): (u32, core::ops::Range<u64>),
    runner: &Runner<'_>,
) -> Result<()> {
    let cell = *sweep.grid.matching(&spec.cells).first().context("a plot names no cell")?;
    let mut scenario = sweep.grid.cells[cell].scenario.clone();
    scenario.run.seeds.truncate(1);
    let mut outcomes = compare(&scenario, runner)?;
    // The plot shows the first receiver's queue.
    outcomes.iter_mut().for_each(|outcome| outcome.ports.rotate_left(receiver as usize));
    let named = |outcome: &'_ Outcome| scenario.schemes[outcome.scheme].name.as_str();
    let rows: Vec<_> = outcomes.iter().map(|outcome| (named(outcome), outcome)).collect();
    queue_plot(stem, title, &rows, window, None)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::leading_number;

    #[test]
    fn labels_stand_where_their_number_says() {
        assert_eq!(leading_number("350 KB"), Some(350.0));
        assert_eq!(leading_number("0.5"), Some(0.5));
        assert_eq!(leading_number("none"), None);
    }
}
