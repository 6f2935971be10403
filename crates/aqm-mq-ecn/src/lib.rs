//! MQ-ECN: each queue's threshold follows the rate its scheduler gives it.
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

mod program;
mod round;
mod settings;

pub use program::{MqEcn, MqEcnParams, MqEcnProgram};
pub use round::{QUEUES, Round};
pub use settings::MqEcnSettings;
