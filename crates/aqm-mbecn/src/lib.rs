//! MBECN: thresholds for micro-bursts in several queues of one port.
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

mod bound;
mod program;
mod settings;
mod share;

pub use bound::{Bound, Rule, Senders};
pub use program::{
    MbecnDequeue, MbecnDequeueProgram, MbecnEnqueue, MbecnEnqueueProgram, MbecnParams, MbecnProgram,
};
pub use settings::{MbecnSettings, Sharing};
pub use share::{QUEUES, Queue, baseline, dynamic};
