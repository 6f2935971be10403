//! Swift: a window that holds the round-trip time at a target.
//!
//! Source: \[Kumar20\] algorithm 1 and its target delay; values of public simulators. Below the target the window gains a
//! segment per round trip, above it loses in proportion to the excess, once per round trip. The target grows with the
//! hops of the path and, so that many small flows share a link, with 1/sqrt(window).
//!
//! Goals: the fabric window in 28 bytes per flow, windows down to a hundredth of a segment by pacing, one root and no
//! division on an ACK that grows. Non-goals: the endpoint window (a host that knows its own share of a delay subtracts it
//! from the sample), counting hops, recovery.
//!
//! Invariant: min <= window <= max; a cut takes at most `max_mdf`, except after repeated timeouts; one cut per round
//! trip; base <= target <= base + scaling range, and never rising with the window.
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
mod target;

pub use flow::Swift;
pub use params::{SwiftParams, SwiftSettings};
pub use target::Target;
