//! On-Ramp: holds a flow at the edge while its one-way delay is too high.
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

mod acker;
mod counted;
mod flow;
mod memory;
mod params;
mod pause;
mod samples;
mod variant;

pub use acker::{Acker, AckerSettings, OR_ACK_WIRE};
pub use counted::{Flight, OnRampCounted};
pub use flow::{OnRamp, OnRampFlow, Strawman};
pub use memory::{Memory, MemorySettings};
pub use params::{OnRampParams, OnRampSettings, StrawmanSettings};
pub use pause::Pause;
pub use samples::{Samples, SamplesSettings};
