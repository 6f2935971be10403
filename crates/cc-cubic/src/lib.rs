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
mod detector;
mod flow;
mod hystart;
mod params;

pub use curve::Curve;
pub use detector::HystartParams;
pub use flow::{Cubic, CubicEcn, CubicFlow};
pub use hystart::{CubicHystart, CubicHystartParams};
pub use params::{
    CubicEcnSettings, CubicFamilySettings, CubicHystartSettings, CubicParams, CubicSettings, HystartClock,
};
