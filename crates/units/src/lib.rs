//! Time, size, rate and index types of the data path.
//!
//! Goals: a quantity cannot be passed where another is meant; wrapping time is compared in one way
//! only, serially; every quantisation is an explicit call. Non-goals: a general unit system, floats.
//!
//! Invariant: nothing here reads a clock, allocates, divides by a variable or panics.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

mod foreign;
mod index;
mod rate;
mod size;
mod time;

pub use foreign::{TickClock, TickPeriod};
pub use index::{PipeId, PoolId, PortId, QueueId};
pub use rate::LineFraction;
pub use size::{Bytes, Cells, DepthUnit};
pub use time::{NANOS_PER_TICK, Nanos32, SERIAL_HALF_RANGE, Tick32, ticks_from_nanos_floor};
