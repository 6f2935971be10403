//! The clock kind of plan: probes between hosts' clocks under load, estimates against the truth.

mod error;
mod plan;
mod probes;
mod report;
mod run;
mod stamps;

pub use plan::{ClockPlan, Probing};
pub(super) use report::reproduce;
