//! MQ-ECN: each queue's threshold follows the rate its scheduler gives it.
//!
//! Source: \[Bai16b\]. A queue that a round-robin scheduler serves with its quantum once per round of length T_round gets
//! the rate quantum / T_round; its threshold is that share of the port's.
//!
//! Goals: the rule with the round time in the control plane. Non-goals: schedulers without rounds.
//!
//! Invariant: the data plane compares and nothing else; no threshold is above the port's.
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
