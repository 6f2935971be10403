//! RED: random early detection.
//!
//! Source: \[Floyd93\], with the gentle ramp and the "wait" counter of ns-2. An arriving packet is signalled with a
//! probability that grows with a moving average of the queue length; a counter spreads the signals out.
//!
//! Goals: the published rule with every choice that changes marks explicit (counter, start, guard, byte mode), and
//! the form a pipeline has: the meter's low-pass filter and a ramp of a power of two. Non-goals: adaptive RED.
//!
//! | variant | average | spacing of the marks |
//! |---|---|---|
//! | `exact` | per packet, gain 2^-k, decays over idle time | by a counter |
//! | `low-pass` | over time, by the meter ALU | geometric: a coin per packet |
//!
//! Invariant: this crate never divides on the data path, and draws on one random word per packet.
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

mod average;
mod counter;
mod exact;
mod low_pass;
mod low_pass_settings;
mod params;
mod presets;

pub use exact::{Exact, Phase, RedQueue};
pub use low_pass::{Average, LowPassPorts, LowPassProgram, LowPassQueue, LowPassRed, LowPassRedParams};
pub use low_pass_settings::LowPassSettings;
pub use params::{RedParams, RedSettings};
