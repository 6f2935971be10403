//! Reproductions: a plan, the numbers expected of it, a verdict on each.

mod cell;
mod expected;
mod incast;
mod sweep;
mod verdict;

pub use cell::{Cell, choose};
pub use expected::{Expected, Quantity};
pub use incast::IncastPlan;
pub use sweep::{FAN_IN, cells, work_ps};
pub use verdict::{Measured, Verdict, VerdictLine, judge};

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
pub const PLANS: &[Plan] = &[plan!(
    "ecn-sharp",
    "fig10",
    "a steady queue of 8 packets instead of 182, and no drops in an incast of 100"
)];

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
