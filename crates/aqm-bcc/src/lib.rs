//! BCC: one more ECN configuration, on the occupancy of the shared buffer.
#![doc = include_str!("../README.md")]
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
pub use settings::{Alpha, BccSettings, ExactSettings, Marking, Own};
