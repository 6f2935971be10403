//! A scenario file as a library: read, checked, run, measured.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod catalog;
pub mod document;
pub mod file;
pub mod measure;
pub mod nearest;
pub mod quantity;
mod run;
pub mod world;

pub use document::{Document, Fault};
pub use file::Scenario;
pub use freeboard_fabric::topology::HOSTS_MAX;
pub use measure::Outcome;
pub use run::Refused;
