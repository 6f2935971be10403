//! PowerTCP: a window from the power of the path, by telemetry or by delay.
//!
//! Source: \[Addanki22\] algorithms 1 and 2; values and guards of the authors' simulator. Power is arrival rate times
//! (queue + bandwidth-delay product): it reacts to a queue and to how fast it grows. The window is what one round trip ago
//! was in flight over the normalised power, smoothed.
//!
//! Variants: `int` (telemetry of every hop), `theta` (the round-trip time and its slope stand for both).
//!
//! Goals: `int` in 20 bytes and 64 of telemetry history, a second context; `theta` in 32 bytes, without a division but once
//! per round trip. Non-goals: stamping telemetry (the switch's), reacting to loss.
//!
//! Invariant: 0 < W <= line rate · T; a full link without a queue has power 1, and at power 1 the window moves by the
//! additive increase alone; telemetry older than 16.8 ms or of another path is never used.
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

mod int;
mod params;
mod power;
mod theta;
mod window;

pub use int::PowerTcp;
pub use params::{AllPowerTcpSettings, PowerTcpParams, PowerTcpSettings, ThetaPowerTcpSettings};
pub use power::Power;
pub use theta::ThetaPowerTcp;
pub use window::Window;
