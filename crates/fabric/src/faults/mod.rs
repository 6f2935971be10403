//! Faults: what breaks in a run, and what became of the packets that it hit.
//!
//! A fault is described before the run ([`Fault`]) and acts at the end of a link, at a transmitter or in a node.
//! Goals: a seed decides everything, and what one link draws does not depend on what happens elsewhere; every packet that a
//! fault takes has a cause in the ledger. A run with faults takes events one by one and precomputes no departures; a run
//! without them executes none of this.
//!
//! Source of what a link that goes down does to its queue: HPCC's simulator (`QbbNetDevice::TakeDown`), where a switch empties it
//! and a frame in flight is lost. Deviation: a host there drops the answers that wait, here it keeps them.
//!
//! Invariant: no word is drawn from a generator that two links share.

mod due;
mod error;
mod flush;
mod packet_rule;
mod spec;
mod spells;
mod state;
mod storm;
mod timed;
mod wire;

pub use error::FaultError;
pub use spec::{Effect, Fault, Packets, Pick, QueueOnDown, Spell, Watchdog, WatchdogAction, WireFault};
pub use state::FaultCounts;

pub(crate) use due::{Due, Timetable};
pub(crate) use state::{Faulted, Faults, LostBy};
