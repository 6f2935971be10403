//! CEDM: marks where the queue is long and still growing.
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
mod ring;
mod settings;
mod window;

pub use exact::{CedmQueue, Exact};
pub use ring::{PACKETS, Ring};
pub use settings::{CedmParams, CedmSettings, WindowSettings};
pub use window::{CedmWindow, WindowParams, WindowProgram};
