//! DCQCN, with and without a window.
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

pub mod connectx;
mod decay;
mod flow;
mod params;
mod stages;
mod variant;

pub use decay::Decay;
pub use flow::{Dcqcn, DcqcnFlow, DcqcnW, Status};
pub use params::{ClampTarget, CutAt, DcqcnParams, DcqcnSettings, DcqcnWSettings};
