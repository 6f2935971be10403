//! The C header and the entry points behind it, from the catalogue.
//!
//! `crates/freeboard-c` holds what is written here: `include/freeboard.h` and `src/entries.rs`. A test fails when one is
//! stale; `FREEBOARD_BLESS=1` renews both. This package does not depend on that one, so that it works while the other does
//! not compile.
#![forbid(unsafe_code)]

mod entries;
mod functions;
mod header;
pub mod library;
mod names;
mod text;
mod words;

pub use entries::entries;
pub use header::header;
