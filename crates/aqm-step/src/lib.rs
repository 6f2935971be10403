//! Step marking at a queue-length threshold, the scheme of DCTCP ("DCTCP-RED").
//!
//! Source: \[Alizadeh10\] §3.1: mark the arriving packet if the queue is longer than K. Goals: the rule with
//! its boundary semantics explicit (who is counted, at which end, strictly or not). Non-goals: averaging.
//!
//! Invariant: this crate keeps no state.
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

mod params;
mod program;

pub use params::{StepParams, StepSettings};
pub use program::{StepDequeue, StepDequeueProgram, StepEnqueue, StepEnqueueProgram, StepProgram};
