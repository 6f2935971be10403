//! The general kind of plan: a scenario, keys of it swept, measures of every run.

mod plan;
mod plots;
mod report;

pub use plan::{PlotSpec, Shows, SweepPlan};
pub(super) use plots::plot;
pub(super) use report::reproduce;
