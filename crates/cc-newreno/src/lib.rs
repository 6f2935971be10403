//! NewReno, the window part.
//!
//! Source: RFC 5681 (slow start, congestion avoidance, the reaction to loss), RFC 6582 (one reaction per window
//! of data). The baseline without marks that every comparison starts from.
//!
//! Goals: the window of RFC 5681 in 20 bytes per flow. Non-goals: loss recovery (the transport's: which segment
//! is sent again, partial ACKs, window inflation), marks ([ECN*](../cc_ecn_star/index.html)).
//!
//! Invariant: the window never falls below one segment and never grows while a reduction is in force; one loss
//! episode cuts once.
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

pub use flow::NewReno;
pub use params::{NewRenoParams, NewRenoSettings};
