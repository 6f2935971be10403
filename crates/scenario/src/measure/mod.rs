//! Outcome of a run and the measures taken from it.

mod described;
mod digest;
mod fct;
mod fluid;
mod hosts;
mod kind;
mod of;
mod outcome;
mod queues;
mod requests;
mod value;

pub use described::measure_table;
pub use digest::digest;
pub use fct::{FctSummary, Figures};
pub use hosts::{ControlRecord, HostReports, Told};
pub use kind::Measure;
pub use of::{Class, Flows, Named, Of};
pub use outcome::{Act, Exchange, Flow, LongFlow, Outcome, PortRecord, QueueSample, QueueTotals, Window};
pub use queues::{ClassPauses, QueueRecord};
pub use requests::Requests;
