//! A TOML document whose every error names file, line, key, value and legal range.

mod entry;
mod fault;
mod section;

pub use entry::Entry;
pub(crate) use entry::{choice, quantity};
pub use fault::{Fault, Refusal};
pub use section::{Document, Section};
