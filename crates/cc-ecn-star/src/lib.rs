//! ECN*: Reno that halves its window once per window of marks.
//!
//! Source: RFC 3168 §6.1.2 (the sender's reaction), RFC 5681 (growth and loss). The AQM papers call it ECN\*;
//! it is the lambda = 1 of a marking threshold of lambda · C · RTT.
//!
//! Goals: RFC 3168 in 20 bytes per flow. Non-goals: loss recovery and the echo of marks (the transport's).
//!
//! Invariant: one cut per window of data, whether marks or losses asked for it; the window never falls below
//! its floor.
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

pub use flow::EcnStar;
pub use params::{EcnStarParams, EcnStarSettings};
