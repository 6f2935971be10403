//! Plans to runs to tables, plots and verdicts: the `freeboard` command as a library.

pub mod document;
pub mod figure;
mod nearest;
pub mod quantity;
