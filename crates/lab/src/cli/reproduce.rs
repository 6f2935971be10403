//! `freeboard reproduce`.

use super::common::Output;
use super::exit::Done;
use crate::compare::{Meter, compare};
use crate::document::Document;
use crate::measure::Outcome;
use crate::plan::{
    Cell, Expected, FAN_IN, IncastPlan, Measured, PLANS, Plan, VerdictLine, cells, choose, judge, work_ps,
};
use crate::quantity::{PICOS, print};
use crate::report::{Line, grid, queue_plot};
use anyhow::{Context, Result};
use clap::Args;
use replay::Digest;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Which figure, e.g. "ecn-sharp/fig10"; `freeboard list` names all.
    plan: String,
    #[command(flatten)]
    output: Output,
}

/// First-loss sizes that choose the cell: scheme by name, number of query flows (Figure 11).
const WANTED: [(&str, &str); 2] = [("codel", "first-loss-codel"), ("ecn-sharp", "first-loss-ecn-sharp")];

pub(super) fn run(arguments: &Arguments, json: bool) -> Result<Done> {
    let ids: Vec<String> = PLANS.iter().map(Plan::id).collect();
    let Some(plan) = PLANS.iter().find(|plan| plan.id() == arguments.plan) else {
        let close = crate::nearest::nearest(&arguments.plan, ids.iter().map(String::as_str));
        let hint = close.map_or_else(String::new, |close| format!(", did you mean {close}?"));
        let problem = format!("is not a plan{hint}");
        return Err(crate::trace::argument_fault("PLAN", &arguments.plan, &problem, &ids.join(", ")).into());
    };
    let expected = Expected::read(&Document::new(plan.path("expected.toml"), plan.expected))?;
    let sweep = IncastPlan::read(&Document::new(plan.path("plan.toml"), plan.plan))?;
    let meter = if json { Meter::silent() } else { Meter::new(work_ps(&sweep)) };
    let cells = cells(&sweep, &meter)?;
    meter.finish();
    let wanted = wanted(&sweep, &expected)?;
    let chosen = choose(&cells, &wanted).context("the plan has no cells")?;
    let lines = verdicts(plan, &sweep, &expected, chosen);
    if json {
        lines.iter().for_each(|line| println!("{}", line.line()));
    } else {
        print_all(plan, &sweep, &cells, chosen, &wanted, &lines);
    }
    write(&arguments.output, &sweep, &cells)?;
    plot(&arguments.output, plan, &sweep, chosen)?;
    let differs = lines.iter().any(VerdictLine::is_unexplained);
    Ok(if differs { Done::Differs } else { Done::Fine })
}

fn scheme(sweep: &IncastPlan, name: &str) -> Option<usize> {
    sweep.base().schemes.iter().position(|scheme| scheme.name == name)
}

fn wanted(sweep: &IncastPlan, expected: &Expected) -> Result<Vec<(usize, u32)>> {
    let pair = |(name, id): &(&str, &str)| {
        let scheme = scheme(sweep, name).with_context(|| format!("the plan has no scheme {name}"))?;
        let quantity = expected.quantities.iter().find(|quantity| quantity.id == *id);
        let quantity = quantity.with_context(|| format!("expected.toml has no quantity {id}"))?;
        Ok((scheme, quantity.paper_value as u32))
    };
    WANTED.iter().map(pair).collect()
}

fn verdicts(plan: &Plan, sweep: &IncastPlan, expected: &Expected, cell: &Cell) -> Vec<VerdictLine> {
    let scale = format!("queries at {}, the paper's at 4 s", print(cell.queries_at_ps.into(), &PICOS));
    let mut measured = Vec::new();
    for (at, scheme) in sweep.base().schemes.iter().enumerate() {
        let row = &cell.rows[at];
        let first = row.first_loss.map(f64::from);
        let numbers: &[(&'static str, Option<f64>)] = match scheme.name.as_str() {
            "step" => &[("steady-step", Some(row.steady)), ("drops-step", Some(row.drops as f64))],
            "codel" => &[("drops-codel", Some(row.drops as f64)), ("first-loss-codel", first)],
            "ecn-sharp" => &[
                ("steady-ecn-sharp", Some(row.steady)),
                ("drops-ecn-sharp", Some(row.drops as f64)),
                ("first-loss-ecn-sharp", first),
            ],
            _ => &[],
        };
        let of = |(id, value): &(&'static str, Option<f64>)| Measured {
            id,
            value: *value,
            variant: scheme.aqm.id.clone(),
            seed: sweep.base().run.seeds[0],
            scale: scale.clone(),
        };
        measured.extend(numbers.iter().map(of));
    }
    let line = |quantity: &crate::plan::Quantity| {
        let measured = measured.iter().find(|measured| measured.id == quantity.id)?;
        Some(judge(plan, quantity, measured, &sweep.findings))
    };
    expected.quantities.iter().filter_map(line).collect()
}

fn print_all(
    plan: &Plan,
    sweep: &IncastPlan,
    cells: &[Cell],
    chosen: &Cell,
    wanted: &[(usize, u32)],
    lines: &[VerdictLine],
) {
    println!("{}: {}", plan.id(), plan.claim);
    println!(
        "Every cell: steady queue, drops in the incast of 100, smallest incast with losses (* = chosen)"
    );
    println!("{}", cell_table(sweep, cells, chosen, wanted));
    println!(
        "Verdict on: background {}, initial window {} packets, {}; queries at {}",
        chosen.background,
        chosen.initial_window,
        chosen.buffer.describe(),
        print(chosen.queries_at_ps.into(), &PICOS)
    );
    let header = ["quantity", "paper", "measured", "accepted", "verdict"];
    println!("{}", grid(header, lines.iter().map(VerdictLine::cells)));
    for finding in lines.iter().filter_map(|line| line.finding.as_ref()) {
        println!("finding: {finding}");
    }
    let mut digest = Digest::default();
    cells.iter().flat_map(|cell| &cell.rows).flat_map(|row| &row.digests).for_each(|word| digest.word(*word));
    println!("digest: {:08x}", digest.value());
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

fn cell_table(
    sweep: &IncastPlan,
    cells: &[Cell],
    chosen: &Cell,
    wanted: &[(usize, u32)],
) -> comfy_table::Table {
    let row = |cell: &Cell| cells_of(cell, wanted, if cell == chosen { " *" } else { "" });
    grid(header(sweep), cells.iter().map(row))
}

fn write(output: &Output, sweep: &IncastPlan, cells: &[Cell]) -> Result<()> {
    std::fs::create_dir_all(&output.out)
        .with_context(|| format!("cannot create {}", output.out.display()))?;
    let mut file = csv::Writer::from_path(output.out.join("cells.csv"))?;
    file.write_record(header(sweep).iter().filter(|column| *column != "distance"))?;
    for cell in cells {
        let mut row = cells_of(cell, &[], "");
        row.remove(3);
        file.write_record(row)?;
    }
    file.flush().context("cannot write cells.csv")
}

/// What the queue plot shows around the start of the queries \[ps\]: 2 ms before to 8 ms after.
const SHOWN_PS: (u64, u64) = (2_000_000_000, 8_000_000_000);

/// The chosen cell once more, with samples: the figure itself.
fn plot(output: &Output, plan: &Plan, sweep: &IncastPlan, chosen: &Cell) -> Result<()> {
    let background = sweep.backgrounds.iter().find(|background| background.name == chosen.background);
    let background = background.context("the chosen cell has no background")?;
    let scenario = sweep.scenario(chosen.buffer, chosen.initial_window, background, FAN_IN);
    let outcomes = compare(&scenario, &Meter::silent())?;
    let named = |outcome: &'_ Outcome| scenario.schemes[outcome.scheme].name.as_str();
    let rows: Vec<_> = outcomes.iter().map(|outcome| (named(outcome), outcome)).collect();
    let at = chosen.queries_at_ps;
    let title = format!("{}: {} query flows at {}", plan.id(), FAN_IN, print(at.into(), &PICOS));
    let window = at.saturating_sub(SHOWN_PS.0)..at + SHOWN_PS.1;
    queue_plot(&output.out.join("queue"), &title, &rows, window, None)?;
    Ok(())
}
