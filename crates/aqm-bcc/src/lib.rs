//! BCC: one more ECN configuration, on the occupancy of the shared buffer.
//!
//! Source: \[Bai20\]. Every port marks above the standard threshold, which is enough for throughput while the buffer
//! lasts; when many ports stand at it, RED on the occupancy of the pool they share takes over, so that the pool
//! does not overflow. All thresholds follow from link rate, RTT, lambda and the buffer's layout.
//!
//! Goals: the recipe with a refusal where the pool is too small for it, the authors' counter, a one-pass form.
//! Non-goals: buffer admission (dynamic thresholds are the MMU's).
//!
//! | variant | spacing of the pool's marks |
//! |---|---|
//! | `exact` | RED's counter in bytes, per queue |
//! | `pipeline` | geometric: a coin per packet on a ramp of a power of two |
//! | `pool-status` | geometric, on a ramp of two steps: the pipeline sees two bits of the pool |
//!
//! Invariant: a packet is marked if the port's marker or the pool's says so; neither looks at the other.
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
mod marks;
mod pipeline;
mod pool_status;
mod presets;
mod recipe;
mod settings;

pub use exact::{Exact, ExactParams, ExactQueue};
pub use pipeline::{Bcc, BccParams, BccProgram};
pub use pool_status::{BccPoolStatus, Chance, PoolStatusProgram, StatusParams};
pub use recipe::Thresholds;
pub use settings::{BccSettings, ExactSettings};
