//! Any kind of plan: read, run, written down.

use super::clock::{self, ClockPlan};
use super::incast::{self, Cell, IncastPlan};
use super::sweep::{self, Results, SweepPlan};
use super::{Expected, Plan, VerdictLine};
use crate::compare::Meter;
use crate::document::{Document, Fault};
use anyhow::Result;
use std::path::Path;

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Column names.
    pub header: Vec<String>,
    /// Rows.
    pub rows: Vec<Vec<String>>,
}

/// What a plan yields.
#[derive(Clone, Debug)]
pub struct Reproduction {
    /// What the table of cells shows.
    pub shown_is: String,
    /// Every cell, for a person.
    pub shown: Sheet,
    /// Every cell, for a file.
    pub file: Sheet,
    /// What the verdicts are on; empty if each says it itself.
    pub note: String,
    /// A verdict per quantity.
    pub lines: Vec<VerdictLine>,
    /// Over the digests of all runs' results, in order.
    pub digest: u32,
}

/// A plan of any kind.
#[derive(Clone, Debug)]
pub enum AnyPlan {
    /// Steady queue, then queries.
    Incast(Box<IncastPlan>),
    /// Measures over the cells of a swept scenario.
    Sweep(SweepPlan),
    /// Clocks under load, estimated and true.
    Clock(Box<ClockPlan>),
}

/// A plan that ran: what plots are made of.
#[derive(Clone, Debug)]
pub enum Finished {
    /// The chosen cell.
    Incast(Cell),
    /// All cells.
    Sweep(Results),
    /// Nothing is drawn.
    Clock,
}

const KINDS: [&str; 3] = ["incast", "sweep", "clock"];

impl AnyPlan {
    /// Reads `plan.toml` and `expected.toml`.
    ///
    /// # Errors
    /// The first thing in either that is not legal.
    pub fn read(plan: &Plan<'_>) -> Result<(Self, Expected), Fault> {
        let document = Document::new(plan.path("plan.toml"), plan.plan);
        let expected = Expected::read(&Document::new(plan.path("expected.toml"), plan.expected))?;
        let kind = document.read(|root| root.need("kind", &KINDS.join(", "))?.choice(&KINDS))?;
        let read = match kind {
            0 => Self::Incast(Box::new(IncastPlan::read(&document)?)),
            1 => Self::Sweep(SweepPlan::read(&document)?),
            _ => Self::Clock(Box::new(ClockPlan::read(&document)?)),
        };
        Ok((read, expected))
    }

    /// Quantities that differ or stay open, by id, and why.
    #[must_use]
    pub fn findings(&self) -> &[(String, String)] {
        match self {
            Self::Incast(plan) => &plan.findings,
            Self::Sweep(plan) => &plan.findings,
            Self::Clock(plan) => &plan.findings,
        }
    }

    /// Simulated time of all runs \[ps\], at most.
    #[must_use]
    pub fn work_ps(&self) -> u64 {
        match self {
            Self::Incast(plan) => incast::work_ps(plan),
            Self::Sweep(plan) => plan.work_ps(),
            Self::Clock(plan) => crate::compare::work_ps(&plan.scenario),
        }
    }

    /// Runs all of it.
    ///
    /// # Errors
    /// The simulator refuses a scenario, or a quantity names what the plan does not have.
    pub fn run(
        &self,
        plan: &Plan<'_>,
        expected: &Expected,
        meter: &Meter,
    ) -> Result<(Reproduction, Finished)> {
        match self {
            Self::Incast(own) => {
                let (reproduction, chosen) = incast::reproduce(plan, own, expected, meter)?;
                Ok((reproduction, Finished::Incast(chosen)))
            }
            Self::Sweep(own) => {
                let (reproduction, results) = sweep::reproduce(plan, own, expected, meter)?;
                Ok((reproduction, Finished::Sweep(results)))
            }
            Self::Clock(own) => Ok((clock::reproduce(plan, own, expected, meter)?, Finished::Clock)),
        }
    }

    /// Draws its plots into a folder.
    ///
    /// # Errors
    /// A run fails or a file cannot be written.
    pub fn plot(&self, plan: &Plan<'_>, finished: &Finished, out: &Path) -> Result<()> {
        match (self, finished) {
            (Self::Incast(own), Finished::Incast(chosen)) => incast::plot(out, plan, own, chosen),
            (Self::Sweep(own), Finished::Sweep(results)) => sweep::plot(out, plan, own, results),
            _ => Ok(()),
        }
    }
}
