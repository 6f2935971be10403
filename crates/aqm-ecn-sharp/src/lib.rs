//! ECN#: instantaneous and persistent marking under RTT variation.
//!
//! Source: \[Zhang19\], Algorithm 1 (marking) and §4 (switch prototype). A packet is marked when its sojourn
//! time exceeds `ins_target` (bursts), or when sojourn times have stayed at or above `pst_target` for more
//! than `pst_interval` (a standing queue), the latter at intervals that shrink with 1/sqrt(count).
//!
//! Goals: the printed algorithm, in layouts that fit one pass of a match-action pipeline, and an exact form
//! in nanoseconds with both published reschedulings. Non-goals: dropping, queueing.
//!
//! | variant | time | what it is |
//! |---|---|---|
//! | `paper-shaped` | emulated clock | one register per variable of Algorithm 1 |
//! | `compact` | emulated clock | flag, count and next mark in one 64-bit register |
//! | `sliced` | 48-bit stamp sliced | compact without clock registers |
//! | `exact` | nanoseconds | plain integer Rust, exact interval/sqrt(count), both reschedulings |
//!
//! Invariant: nothing here is remembered from one marking episode to the next.
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
pub use params::{EcnSharpSettings, ExactSettings, PipelineParams};
pub use tables::{MarkingNext, MarkingState};
