//! `freeboard reproduce`.

use super::common::Output;
use super::exit::Done;
use crate::compare::Meter;
use crate::plan::{AnyPlan, PLANS, Plan, Reproduction, Sheet, VerdictLine};
use crate::report::{Line, grid};
use anyhow::{Context, Result};
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Which figure, e.g. "ecn-sharp/fig10"; `freeboard list` names all.
    plan: String,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(arguments: &Arguments, json: bool) -> Result<Done> {
    let ids: Vec<String> = PLANS.iter().map(Plan::id).collect();
    let Some(plan) = PLANS.iter().find(|plan| plan.id() == arguments.plan) else {
        let close = crate::nearest::nearest(&arguments.plan, ids.iter().map(String::as_str));
        let hint = close.map_or_else(String::new, |close| format!(", did you mean {close}?"));
        let problem = format!("is not a plan{hint}");
        return Err(crate::trace::argument_fault("PLAN", &arguments.plan, &problem, &ids.join(", ")).into());
    };
    let (any, expected) = AnyPlan::read(plan)?;
    let meter = if json { Meter::silent() } else { Meter::new(any.work_ps()) };
    let (reproduction, finished) = any.run(plan, &expected, &meter)?;
    meter.finish();
    if json {
        reproduction.lines.iter().for_each(|line| println!("{}", line.line()));
    } else {
        print(plan, &reproduction);
    }
    let out = &arguments.output.out;
    std::fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
    write(out, &reproduction.file)?;
    any.plot(plan, &finished, out)?;
    let differs = reproduction.lines.iter().any(VerdictLine::is_unexplained);
    Ok(if differs { Done::Differs } else { Done::Fine })
}

fn print(plan: &Plan, reproduction: &Reproduction) {
    println!("{}: {}", plan.id(), plan.claim);
    println!("{}", reproduction.shown_is);
    println!("{}", grid(reproduction.shown.header.clone(), reproduction.shown.rows.clone()));
    if !reproduction.note.is_empty() {
        println!("{}", reproduction.note);
    }
    let header = ["quantity", "paper", "measured", "accepted", "verdict"];
    println!("{}", grid(header, reproduction.lines.iter().map(VerdictLine::cells)));
    for line in &reproduction.lines {
        if let Some(finding) = &line.finding {
            println!("finding: {finding}");
        }
    }
    println!("digest: {:08x}", reproduction.digest);
}

fn write(out: &std::path::Path, sheet: &Sheet) -> Result<()> {
    let mut file = csv::Writer::from_path(out.join("cells.csv"))?;
    file.write_record(&sheet.header)?;
    for row in &sheet.rows {
        file.write_record(row)?;
    }
    file.flush().context("cannot write cells.csv")
}
