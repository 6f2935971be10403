//! Bodies of the fuzz targets; the targets themselves are three lines each.
//!
//! An input is an algorithm, a setting per field, and operations of four words. Every input means something, so
//! that nothing is lost on parsing; a body panics where an algorithm is wrong. What it answers is for the test
//! that replays the corpora: an input that exercises nothing does not belong there.

mod any;
mod corpus;
mod equivalence;
mod reader;

pub use any::{aqm_any, cc_any};
pub use corpus::seeds;
pub use equivalence::pipeline_equivalence;

/// What an input did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercised {
    /// `algorithm/variant`.
    pub id: String,
    /// Events the algorithm saw.
    pub events: usize,
    /// Events compared with an oracle or another execution.
    pub compared: usize,
}
