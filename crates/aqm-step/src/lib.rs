//! Step marking at a queue-length threshold, the scheme of DCTCP ("DCTCP-RED").
#![doc = include_str!("../README.md")]
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

pub use params::{Comparison, Own, StepParams, StepSettings};
pub use program::{StepDequeue, StepDequeueProgram, StepEnqueue, StepEnqueueProgram, StepProgram};
