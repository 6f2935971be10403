//! E-ECN: early marking on the queue length predicted from its growth.
//!
//! Source: \[Wang22\]. The growth rate of the queue over the last window of T_i, extrapolated by T_a, is added to the
//! present length; an arriving packet is marked if the sum reaches K. Marking starts before the queue is long, so
//! the feedback is not too late for a burst.
//!
//! Goals: the pseudo-code and equation (1), which differ, in exact arithmetic; and one pass with a shift for the
//! division. Non-goals: choosing T_a for a traffic pattern.
//!
//! | variant | growth rate | horizon T_a |
//! |---|---|---|
//! | `exact` | over the time that really passed, or over T_i | any |
//! | `shift-16`, `shift-32` | over T_i | 16 T_i, 32 T_i |
//!
//! Invariant: this crate never divides: a rate is kept as a difference and the time it took.
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

mod exact;
mod params;
mod presets;
mod shift;

pub use exact::{Exact, ExactQueue, Phase};
pub use params::{ExactParams, ExactSettings, ShiftParams, ShiftSettings};
pub use shift::{Shift16, Shift16Program, Shift32, Shift32Program};
