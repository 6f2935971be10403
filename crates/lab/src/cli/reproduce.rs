//! `freeboard reproduce`.

use super::common::Output;
use super::exit::Done;
use super::say::say;
use crate::compare::Meter;
use crate::plan::{AnyPlan, PLANS, Plan, Reproduction, Sheet, VerdictLine, explained};
use crate::report::{LedgerLine, Line, grid};
use anyhow::{Context, Result};
use clap::Args;
use std::path::Path;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Which figure, e.g. "ecn-sharp/fig10"; `freeboard list` names all. Or a folder with a plan of your own.
    plan: String,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(arguments: &Arguments, json: bool) -> Result<Done> {
    if let Some(plan) = PLANS.iter().find(|plan| plan.id() == arguments.plan) {
        return reproduce(plan, arguments, json);
    }
    let folder = Path::new(&arguments.plan);
    if folder.is_dir() {
        return from_folder(folder, arguments, json);
    }
    let ids: Vec<String> = PLANS.iter().map(Plan::id).collect();
    let close = crate::nearest::nearest(&arguments.plan, ids.iter().map(String::as_str));
    let hint = close.map_or_else(String::new, |close| format!(", did you mean {close}?"));
    let problem = format!("is not a plan{hint}");
    let legal = format!("{}, or a folder with plan.toml and expected.toml", ids.join(", "));
    Err(crate::catalog::argument_fault("PLAN", &arguments.plan, &problem, &legal).into())
}

/// A plan that is not built in.
fn from_folder(folder: &Path, arguments: &Arguments, json: bool) -> Result<Done> {
    let read = |file: &str| {
        let path = folder.join(file);
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let (text, expected) = (read("plan.toml")?, read("expected.toml")?);
    let name = |path: Option<&Path>| path.and_then(Path::file_name).map(|n| n.to_string_lossy().into_owned());
    let (paper, figure) = (name(folder.parent()).unwrap_or_default(), name(Some(folder)).unwrap_or_default());
    let plan = Plan { paper: &paper, figure: &figure, plan: &text, expected: &expected };
    reproduce(&plan, arguments, json)
}

fn reproduce(plan: &Plan<'_>, arguments: &Arguments, json: bool) -> Result<Done> {
    let claim = plan.claim()?;
    let (any, expected) = AnyPlan::read(plan)?;
    let out = arguments.output.folder()?;
    let meter = if json { Meter::silent() } else { Meter::new(any.work_ps()) };
    let (reproduction, finished) = any.run(plan, &expected, &meter)?;
    meter.finish();
    if json {
        reproduction.lines.iter().for_each(|line| say!("{}", line.line()));
    } else {
        print(plan, &claim, &reproduction);
    }
    write(out, &reproduction.file)?;
    any.plot(plan, &finished, out)?;
    if json {
        say!("{}", LedgerLine::BALANCED.line());
    }
    let differs = reproduction.lines.iter().any(VerdictLine::is_unexplained);
    Ok(if differs { Done::Differs } else { Done::Fine })
}

fn print(plan: &Plan<'_>, claim: &str, reproduction: &Reproduction) {
    say!("{}: {claim}", plan.id());
    say!("{}", reproduction.shown_is);
    say!("{}", grid(reproduction.shown.header.clone(), reproduction.shown.rows.clone()));
    if !reproduction.note.is_empty() {
        say!("{}", reproduction.note);
    }
    let header = ["quantity", "paper", "measured", "accepted", "verdict"];
    say!("{}", grid(header, reproduction.lines.iter().map(VerdictLine::cells)));
    for (quantities, finding) in explained(&reproduction.lines) {
        say!("finding ({}): {finding}", quantities.join("; "));
    }
    say!("digest: {:08x}", reproduction.digest);
}

fn write(out: &Path, sheet: &Sheet) -> Result<()> {
    let mut file = csv::Writer::from_path(out.join("cells.csv"))?;
    file.write_record(&sheet.header)?;
    for row in &sheet.rows {
        file.write_record(row)?;
    }
    file.flush().context("cannot write cells.csv")
}
