//! The discrete-event engine: pending events in time order.

mod alarm;
mod event;
mod heap;
mod queue;
mod wheel;

pub(crate) use alarm::{Alarm, Ring};
pub(crate) use event::{Event, INDEX_BITS, INDEX_MAX, Kind, What};
pub(crate) use queue::{EventQueue, Window};
