//! BBR, version 1.
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

mod filter;
mod flow;
mod loss;
mod machine;
mod params;
mod state;

pub use filter::MaxFilter;
pub use params::{BbrParams, BbrSettings};
pub use state::{Bbr, Mode, Status};
