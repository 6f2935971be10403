//! A TOML document whose every error names file, line, key, value and legal range.

mod entry;
mod fault;
mod section;

pub use entry::Entry;
pub use fault::Fault;
pub use section::{Document, Section};
