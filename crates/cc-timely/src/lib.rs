//! TIMELY: the authors', the simulator's and the patched form.
//!
//! Source: \[Mittal15\]; \[Zhu16\] for the patch; HPCC's public simulator for the rules and values On-Ramp ran on. A rate
//! control: the gradient of the round-trip time decides between two bounds, the time itself beyond them.
//!
//! Variants: `hpcc` (every increase counts towards hyper-active increase), `authors` (consecutive falling samples
//! count), `patched` (a weight instead of the sign, with a unique fixed point), `w` (as `hpcc`, with a window).
//!
//! Goals: all forms in 24 bytes per flow, no division by a variable but one ratio above T_high. Non-goals: measuring
//! round-trip times.
//!
//! Invariant: min <= rate <= line; below T_low the rate never falls; one sample changes the rate once, and never
//! below 0 or by more than all of it.
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
mod gradient;
mod params;
mod variant;

pub use flow::{Timely, TimelyAuthors, TimelyFlow, TimelyPatched, TimelyW};
pub use gradient::Gradient;
pub use params::{AllTimelySettings, TimelyParams, TimelyPatchedSettings, TimelySettings, TimelyWSettings};
