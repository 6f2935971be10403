//! Hardware models of a switch and a NIC, as a library that needs no network.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod mmu;
pub mod nic;
pub mod nic_core;
pub mod p4;
pub mod pfc;
pub mod pipeline;
pub mod scheduler;
pub mod smt;
