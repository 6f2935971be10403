//! CoDel: controlled delay.
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

mod episode;
mod linux;
mod params;
mod pipeline;
mod rfc8289;

pub use episode::Phase;
pub use linux::{Linux, LinuxParams, LinuxQueue};
pub use params::{CodelSettings, PipelineSettings};
pub use pipeline::{Pipeline, PipelineParams, PipelineProgram, PipelineQueue};
pub use rfc8289::{Rfc8289, RfcParams, RfcQueue};
