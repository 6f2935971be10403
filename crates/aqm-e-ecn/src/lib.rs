//! E-ECN: early marking on the queue length predicted from its growth.
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
mod params;
mod presets;
mod shift;

pub use exact::{Exact, ExactQueue, Phase};
pub use params::{Comparison, Divisor, ExactParams, ExactSettings, ShiftParams, ShiftSettings};
pub use shift::{Shift16, Shift16Program, Shift32, Shift32Program};
