//! NIC send side: pacing wheel, QP arbiter, timestamping clock.
//!
//! | module | what it models |
//! |---|---|
//! | [`Pacer`] | the pace of one flow: never early, the exact average rate, no credit |
//! | [`Wheel`] | the timing wheel that finds the flows that have become due |
//! | [`QpArbiter`] | round robin, a packet at a time, over the due flows whose class is not paused |
//! | [`Clock`] | a host's clock: offset, drift, resynchronisation, and the noise of its stamps |
//!
//! Time is in integer picoseconds. The wheel adds lateness of less than one slot, and the flows it finds together wait
//! for each other: less than another slot and a packet of each, while the rates sum to the line at most.
//! [`Pacer::on_released`] makes that up, so that the average rate is exact with a wheel too. Non-goals: the queue of a flow's packets, which is the host's.

mod clock;
mod error;
mod lists;
mod pacer;
mod qp_arbiter;
mod wheel;

pub use clock::{Clock, ClockError, Resync, Side, StampNoise, Wander};
pub use error::{FLOWS_MAX, NicError, NicField, SLOT_PS_MAX};
pub use pacer::{Pacer, release};
pub use qp_arbiter::QpArbiter;
pub use wheel::Wheel;
