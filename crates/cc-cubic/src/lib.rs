//! CUBIC (RFC 9438).
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

mod curve;
mod flow;
mod params;

pub use curve::Curve;
pub use flow::{Cubic, CubicEcn, CubicFlow};
pub use params::{CubicParams, CubicSettings};
