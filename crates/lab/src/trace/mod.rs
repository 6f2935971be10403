//! Golden traces: any algorithm over a CSV of events, decision and state per event.
//!
//! The format is the contract with C, RTL and P4 testbenches. First line:
//! `#freeboard-trace v1 aqm|cc <algorithm/variant> <name=value ...>`, settings in their base unit. Second line:
//! column names. Then one event per line, unsigned decimal. Reading needs the event columns only; writing adds
//! the decision and the words of the state behind it. A new column is appended and raises the version.

mod aqm;
mod cc;
mod columns;
mod header;
mod rows;
mod run;

pub use header::Header;
pub(crate) use run::argument_fault;
pub use run::{Replayed, Request, replay};
