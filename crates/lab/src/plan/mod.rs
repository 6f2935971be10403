//! Reproductions: a plan, the numbers expected of it, a verdict on each.

mod expected;
mod incast;
mod kind;
mod sweep;
mod verdict;

pub use expected::{Expected, Pick, Quantity, Reduce};
pub use incast::{Background, Cell, FAN_IN, IncastPlan, choose};
pub use kind::{AnyPlan, Finished, Reproduction, Sheet};
pub use sweep::{Axis, PlannedCell, PlotSpec, ResultRow, Results, Shows, SweepPlan};
pub use verdict::{Measured, Verdict, VerdictLine, judge};

use crate::document::{Fault, Section};

/// A plan that is built into the program.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Paper, as a folder of `plans/`.
    pub paper: &'static str,
    /// Figure, as a folder of the paper.
    pub figure: &'static str,
    /// What it claims, one line.
    pub claim: &'static str,
    /// `plan.toml`.
    pub plan: &'static str,
    /// `expected.toml`.
    pub expected: &'static str,
}

macro_rules! plan {
    ($paper:literal, $figure:literal, $claim:literal) => {
        Plan {
            paper: $paper,
            figure: $figure,
            claim: $claim,
            plan: include_str!(concat!("../../plans/", $paper, "/", $figure, "/plan.toml")),
            expected: include_str!(concat!("../../plans/", $paper, "/", $figure, "/expected.toml")),
        }
    };
}

/// Every plan.
pub const PLANS: &[Plan] = &[
    plan!(
        "ecn-sharp",
        "fig10",
        "a steady queue of 8 packets instead of 182, and no drops in an incast of 100"
    ),
    plan!(
        "e-ecn",
        "fig5-7",
        "98.6 % of queue samples within the threshold, and a longest queue that stays at it"
    ),
];

impl Plan {
    /// `paper/figure`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}/{}", self.paper, self.figure)
    }

    /// Path of one of its files, for errors.
    #[must_use]
    pub fn path(&self, file: &str) -> String {
        format!("crates/lab/plans/{}/{file}", self.id())
    }
}

/// `[finding]`: quantities that differ or stay open, by id, and why.
fn findings(root: &Section<'_>) -> Result<Vec<(String, String)>, Fault> {
    let Some(section) = root.section("finding")? else { return Ok(Vec::new()) };
    let read = |id: &&str| {
        let text = section.need(id, "a text in quotes")?.string()?.to_owned();
        Ok(((*id).to_owned(), text))
    };
    section.keys().iter().map(read).collect()
}
