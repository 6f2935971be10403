//! CEDM: marks where the queue is long and still growing.
//!
//! Source: \[Shan17\], as the author's switch has it. A threshold K1 marks only while the queue grows, and only packets
//! that met growth both when they came and when they leave; a second, higher threshold marks all.
//!
//! Goals: both tests with the decision of the first carried to the second. Non-goals: the tentative mark in the
//! packet's ECN field, which collides with senders of ECT(1).
//!
//! Invariant: no packet below K1 at departure is marked there.
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
