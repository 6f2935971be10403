//! The general kind of plan: a scenario, keys of it swept, measures of every run.

mod axis;
mod plan;
mod plots;
mod report;
mod run;

pub use axis::Axis;
pub use plan::{PlannedCell, PlotSpec, Shows, SweepPlan};
pub(super) use plots::plot;
pub(super) use report::reproduce;
pub use run::{ResultRow, Results};
