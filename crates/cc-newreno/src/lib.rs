//! NewReno and ECN*: Reno's window, by losses alone and by marks as well.
//!
//! Source: RFC 5681 (slow start, congestion avoidance, the reaction to loss), RFC 6582 (one reaction per window
//! of data), RFC 3168 §6.1.2 (the same for marks). NewReno is the baseline without marks that every comparison starts
//! from. The AQM papers call the other ECN\*; it is the lambda = 1 of a marking threshold of lambda · C · RTT.
//!
//! Goals: the window of the RFCs in 20 bytes per flow. Non-goals: loss recovery (the transport's: which segment
//! is sent again, partial ACKs, window inflation) and the echo of marks (the transport's too).
//!
//! Invariant: the window never falls below one segment and never grows while a reduction is in force; one window of
//! data cuts once, whether marks or losses asked for it.
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
