//! The discrete-event engine: pending events in time order.

mod event;
mod heap;
mod queue;
mod timer;
mod wheel;

pub(crate) use event::{Event, INDEX_BITS, INDEX_MAX, Kind, What};
pub(crate) use queue::{EventQueue, Window};
pub(crate) use timer::{Ring, Timer};
