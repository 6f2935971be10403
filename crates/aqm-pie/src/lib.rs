//! PIE: a probability that a controller keeps in proportion to the queueing delay.
//!
//! Source: RFC 8033. Every T_update a proportional-integral controller moves the probability by how far the delay is
//! from its target and how fast it changes; packets are signalled with that probability.
//!
//! Goals: the controller in the control plane, once for both data planes. Non-goals: estimating the departure rate;
//! the place reports the delay of the oldest packet.
//!
//! | variant | the coin |
//! |---|---|
//! | `exact` | after RFC 8033 §5.4: not before 0.85, surely from 8.5 expected signals on; drops above 10 % |
//! | `pipeline` | independent per packet; never drops |
//!
//! Invariant: the data plane never writes the probability, the control plane never sees a packet.
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

mod control;
mod exact;
mod pipeline;
mod settings;

pub use control::Controller;
pub use exact::{Exact, ExactParams, ExactQueue};
pub use pipeline::{Pie, PieParams, PieProgram};
pub use settings::{PiePipelineSettings, PieSettings};
