//! The incast kind of plan: a steady queue, then query flows, over what a paper leaves open.

mod cell;
mod cells;
mod plan;
mod report;

pub use cell::{Cell, choose};
pub use cells::INCAST_DEGREE;
use cells::cells;
pub use plan::{Background, IncastPlan};
pub(super) use report::{plot, reproduce};
