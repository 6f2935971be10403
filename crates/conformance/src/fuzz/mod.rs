//! Bodies of the fuzz targets; the targets themselves are three lines each.
//!
//! An input is an algorithm (an underlay, a memory profile, a scheduler), settings, and operations of four words. Every input means something, so
//! that nothing is lost on parsing; a body panics where an algorithm is wrong. What it answers is for the test
//! that replays the corpora: an input that exercises nothing does not belong there.

mod any;
mod core;
mod corpus;
mod equivalence;
mod memory;
mod pacing;
mod pauses;
mod reader;
mod schedulers;
mod underlay;

pub use any::{aqm_any, cc_any};
pub use core::{CORE, nic_core};
pub use corpus::seeds;
pub use equivalence::pipeline_equivalence;
pub use memory::memory_ops;
pub use pacing::{PACING, pacer_ops};
pub use pauses::{PAUSES, pfc_ops};
pub use reader::Reader;
pub use schedulers::{POLICIES, scheduler_ops};
pub use underlay::underlay_any;

/// What an input did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercised {
    /// `algorithm/variant`, underlay, memory profile, scheduler or kind of input.
    pub id: String,
    /// Events the algorithm saw.
    pub events: usize,
    /// Events compared with an oracle or another execution.
    pub compared: usize,
}
