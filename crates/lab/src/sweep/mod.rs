//! One scenario over seeds, loads and schemes: on all cores, over machines, resumable after a kill.
//!
//! A cell is one run. Its line is a function of the plan and the cell alone, so it does not matter on how many
//! threads, in how many shards, or in how many attempts the lines were made: the result is the same file.

mod cells;
mod grid;
mod merge;
mod shard;
mod sheet;
mod store;
mod work;

pub use grid::{Grid, Point};
pub use merge::merge;
pub use shard::Shard;
pub use sheet::means;
pub use work::{Finished, work};
