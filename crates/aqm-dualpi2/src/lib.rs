//! DualPI2's L4S step: immediate marking of the low-latency queue by sojourn time.
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

mod ramp;
mod settings;
mod step;

pub use ramp::{Ramp, RampParams, RampProgram};
pub use settings::{RampSettings, StepSettings};
pub use step::{Step, StepParams, StepProgram};
