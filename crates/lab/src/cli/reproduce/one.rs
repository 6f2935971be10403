//! One plan: run, printed, written.

use super::super::exit::Done;
use crate::plan::{AnyPlan, CELLS, KEPT, Kept, Plan, Reproduction, Scale, VERDICTS, VerdictLine, explained};
use crate::report::{LedgerLine, Line, grid};
use crate::runner::{Folder, Manifest, Runner, Shard, forget};
use crate::say::say;
use anyhow::Result;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Options of a plan's run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) scale: Scale,
    pub(super) shard: Shard,
    pub(super) json: bool,
    /// Whether the plan is one of all plans: its cells are kept in the files, and existing files are not written again.
    pub(super) one_of_all: bool,
}

/// Files of a plan beside its plots.
const FILES: [&str; 6] = ["results.jsonl", "results.csv", "cells.csv", CELLS, VERDICTS, KEPT];

/// One row of the table of cells of a plan without expected numbers.
#[derive(Serialize)]
struct MeasuredLine<'a> {
    paper: &'a str,
    figure: &'a str,
    measured: BTreeMap<&'a str, Value>,
}

impl Line for MeasuredLine<'_> {}

/// Runs a single plan; the next plan in this folder starts without its results.
pub(super) fn whole(run: &Run, plan: &Plan<'_>, folder: &Folder) -> Result<Done> {
    let Some(kept) = reproduce(run, plan, folder)? else { return Ok(Done::Fine) };
    forget(folder)?;
    if run.json {
        say!("{}", LedgerLine::BALANCED.line());
    }
    Ok(ended(&kept.lines))
}

/// Whether every number is as expected or explained by a finding.
pub(super) fn ended(lines: &[VerdictLine]) -> Done {
    if lines.iter().any(VerdictLine::is_unexplained) { Done::Differs } else { Done::Fine }
}

/// Runs the cells that the folder's journal does not have, prints the verdicts and writes the files; `None` after one shard of
/// several.
pub(super) fn reproduce(run: &Run, plan: &Plan<'_>, folder: &Folder) -> Result<Option<Kept>> {
    let claim = plan.claim()?;
    folder.claim(&FILES, &[])?;
    let (any, expected) = AnyPlan::read(plan, run.scale)?;
    let runner = Runner::keeping(run.json, folder, run.shard);
    let Some((reproduction, finished)) = any.run(plan, &expected, &runner)? else {
        let (id, shard) = (plan.id(), run.shard);
        folder.commit(Manifest::new("reproduce", format!("{id}, shard {shard}"), None))?;
        if !run.json {
            say!("{id}, shard {shard}: {}; `freeboard merge` puts shards together", folder.path().display());
        }
        return Ok(None);
    };
    let kept = Kept::new(plan, &any, run.scale, claim, &reproduction);
    if run.json {
        reproduction.lines.iter().for_each(|line| say!("{}", line.line()));
        if plan.expected.is_none() {
            measured(plan, &reproduction);
        }
    } else {
        print(run, plan, &kept);
    }
    let text = serde_json::to_string_pretty(&kept)? + "\n";
    let before = || std::fs::read_to_string(folder.path().join(KEPT));
    if run.one_of_all && before().is_ok_and(|before| before == text) {
        return Ok(Some(kept));
    }
    folder.stage("cells.csv", &reproduction.file.csv()?)?;
    any.plot((plan, &expected), &finished, &folder.staging(), &Runner::in_memory(run.json))?;
    folder.stage(CELLS, kept.cells.markdown().as_bytes())?;
    if plan.expected.is_some() {
        folder.stage(VERDICTS, kept.verdicts().as_bytes())?;
    }
    folder.stage(KEPT, text.as_bytes())?;
    folder.commit(Manifest::new("reproduce", plan.id(), Some(reproduction.digest)))?;
    Ok(Some(kept))
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

fn print(run: &Run, plan: &Plan<'_>, kept: &Kept) {
    say!("{}: {}", plan.id(), kept.claim);
    if !run.one_of_all {
        say!("{}", kept.shown_is);
        say!("{}", kept.cells.table());
    }
    if !kept.note.is_empty() {
        say!("{}", kept.note);
    }
    if plan.expected.is_none() {
        say!("There is no expected.toml: nothing is expected, and nothing is judged");
    } else {
        let header = ["quantity", "paper", "measured", "accepted", "verdict"];
        say!("{}", grid(header, kept.lines.iter().map(|line| line.cells().to_vec())));
    }
    for (quantities, finding) in explained(&kept.lines) {
        say!("finding ({}): {finding}", quantities.join("; "));
    }
    say!("digest: {}", kept.digest);
}
