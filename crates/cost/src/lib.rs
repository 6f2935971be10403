//! Cost of a variant: pipeline budgets, firmware cycles, sizes, digests.
//!
//! | module | what it holds |
//! |---|---|
//! | [`report`] | one row per variant and target: `freeboard cost` |
//! | [`budget`] | placements on the pipeline profiles, against what the crates declare |
//! | [`firmware`] | replays on host, pipeline model, RV32, Cortex-M and in the kernel; cycles, symbols, gates |
//! | [`prove`] | proofs about the machine code of the firmware image |
//! | [`docs`] | the generated blocks of README and book |
//!
//! The program of this crate runs the last four; `cargo xtask budget`, `firmware`, `prove` and `docs` start it.

pub mod budget;
mod declared;
pub mod docs;
pub mod firmware;
pub mod prove;
mod recorded;
pub mod report;
mod row;
mod variant;

pub use row::{Row, table};
