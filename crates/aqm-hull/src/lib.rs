//! HULL's phantom queue: marks by a queue that a slightly slower link would have.
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

mod classes;
mod phantom;
mod settings;

pub use classes::{ClassParams, ClassProgram, ClassQueue, DrainTime, EmptyAt, HullClasses};
pub use phantom::{Hull, Phantom};
pub use settings::{ClassSettings, HullParams, HullSettings};
