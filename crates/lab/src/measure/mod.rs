//! What a run yields, and the numbers tables are made of.

mod fct;
mod outcome;

pub use fct::{FctSummary, Figures};
pub use outcome::{Act, Flow, Outcome, QueueSample, QueueTotals, Window};
