//! The cells of an incast plan as a table, with verdicts on the chosen one.

use super::{Cell, INCAST_DEGREE, IncastPlan, cells, choose};
use crate::plan::titles::{figure_title, paper_title, scheme_title};
use crate::plan::{Expected, Measured, Plan, Quantity, Reproduction, VerdictLine, judge};
use crate::report::{Sheet, queue_plot};
use crate::runner::{Runner, compare};
use anyhow::{Context, Result, bail};
use freeboard_replay::Digest;
use freeboard_scenario::measure::Outcome;
use freeboard_scenario::quantity::{PICOS, print};
use std::path::Path;

/// The measure whose quantities choose the cell.
const CHOOSES: &str = "first-loss";

pub(in crate::plan) fn reproduce(
    plan: &Plan<'_>,
    sweep: &IncastPlan,
    expected: &Expected,
    runner: &Runner<'_>,
) -> Result<Option<(Reproduction, Cell)>> {
    let wanted = wanted(sweep, expected)?;
    let Some(cells) = cells(sweep, runner)? else { return Ok(None) };
    let chosen = choose(&cells, &wanted).context("the plan has no cells")?.clone();
    let line = |quantity: &Quantity| verdict(plan, sweep, quantity, &chosen);
    let lines = expected.quantities.iter().map(line).collect::<Result<_>>()?;
    let mut digest = Digest::default();
    cells.iter().flat_map(|cell| &cell.rows).flat_map(|row| &row.digests).for_each(|word| digest.word(*word));
    let row = |cell: &Cell| cells_of(cell, &wanted, if *cell == chosen { " *" } else { "" });
    let shown = Sheet { header: header(sweep), rows: cells.iter().map(row).collect() };
    let verdict_on = format!(
        "Verdict on: background {}, initial window {} packets, {}; queries at {}",
        chosen.background,
        chosen.initial_window,
        chosen.buffer.describe(),
        print(chosen.queries_at_ps.into(), &PICOS)
    );
    let reproduction = Reproduction {
        shown_is: "Every cell: steady queue, drops in the incast of 100, smallest incast with losses \
                   (* = chosen)"
            .to_owned(),
        shown,
        file: file(sweep, &cells),
        note: verdict_on,
        lines,
        digest: digest.value(),
    };
    Ok(Some((reproduction, chosen)))
}

fn scheme(sweep: &IncastPlan, name: &str) -> Result<usize> {
    let found = sweep.base().schemes.iter().position(|scheme| scheme.name == name);
    found.with_context(|| format!("the plan has no scheme {name}"))
}

fn wanted(sweep: &IncastPlan, expected: &Expected) -> Result<Vec<(usize, u32)>> {
    let chooses = expected.quantities.iter().filter(|quantity| quantity.pick.measure == CHOOSES);
    chooses.map(|q| Ok((scheme(sweep, &q.pick.scheme)?, q.paper_value as u32))).collect()
}

fn verdict(plan: &Plan<'_>, sweep: &IncastPlan, quantity: &Quantity, cell: &Cell) -> Result<VerdictLine> {
    let at = scheme(sweep, &quantity.pick.scheme)?;
    let row = &cell.rows[at];
    let value = match quantity.pick.measure.as_str() {
        "steady-queue" => Some(row.steady),
        "drops" => Some(row.drops as f64),
        CHOOSES => row.first_loss.map(f64::from),
        other => bail!("{}: an incast has no measure {other}", quantity.id),
    };
    let scale = format!("queries at {}, the paper's at 4 s", print(cell.queries_at_ps.into(), &PICOS));
    let variant = sweep.base().schemes[at].aqm.id.clone();
    let measured = Measured { value, variant, seed: sweep.base().run.seeds[0], scale };
    Ok(judge(plan, quantity, &measured, &sweep.findings))
}

fn header(sweep: &IncastPlan) -> Vec<String> {
    let mut header: Vec<String> = ["background", "IW", "buffer", "distance"].map(str::to_owned).to_vec();
    for scheme in &sweep.base().schemes {
        header.extend(["steady", "drops", "first loss"].map(|column| format!("{} {column}", scheme.name)));
    }
    header
}

fn cells_of(cell: &Cell, wanted: &[(usize, u32)], mark: &str) -> Vec<String> {
    let mut row = vec![
        format!("{}{mark}", cell.background),
        cell.initial_window.to_string(),
        cell.buffer.describe().replace(" packets per port", ""),
        cell.distance(wanted).to_string(),
    ];
    for scheme in &cell.rows {
        let first = scheme.first_loss.map_or_else(|| "none".to_owned(), |size| size.to_string());
        row.extend([format!("{:.1}", scheme.steady), scheme.drops.to_string(), first]);
    }
    row
}

/// The cells without their distance, which is not a result.
fn file(sweep: &IncastPlan, cells: &[Cell]) -> Sheet {
    let without = |mut row: Vec<String>| {
        row.remove(3);
        row
    };
    let rows = cells.iter().map(|cell| without(cells_of(cell, &[], ""))).collect();
    Sheet { header: without(header(sweep)), rows }
}

/// What the queue plot shows around the start of the queries \[ps\]: 2 ms before to 8 ms after.
const SHOWN_PS: (u64, u64) = (2_000_000_000, 8_000_000_000);

/// The chosen cell once more, with samples: the figure itself.
pub(in crate::plan) fn plot(
    out: &Path,
    plan: &Plan<'_>,
    sweep: &IncastPlan,
    chosen: &Cell,
    runner: &Runner<'_>,
) -> Result<()> {
    let background = sweep.backgrounds.iter().find(|background| background.name == chosen.background);
    let background = background.context("the chosen cell has no background")?;
    let scenario = sweep.scenario(chosen.buffer, chosen.initial_window, background, INCAST_DEGREE);
    let outcomes = compare(&scenario, runner)?;
    let named = |outcome: &'_ Outcome| scheme_title(plan.paper, &scenario.schemes[outcome.scheme].name);
    let rows: Vec<_> = outcomes.iter().map(|outcome| (named(outcome), outcome)).collect();
    let at = chosen.queries_at_ps;
    let (paper, figure) = (paper_title(plan.paper), figure_title(plan.figure));
    let title = format!("{paper}, {figure}: {INCAST_DEGREE} query flows at {}", print(at.into(), &PICOS));
    let window = at.saturating_sub(SHOWN_PS.0)..at + SHOWN_PS.1;
    queue_plot(&out.join("queue"), &title, &rows, window, None)?;
    Ok(())
}
