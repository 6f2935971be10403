//! Hardware models of a switch and a NIC, as a library that needs no network.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub use freeboard_device::{mmu, nic, pfc, scheduler};
pub use freeboard_pipeline as pipeline;
