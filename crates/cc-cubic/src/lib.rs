//! CUBIC (RFC 9438).
//!
//! Source: RFC 9438. The window follows a cubic of the time since the last cut, or the Reno-friendly estimate where
//! that is larger. Below 10 ms of round-trip time the estimate is the one that matters, so it is exact here:
//! additive increase of 9/17 segment per window, decrease by 0.7.
//!
//! Variants: `rfc9438` answers losses only; `ecn` answers marks as well, at most once per window.
//!
//! Goals: RFC 9438 in 60 bytes per flow, without a clock that can overflow. Non-goals: HyStart, loss recovery
//! (the transport's).
//!
//! Invariant: one event cuts once, to 0.7 of what was in flight; between cuts the window never shrinks; time in
//! which the application limited the flow does not count.
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

mod curve;
mod flow;
mod params;

pub use curve::Curve;
pub use flow::{Cubic, CubicEcn, CubicFlow};
pub use params::{CubicParams, CubicSettings};
