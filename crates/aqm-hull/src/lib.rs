//! HULL's phantom queue: marks by a queue that a slightly slower link would have.
//!
//! Source: \[Alizadeh12\]. A counter takes the size of every packet sent and drains at a fraction gamma of the
//! link's rate. A packet is marked while the counter is above a threshold, so senders settle below the link's rate
//! and the real queue stays empty.
//!
//! Goals: the counter with a bound on its error. Non-goals: pacing, which the paper asks of the senders.
//!
//! Invariant: this crate looks at no real queue.
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
