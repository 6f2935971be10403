//! DCTCP, the TCP form and the rate form.
//!
//! Source: RFC 8257 (the algorithm), \[Alizadeh10\] (the analysis), RFC 5681 (growth and loss). The sender
//! estimates the fraction of marked bytes, alpha, once per window and cuts its window by alpha/2, at most once
//! per window; loss is handled as by Reno.
//!
//! Variants: `tcp` (RFC 8257), `rate` (the form of HPCC's simulator: starts at line rate, adds once per round trip,
//! has a window scaled by the rate).
//!
//! Goals: RFC 8257 in 36 bytes per flow. Non-goals: loss recovery (the transport's).
//!
//! Invariant: 0 <= alpha <= 1, and both ends are reached; the window never falls below its floor.
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

mod estimator;
mod flow;
mod params;
mod rate;
mod rate_params;

pub use flow::Dctcp;
pub use params::{DctcpParams, DctcpSettings};
pub use rate::DctcpRate;
pub use rate_params::{DctcpRateParams, DctcpRateSettings};
