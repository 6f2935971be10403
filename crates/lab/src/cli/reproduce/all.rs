//! All plans, and a sum of their verdicts.

use super::super::exit::Done;
use super::one::{Run, ended, reproduce};
use crate::plan::{PLANS, Scale, Verdict};
use crate::report::{BALANCED, Line};
use crate::runner::{Folder, forget};
use crate::say::{say, tell};
use anyhow::{Context, Result};
use freeboard_replay::Digest;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

/// Last object of the output.
#[derive(Debug, Serialize)]
struct SummaryLine {
    plans: usize,
    holds: usize,
    differs: usize,
    open: usize,
    /// Digest of the digests of all plans, in their order.
    digest: String,
    wall_s: f64,
    scale: Scale,
    /// A plan whose ledgers do not balance is an error.
    ledger: &'static str,
}

impl Line for SummaryLine {}

/// Runs every plan in its own folder below `out`. Finished plans are kept until all are finished, so a stopped call resumes.
pub(super) fn run(run: &Run, out: &Path) -> Result<Done> {
    #[expect(clippy::disallowed_methods, reason = "for the summary; no result depends on it")]
    let start = Instant::now();
    let (mut lines, mut digest, mut whole) = (Vec::new(), Digest::default(), true);
    let mut folders = Vec::new();
    for plan in PLANS {
        let folder = Folder::open(&out.join(plan.paper).join(plan.figure))?;
        if !run.json {
            tell!("{}", plan.id());
        }
        match reproduce(run, plan, &folder).with_context(|| plan.id())? {
            Some(kept) => {
                digest.word(u32::from_str_radix(&kept.digest, 16)?);
                lines.extend(kept.lines);
            }
            None => whole = false,
        }
        folders.push(folder);
    }
    if !whole {
        return Ok(Done::Fine);
    }
    folders.iter().try_for_each(forget)?;
    let count = |verdict: Verdict| lines.iter().filter(|line| line.verdict == verdict).count();
    let summary = SummaryLine {
        plans: PLANS.len(),
        holds: count(Verdict::Holds),
        differs: count(Verdict::Differs),
        open: count(Verdict::Open),
        digest: format!("{:08x}", digest.value()),
        wall_s: start.elapsed().as_secs_f64(),
        scale: run.scale,
        ledger: BALANCED,
    };
    if run.json {
        say!("{}", summary.line());
    } else {
        let SummaryLine { plans, holds, differs, open, digest, wall_s, scale, .. } = &summary;
        say!("{plans} plans at scale {scale} in {wall_s:.0} s: {holds} hold, {differs} differ, {open} open");
        say!("digest: {digest}");
    }
    Ok(ended(&lines))
}
