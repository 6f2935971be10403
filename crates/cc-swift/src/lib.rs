//! Swift: a window that holds the round-trip time at a target.
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

mod flow;
mod params;
mod target;

pub use flow::Swift;
pub use params::{SwiftParams, SwiftSettings};
pub use target::Target;
