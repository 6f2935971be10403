//! `freeboard reproduce`.

use super::common::Output;
use super::exit::Done;
use super::say::say;
use crate::plan::{AnyPlan, PLANS, Plan, Reproduction, VerdictLine, explained};
use crate::report::{LedgerLine, Line, grid};
use crate::runner::{Folder, Manifest, Runner, Shard, forget};
use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Which figure, e.g. "ecn-sharp/fig10"; `freeboard list` names all. Or a folder with a plan of your own: plan.toml,
    /// and expected.toml if its numbers are to be judged.
    plan: String,
    /// Run only the part I of N of all cells, e.g. 1/4; `merge` puts the parts together, and `reproduce` in the folder of
    /// the whole goes on to the verdicts.
    #[arg(long, default_value_t = Shard::WHOLE)]
    shard: Shard,
    #[command(flatten)]
    output: Output,
}

/// One row of the table of cells, where nothing is expected.
#[derive(Serialize)]
struct MeasuredLine<'a> {
    paper: &'a str,
    figure: &'a str,
    measured: BTreeMap<&'a str, Value>,
}

impl Line for MeasuredLine<'_> {}

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
    let legal = format!("{}, or a folder with plan.toml", ids.join(", "));
    Err(crate::catalog::argument_fault("PLAN", &arguments.plan, &problem, &legal).into())
}

/// A plan that is not built in.
fn from_folder(folder: &Path, arguments: &Arguments, json: bool) -> Result<Done> {
    let read = |file: &str| {
        let path = folder.join(file);
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound && file == "expected.toml" => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    };
    let (text, expected) = (read("plan.toml")?.unwrap_or_default(), read("expected.toml")?);
    let name = |path: Option<&Path>| path.and_then(Path::file_name).map(|n| n.to_string_lossy().into_owned());
    let (paper, figure) = (name(folder.parent()).unwrap_or_default(), name(Some(folder)).unwrap_or_default());
    let plan = Plan { paper: &paper, figure: &figure, plan: &text, expected: expected.as_deref() };
    reproduce(&plan, arguments, json)
}

fn reproduce(plan: &Plan<'_>, arguments: &Arguments, json: bool) -> Result<Done> {
    let claim = plan.claim()?;
    let (any, expected) = AnyPlan::read(plan)?;
    let folder = arguments.output.folder()?;
    let runner = Runner::keeping(json, &folder, arguments.shard);
    let Some((reproduction, finished)) = any.run(plan, &expected, &runner)? else {
        let (id, shard) = (plan.id(), arguments.shard);
        folder.commit(Manifest::new("reproduce", format!("{id}, shard {shard}"), None))?;
        if !json {
            say!("{id}, shard {shard}: {}; `freeboard merge` puts shards together", folder.path().display());
        }
        return Ok(Done::Fine);
    };
    if json {
        reproduction.lines.iter().for_each(|line| say!("{}", line.line()));
        if plan.expected.is_none() {
            measured(plan, &reproduction);
        }
    } else {
        print(plan, &claim, &reproduction);
    }
    folder.stage("cells.csv", &reproduction.file.csv()?)?;
    any.plot(plan, &finished, &folder.staging(), &Runner::in_memory(json))?;
    commit(&folder, plan, &reproduction)?;
    if json {
        say!("{}", LedgerLine::BALANCED.line());
    }
    let differs = reproduction.lines.iter().any(VerdictLine::is_unexplained);
    Ok(if differs { Done::Differs } else { Done::Fine })
}

/// The next plan in this folder begins anew.
fn commit(folder: &Folder, plan: &Plan<'_>, reproduction: &Reproduction) -> Result<()> {
    folder.commit(Manifest::new("reproduce", plan.id(), Some(reproduction.digest)))?;
    forget(folder)
}

fn measured(plan: &Plan<'_>, reproduction: &Reproduction) {
    for row in &reproduction.file.rows {
        let columns = reproduction.file.header.iter().map(String::as_str).zip(row);
        let value = |text: &String| text.parse::<f64>().map_or_else(|_| text.as_str().into(), Value::from);
        let measured =
            columns.filter(|(_, text)| !text.is_empty()).map(|(name, text)| (name, value(text))).collect();
        say!("{}", MeasuredLine { paper: plan.paper, figure: plan.figure, measured }.line());
    }
}

fn print(plan: &Plan<'_>, claim: &str, reproduction: &Reproduction) {
    say!("{}: {claim}", plan.id());
    say!("{}", reproduction.shown_is);
    say!("{}", reproduction.shown.table());
    if !reproduction.note.is_empty() {
        say!("{}", reproduction.note);
    }
    if plan.expected.is_none() {
        say!("There is no expected.toml: nothing is expected, and nothing is judged");
    } else {
        let header = ["quantity", "paper", "measured", "accepted", "verdict"];
        say!("{}", grid(header, reproduction.lines.iter().map(VerdictLine::cells)));
    }
    for (quantities, finding) in explained(&reproduction.lines) {
        say!("finding ({}): {finding}", quantities.join("; "));
    }
    say!("digest: {:08x}", reproduction.digest);
}
