//! DCQCN, with and without a window.
//!
//! Source: \[Zhu15\]; rules and values of deployed NICs as in the public HPCC simulator. A rate control: congestion
//! notifications cut the rate by half of alpha, timers raise it again in stages.
//!
//! Variants: `rate`, and `w` with a window of the bandwidth-delay product scaled by the rate (DCQCN+w).
//!
//! Goals: both published rule sets by settings, 36 bytes per flow, deadlines instead of timers: they are evaluated
//! at every event and at a tick. Non-goals: the notification point (the receiver's, with its minimum gap).
//!
//! Invariant: min <= rate <= line and target <= line; 0 <= alpha <= 1; at most one cut per `t_d`, and none more than
//! halves.
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

mod decay;
mod flow;
mod params;
mod stages;
mod variant;

pub use decay::Decay;
pub use flow::{Dcqcn, DcqcnFlow, DcqcnW, Status};
pub use params::{DcqcnParams, DcqcnSettings, DcqcnWSettings};
