//! Shared packet buffer, priority flow control, schedulers and NIC.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod error;
pub mod mmu;
pub mod nic;
pub mod pfc;
pub mod scheduler;
