//! PowerTCP: a window from the power of the path, by telemetry or by delay.
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

mod int;
mod params;
mod power;
mod theta;
mod window;

pub use int::PowerTcp;
pub use params::{AllPowerTcpSettings, PowerTcpParams, PowerTcpSettings, ThetaPowerTcpSettings};
pub use power::Power;
pub use theta::ThetaPowerTcp;
pub use window::Window;
