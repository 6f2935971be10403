//! NewReno and ECN*: Reno's window, by losses alone and by marks as well.
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
mod params;

pub use flow::{EcnStar, NewReno, RenoFlow};
pub use params::{EcnStarSettings, NewRenoSettings, RenoParams};
