//! HPCC: a window from in-band telemetry.
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

mod busiest;
mod flow;
mod params;

pub use busiest::Busiest;
pub use flow::Hpcc;
pub use params::{HpccParams, HpccSettings};
