//! ECN#: instantaneous and persistent marking under RTT variation.
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

mod compact;
mod exact;
mod paper_shaped;
mod params;
mod presets;
mod tables;

pub use compact::{Compact, CompactProgram, CompactQueue, Sliced, SlicedProgram};
pub use exact::{Exact, ExactParams, ExactQueue, Phase};
pub use paper_shaped::{PaperQueue, PaperShaped, PaperShapedProgram};
pub use params::{Due, EcnSharpSettings, ExactSettings, PipelineParams, Reschedule};
pub use tables::{MarkingNext, MarkingState};
