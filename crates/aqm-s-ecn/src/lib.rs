//! S-ECN, a reconstruction: marks by how fast the queue grows, whatever its length.
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

mod exact;
mod settings;
mod window;

pub use exact::{Exact, SEcnQueue};
pub use settings::{SEcnParams, SEcnSettings, WindowSettings};
pub use window::{SEcnWindow, WindowParams, WindowProgram};
