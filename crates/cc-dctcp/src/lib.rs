//! DCTCP, the TCP form and the rate form.
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

mod estimator;
mod flow;
mod params;
mod rate;
mod rate_params;

pub use flow::Dctcp;
pub use params::{DctcpParams, DctcpSettings, Growth, Increase};
pub use rate::DctcpRate;
pub use rate_params::{DctcpRateParams, DctcpRateSettings};
