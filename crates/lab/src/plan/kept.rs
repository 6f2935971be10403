//! Record of a reproduction, for the report.

use super::{AnyPlan, Plan, Reproduction, Scale, VerdictLine};
use crate::report::{Meaning, Sheet, meaning};
use serde::{Deserialize, Serialize};

/// The file it stands in.
pub const KEPT: &str = "reproduction.json";

/// The file with its verdicts as a table for a page.
pub const VERDICTS: &str = "verdicts.md";

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
    pub parameters: Vec<Meaning>,
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
            parameters: meaning(any.base()),
            digest: format!("{:08x}", found.digest),
        }
    }

    /// The verdicts as a table of Markdown, at which scale they were found, and the digest.
    #[must_use]
    pub fn verdicts(&self) -> String {
        let row =
            |cells: [String; 5]| format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
        let header = ["quantity", "paper", "measured", "accepted", "verdict"].map(str::to_owned);
        let rows: String = self.lines.iter().map(|line| row(line.cells())).collect();
        let scale = self.lines.first().map_or_else(String::new, |line| format!("{}; ", line.scale()));
        format!(
            "{}|---|---:|---:|---|---|\n{rows}\nScale {}: {scale}digest `{}`.\n",
            row(header),
            self.scale,
            self.digest
        )
    }

    /// The command that runs it again.
    #[must_use]
    pub fn command(&self) -> String {
        format!("freeboard reproduce {}/{} --scale {}", self.paper, self.figure, self.scale)
    }
}
