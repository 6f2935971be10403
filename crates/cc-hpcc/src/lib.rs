//! HPCC: a window from in-band telemetry.
//!
//! Source: \[Li19\] algorithm 1. Every acknowledgement carries queue, bytes sent and time of each hop; the busiest one
//! gives the utilisation U of the path, and the window aims at eta.
//!
//! Goals: the algorithm in 24 bytes per flow and 64 bytes of telemetry history, the latter a second context; the
//! busiest hop is found without a division. Non-goals: stamping telemetry (the switch's), reacting to loss.
//!
//! Invariant: 0 < W <= line rate · T; within one round trip every window derives from one reference window; history
//! older than 16.8 ms, of another path or of a clock that ran backwards is never used.
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

mod busiest;
mod flow;
mod params;

pub use busiest::Busiest;
pub use flow::Hpcc;
pub use params::{HpccParams, HpccSettings};
