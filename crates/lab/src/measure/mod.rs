//! What a run yields, and the numbers tables are made of.

mod fct;
mod outcome;

pub use fct::{FctSummary, Figures, LARGE_OVER, SHORT_BELOW};
pub use outcome::{Act, Flow, Outcome, QueueSample, QueueTotals, Window};
