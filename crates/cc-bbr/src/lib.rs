//! BBR, version 1.
//!
//! Source: \[Cardwell16\] and Linux's `tcp_bbr`. The control keeps a model of the path, the largest delivery rate of ten
//! rounds and the smallest round-trip time of ten seconds, paces at the first and bounds what is in flight by
//! their product.
//!
//! Goals: the state machine of Linux in 88 bytes per flow, rates as fractions of line rate, time that does not wrap
//! within the ten seconds. Non-goals: the policer model, the aggregation bonus, measuring delivery rates (the
//! transport's).
//!
//! Invariant: STARTUP to DRAIN to PROBE_BW, any of them to PROBE_RTT and from there to PROBE_BW or STARTUP; the window
//! is at least four segments except while packets are conserved or after a timeout.
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

mod filter;
mod flow;
mod loss;
mod machine;
mod params;
mod state;

pub use filter::MaxFilter;
pub use params::{BbrParams, BbrSettings};
pub use state::{Bbr, Mode, Status};
