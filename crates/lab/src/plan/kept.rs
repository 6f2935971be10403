//! Record of a reproduction, for the report.

use super::{AnyPlan, Plan, Reproduction, Scale, VerdictLine};
use crate::report::{EffectiveSetting, Sheet, effective_settings};
use serde::{Deserialize, Serialize};

/// File of the result.
pub const KEPT: &str = "reproduction.json";

/// The file with its verdicts as a table of Markdown.
pub const VERDICTS: &str = "verdicts.md";

/// The file with its cells as a table of Markdown.
pub const CELLS: &str = "cells.md";

/// A plan that ran, to be shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Of the plan.
    pub paper: String,
    /// Of the plan.
    pub figure: String,
    /// What the paper claims.
    pub claim: String,
    /// At which scale it ran.
    pub scale: Scale,
    /// What is in [`Kept::cells`].
    pub shown_is: String,
    /// Every cell.
    pub cells: Sheet,
    /// What the verdicts are on; may be empty.
    pub note: String,
    /// A verdict per quantity.
    pub lines: Vec<VerdictLine>,
    /// What the runs mean, defaults included: of the first cell.
    pub parameters: Vec<EffectiveSetting>,
    /// Over all runs, as it is printed.
    pub digest: String,
}

impl Kept {
    /// Of a plan that ran.
    #[must_use]
    pub fn new(plan: &Plan<'_>, any: &AnyPlan, scale: Scale, claim: String, found: &Reproduction) -> Self {
        Self {
            paper: plan.paper.to_owned(),
            figure: plan.figure.to_owned(),
            claim,
            scale,
            shown_is: found.shown_is.clone(),
            cells: found.shown.clone(),
            note: found.note.clone(),
            lines: found.lines.clone(),
            parameters: effective_settings(any.base()),
            digest: format!("{:08x}", found.digest),
        }
    }

    /// The verdicts as a table of Markdown, at which scale they were found, and the digest.
    #[must_use]
    pub fn verdicts(&self) -> String {
        let header = ["quantity", "paper", "measured", "accepted", "verdict"].map(str::to_owned).to_vec();
        let rows = self.lines.iter().map(|line| line.cells().to_vec()).collect();
        let table = Sheet { header, rows }.markdown();
        let scale = self.lines.first().map_or_else(String::new, |line| format!("{}; ", line.scale()));
        format!("{table}\nScale {}: {scale}digest `{}`.\n", self.scale, self.digest)
    }

    /// The command that runs it again.
    #[must_use]
    pub fn command(&self) -> String {
        format!("freeboard reproduce {}/{} --scale {}", self.paper, self.figure, self.scale)
    }
}
