//! TIMELY: the authors', the simulator's and the patched form.
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

mod flow;
mod gradient;
mod params;
mod variant;

pub use flow::{Timely, TimelyAuthors, TimelyFlow, TimelyPatched, TimelyW};
pub use gradient::Gradient;
pub use params::{AllTimelySettings, TimelyParams, TimelyPatchedSettings, TimelySettings, TimelyWSettings};
