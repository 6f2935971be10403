//! The NIC's pacer.
//!
//! Time is in integer picoseconds. Goals: never early, the exact average rate, no credit for time in which
//! nothing was sent (`max(now, next) + size / rate`). Non-goals: the timing wheel that finds due flows.

mod pacer;

pub use pacer::{Pacer, release};
