//! Any kind of plan: read, run, written down.

use super::clock::{self, ClockPlan};
use super::incast::{self, Cell, IncastPlan};
use super::sweep::{self, SweepPlan};
use super::{Expected, Plan, Quantity, Scale, VerdictLine};
use crate::report::Sheet;
use crate::runner::Runner;
use crate::sweep::Results;
use anyhow::Result;
use freeboard_scenario::document::{Document, Fault};
use freeboard_scenario::file::Scenario;
use std::path::Path;

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
    /// Reads `plan.toml` at a scale and, if there is one, `expected.toml`.
    ///
    /// # Errors
    /// The first thing in either that is not legal.
    pub fn read(plan: &Plan<'_>, scale: Scale) -> Result<(Self, Expected), Fault> {
        let document = plan.document(scale)?;
        let expected =
            plan.expected.map(|text| Expected::read(&Document::new(plan.path("expected.toml"), text)));
        let expected = expected.transpose()?.unwrap_or_default();
        let kind = document.read(|root| root.need("kind", &KINDS.join(", "))?.choice(&KINDS))?;
        let read = match kind {
            0 => Self::Incast(Box::new(IncastPlan::read(&document)?)),
            1 => Self::Sweep(SweepPlan::read(&document)?),
            _ => Self::Clock(Box::new(ClockPlan::read(&document)?)),
        };
        Ok((read, expected))
    }

    /// What all its runs share, or the first of them.
    #[must_use]
    pub fn base(&self) -> &Scenario {
        match self {
            Self::Incast(plan) => plan.base(),
            Self::Sweep(plan) => plan.grid.base(),
            Self::Clock(plan) => &plan.scenario,
        }
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

    /// Runs what of it the runner has to run; `None` after one shard of several.
    ///
    /// # Errors
    /// The simulator refuses a scenario, a quantity names what the plan does not have, or a file cannot be written.
    pub fn run(
        &self,
        plan: &Plan<'_>,
        expected: &Expected,
        runner: &Runner<'_>,
    ) -> Result<Option<(Reproduction, Finished)>> {
        Ok(match self {
            Self::Incast(own) => incast::reproduce(plan, own, expected, runner)?
                .map(|(reproduction, chosen)| (reproduction, Finished::Incast(chosen))),
            Self::Sweep(own) => sweep::reproduce(plan, own, expected, runner)?
                .map(|(reproduction, results)| (reproduction, Finished::Sweep(results))),
            Self::Clock(own) => clock::reproduce(plan, own, expected, runner)?
                .map(|reproduction| (reproduction, Finished::Clock)),
        })
    }

    /// Draws its plots into a folder; runs that have to be seen in time are run again.
    ///
    /// # Errors
    /// A run fails or a file cannot be written.
    pub fn plot(
        &self,
        (plan, expected): (&Plan<'_>, &Expected),
        finished: &Finished,
        out: &Path,
        runner: &Runner<'_>,
    ) -> Result<()> {
        match (self, finished) {
            (Self::Incast(own), Finished::Incast(chosen)) => incast::plot(out, plan, own, chosen, runner),
            (Self::Sweep(own), Finished::Sweep(results)) => {
                sweep::plot(out, plan, (own, expected), results, runner)
            }
            _ => Ok(()),
        }
    }

    /// The plots of measures by name, drawn of the numbers of its runs, and the interval of each quantity over the seeds; nothing of
    /// a `results.csv` that is not of this plan.
    ///
    /// # Errors
    /// A plot names what the plan does not have.
    pub fn seen(&self, plan: &Plan<'_>, expected: &Expected, results_csv: &str) -> Result<Seen> {
        let Self::Sweep(own) = self else { return Ok(Seen::default()) };
        let Some(results) = Results::of_csv(&own.grid, results_csv) else { return Ok(Seen::default()) };
        let interval = |quantity: &Quantity| (quantity.name.clone(), own.interval(&quantity.pick, &results));
        Ok(Seen {
            plots: sweep::redrawn(plan, (own, expected), &results)?,
            intervals: expected.quantities.iter().map(interval).collect(),
        })
    }
}

/// Drawings and intervals of the numbers of a plan's runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// Plots of measures as SVG, by name.
    pub plots: Vec<(String, String)>,
    /// Interval over the seeds by the name of its quantity, in the plan's order.
    pub intervals: Vec<(String, Option<(f64, f64)>)>,
}
