//! PIE: a probability that a controller keeps in proportion to the queueing delay.
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

mod control;
mod exact;
mod pipeline;
mod settings;

pub use control::Controller;
pub use exact::{Exact, ExactParams, ExactQueue};
pub use pipeline::{Pie, PieParams, PieProgram};
pub use settings::{PiePipelineSettings, PieSettings};
