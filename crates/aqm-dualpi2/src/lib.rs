//! DualPI2's L4S step: immediate marking of the low-latency queue by sojourn time.
//!
//! Source: RFC 9332 §4 and its Linux implementation. A packet of the L queue is marked if it waited longer than a
//! step, or with a probability that ramps up between two sojourn times; the ramp never marks a packet that leaves its
//! queue empty.
//!
//! Goals: both native markers of the L queue. Non-goals: the coupled classic queue and the scheduler between them.
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

mod ramp;
mod settings;
mod step;

pub use ramp::{Ramp, RampParams, RampProgram};
pub use settings::{RampSettings, StepSettings};
pub use step::{Step, StepParams, StepProgram};
