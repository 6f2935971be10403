//! What a run yields, and the numbers tables are made of.

mod fct;
mod kind;
mod outcome;
mod queues;

pub use fct::{FctSummary, Figures};
pub use kind::{Measure, Of};
pub use outcome::{Act, Flow, Outcome, PortRecord, QueueSample, QueueTotals, Window};
pub use queues::{ClassPauses, QueueRecord};
