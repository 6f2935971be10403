//! CoDel: controlled delay.
//!
//! Source: RFC 8289 (the algorithm), its Linux implementation (fixed point), and its published form for
//! match-action switches. A packet is signalled at dequeue when sojourn times have stayed at or above `target`
//! for `interval`, and then at intervals that shrink with 1/sqrt(count).
//!
//! Goals: the RFC with an exact full-range root, Linux's arithmetic bit for bit, and a one-pass pipeline form.
//! Non-goals: flow queueing (fq_codel), the Linux CE threshold.
//!
//! | variant | time | what differs |
//! |---|---|---|
//! | `rfc8289` | nanoseconds | interval/sqrt(count) exact over the whole range of count |
//! | `linux` | 1.024 us ticks | 16-bit inverse root with one Newton step per count, strict start |
//! | `pipeline` | 1.024 us ticks | math unit, strict start, no memory of the previous episode's count |
//!
//! Invariant: one signal per packet. Where a signal drops, the queue hands in the next packet, which is the
//! loop of RFC 8289 §5.5.
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

mod episode;
mod linux;
mod params;
mod pipeline;
mod rfc8289;

pub use episode::Phase;
pub use linux::{Linux, LinuxParams, LinuxQueue};
pub use params::{CodelSettings, PipelineSettings};
pub use pipeline::{Pipeline, PipelineParams, PipelineProgram, PipelineQueue};
pub use rfc8289::{Rfc8289, RfcParams, RfcQueue};
