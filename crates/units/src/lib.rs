//! Time, size, rate and index types of the data path.
#![doc = include_str!("../README.md")]
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
