//! Decision digests and reproducible event streams, on hosts and in firmware.
//!
//! The same events are generated wherever this crate runs, so equal digests mean equal decisions and equal
//! state, bit for bit, without shipping a trace. Goals: `no_std`, no allocation, own generator (a dependency's
//! update must not change a golden value). Non-goals: realistic traffic, statistics.
//!
//! Invariant: a stream keeps within what the interfaces promise their implementors (longest gap, sequence
//! numbers that advance), and visits every phase an algorithm distinguishes: calm, standing, burst, silence,
//! late stamps, wraps of every clock.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

mod digest;
mod flow;
mod packets;
pub mod plan;
mod random;
mod run;
mod underlay;
mod vector;

pub use digest::{Digest, EPOCH_EVENTS};
pub use flow::FlowEvents;
pub use packets::{PacketEvent, PacketEvents};
pub use random::Random;
pub use run::{AqmRun, CcRun, UnderlayRun};
pub use underlay::UnderlayEvents;
pub use vector::{EventWords, Vector};
