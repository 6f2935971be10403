//! Outcome of a run and the measures taken from it.

mod digest;
mod fct;
mod kind;
mod outcome;
mod queues;
mod requests;
mod value;

pub use fct::{FctSummary, Figures};
pub use kind::{Class, Measure, Of};
pub use outcome::{Act, Flow, LongFlow, Outcome, PortRecord, QueueSample, QueueTotals, Window};
pub use queues::{ClassPauses, QueueRecord};
pub use requests::Requests;
