//! One crate to depend on: every algorithm, and owners of queues and flows.
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

mod flows;
mod queues;

pub use flows::FlowTable;
pub use freeboard_registry::*;
// Each algorithm by its name: of one whose feature is off the compiler then says so, which it does not behind the glob.
freeboard_registry::reexport_algorithms!();
// The names under which a compiler's suggestions show the interfaces' traits.
#[doc(hidden)]
pub use freeboard_registry::{aqm_api as freeboard_aqm_api, cc_api as freeboard_cc_api};
pub use queues::{Holding, Own, QueueSet, Shared, TICK_MAX_NS};
