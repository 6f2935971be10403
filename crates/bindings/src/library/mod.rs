//! The library: built for each target, packed, and checked for what it defines and asks for.

mod archive;
mod build;
mod checks;
mod misra;
mod programs;
mod report;
mod target;

pub use build::{Library, build};
pub use checks::check;
pub use report::Report;
pub use target::Target;
