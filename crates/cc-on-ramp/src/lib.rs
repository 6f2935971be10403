//! On-Ramp: holds a flow at the edge while its one-way delay is too high.
//!
//! Source: \[Liu21\] (Breaking the transience-equilibrium nexus, NSDI 2021) §3. An underlay below any congestion
//! control: when the last acknowledged packet needed longer than T, the flow is paused for the excess, less the
//! effect that pauses already asserted will have. It never changes window or rate.
//!
//! Variants: [`OnRamp`] (final, with the measured gain beta), [`Strawman`] (the paper's first version, beta = 0),
//! [`OnRampCounted`] (final, and it counts what is in flight itself). The receiver's half is [`Acker`]: which packets
//! are reported, and what a report costs on the wire. Beside them: [`Samples`], for packets that cannot carry what a
//! report echoes, and [`Memory`], what flows have seen on the way to a destination.
//!
//! Goals: 28 bytes per flow; no list of outstanding packets, because packets carry and reports echo (transmit
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
mod counted;
mod flow;
mod memory;
mod params;
mod pause;
mod samples;
mod variant;

pub use acker::{Acker, AckerSettings, OR_ACK_WIRE};
pub use counted::{Flight, OnRampCounted};
pub use flow::{OnRamp, OnRampFlow, Strawman};
pub use memory::{Memory, MemorySettings};
pub use params::{OnRampParams, OnRampSettings, StrawmanSettings};
pub use pause::Pause;
pub use samples::{Samples, SamplesSettings};
