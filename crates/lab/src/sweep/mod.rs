//! One scenario over the values of any of its keys, with every scheme and seed: cells, measures, results.
//!
//! `freeboard sweep` and plans of the kind `sweep` read the same sections and leave the same files.

mod axis;
mod grid;
mod record;
mod results;
mod run;

pub use axis::Axis;
pub(crate) use axis::read_cells;
pub use grid::{Grid, GridCell};
pub use record::Record;
pub use results::{ResultRow, Results};
