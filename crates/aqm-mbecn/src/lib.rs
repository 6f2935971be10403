//! MBECN: thresholds for micro-bursts in several queues of one port.
//!
//! Source: \[Kang21\]. Batching makes senders emit bursts, so a queue underflows at the standard threshold although
//! its average is right. MBECN computes the threshold each queue needs (for ECN* or for DCTCP senders), fits the
//! sum to the port's threshold, and shifts what some queues do not use to those that have more.
//!
//! Goals: both bounds as printed and the per-flow-consistent one, baseline and dynamic step that conserve the
//! port's threshold; the data plane one subtraction. Non-goals: learning the number of flows or their batching.
//!
//! | file | idea |
//! |---|---|
//! | `bound` | the threshold one queue needs |
//! | `share` | baseline and dynamic step over the queues of a port |
//! | `program` | the data plane, and the control plane that rewrites its action data |
//!
//! Invariant: the data plane compares and nothing else; all arithmetic is in the control plane, once per period.
#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::float_arithmetic,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used
)]

mod bound;
mod program;
mod settings;
mod share;

pub use bound::{Bound, Rule, Senders};
pub use program::{
    MbecnDequeue, MbecnDequeueProgram, MbecnEnqueue, MbecnEnqueueProgram, MbecnParams, MbecnProgram,
};
pub use settings::MbecnSettings;
pub use share::{QUEUES, Queue, baseline, dynamic};
