//! Cost of a variant: pipeline budgets, and the record of what its firmware takes.
//!
//! | module | what it holds |
//! |---|---|
//! | [`report`] | one row per variant and target: `freeboard cost` |
//! | [`budget`] | placements on the pipeline profiles, against what the crates declare |
//! | [`recorded`] | cycles, sizes and proofs of the firmware image, as `cargo xtask firmware` and `prove` recorded them |
//! | [`variant`], [`row`] | a registered variant and a row about it, for every program that measures |
//!
//! Invariant: this crate builds no firmware and starts no program; `freeboard cost` works without the sources.

pub mod budget;
pub mod declared;
pub mod recorded;
pub mod report;
pub mod row;
pub mod variant;

pub use row::{Row, table};
