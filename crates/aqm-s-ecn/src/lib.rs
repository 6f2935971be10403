//! S-ECN, a reconstruction: marks by how fast the queue grows, whatever its length.
//!
//! Source: \[Shan18\] is not public in full; this is a reconstruction from what others say of it: a moving average of the
//! queue's growth over the link's rate is the marking probability, 0 at no growth and 1 at a growth of one link rate.
//!
//! Goals: that rule, labelled as what it is. Non-goals: any claim about the published algorithm's numbers.
//!
//! Invariant: a queue that does not grow is never marked.
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
mod settings;
mod window;

pub use exact::{Exact, SEcnQueue};
pub use settings::{SEcnParams, SEcnSettings, WindowSettings};
pub use window::{SEcnWindow, WindowParams, WindowProgram};
