//! On-Ramp: holds a flow at the edge while its one-way delay is too high.
//!
//! Source: [Liu21] (Breaking the transience-equilibrium nexus, NSDI 2021) §3. An underlay below any congestion
//! control: when the last acknowledged packet needed longer than T, the flow is paused for the excess, less the
//! effect that pauses already asserted will have. It never changes window or rate.
//!
//! Variants: [`OnRamp`] (final, with the measured gain beta), [`Strawman`] (the paper's first version, beta = 0).
//! The receiver's half is [`Acker`]: which packets are reported, and what a report costs on the wire.
//!
//! Goals: 32 bytes per flow; no list of outstanding packets, because packets carry and reports echo (transmit
//! stamp, cumulative pause). Non-goals: clock synchronisation, the queue of held packets.
//!
//! Invariant: 0 <= beta <= 1; a pause is at most the excess and at most `pause_max`, and ends by itself; only pause
//! that has elapsed is counted.
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

mod acker;
mod flow;
mod params;
mod pause;

pub use acker::{Acker, AckerSettings, OR_ACK_WIRE};
pub use flow::{OnRamp, OnRampFlow, Strawman};
pub use params::{OnRampParams, OnRampSettings};
pub use pause::Pause;
