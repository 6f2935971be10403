//! RED: random early detection.
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

mod average;
mod counter;
mod exact;
mod low_pass;
mod low_pass_settings;
mod params;
mod presets;
mod settings;

pub use exact::{Exact, RedQueue};
pub use low_pass::{Average, LowPassPorts, LowPassProgram, LowPassQueue, LowPassRed, LowPassRedParams};
pub use low_pass_settings::LowPassSettings;
pub use params::RedParams;
pub use settings::{Counter, MeasuredAt, RedSettings, Start};
