//! The figures of a sweep.

use super::SweepPlan;
use super::chart::{Charted, title};
use super::plan::{PlotSpec, Shows};
use crate::figure::lines;
use crate::plan::titles::scheme_title;
use crate::plan::{Expected, Plan};
use crate::report::queue_plot;
use crate::runner::{Runner, compare};
use crate::sweep::Results;
use anyhow::{Context, Result};
use freeboard_scenario::measure::Outcome;
use std::path::Path;

pub(in crate::plan) fn plot(
    out: &Path,
    plan: &Plan<'_>,
    (sweep, expected): (&SweepPlan, &Expected),
    results: &Results,
    runner: &Runner<'_>,
) -> Result<()> {
    for spec in &sweep.plots {
        let stem = out.join(&spec.name);
        match &spec.shows {
            Shows::Measure { y, x, beside } => {
                let charted = Charted { plan, sweep, expected, results, spec };
                lines(&stem, &charted.chart(y, x, beside.as_deref())?)?;
            }
            Shows::Queue { receiver, from_ps, to_ps } => {
                queue(&stem, plan, (sweep, spec), (*receiver, *from_ps..*to_ps), runner)?;
            }
        }
    }
    Ok(())
}

/// The plots of measures by name, of results that are there already.
pub(in crate::plan) fn redrawn(
    plan: &Plan<'_>,
    (sweep, expected): (&SweepPlan, &Expected),
    results: &Results,
) -> Result<Vec<(String, String)>> {
    let mut drawn = Vec::new();
    for spec in &sweep.plots {
        if let Shows::Measure { y, x, beside } = &spec.shows {
            let charted = Charted { plan, sweep, expected, results, spec };
            drawn.push((spec.name.clone(), charted.chart(y, x, beside.as_deref())?.svg()));
        }
    }
    Ok(drawn)
}

/// The first cell that fits, once more, for its queue over time.
fn queue(
    stem: &Path,
    plan: &Plan<'_>,
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
    let named = |outcome: &'_ Outcome| scheme_title(plan.paper, &scenario.schemes[outcome.scheme].name);
    let rows: Vec<_> = outcomes.iter().map(|outcome| (named(outcome), outcome)).collect();
    queue_plot(stem, &title(plan, spec), &rows, window, None)?;
    Ok(())
}
