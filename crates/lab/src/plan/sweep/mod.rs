//! The general kind of plan: a scenario, keys of it swept, measures of every run.

mod chart;
mod plan;
mod plots;
mod report;
mod seeds;

pub(crate) use chart::accepted;
pub use plan::{PlotSpec, Shows, SweepPlan};
pub(super) use plots::{plot, redrawn};
pub(super) use report::reproduce;
