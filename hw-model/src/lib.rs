//! The hardware the algorithms are meant for, as a library that needs no network.
//!
//! | module | what it models |
//! |---|---|
//! | [`pipeline`] | a match-action pipeline: extraction, placement into stages, budget, execution |
//! | [`mmu`] | the shared packet buffer with dynamic thresholds |
//! | [`pfc`] | priority flow control: headroom, pauses, their ends |
//! | [`scheduler`] | which queue of a port sends next |
//! | [`nic`] | the NIC's pacer and its clock |
//! | [`nic_core`] | an RV32IMC firmware core with cycle tables |
//!
//! Invariant: no claim of chip accuracy. Every limit cites its source, the docs say what is not modelled.
#![forbid(unsafe_code)]

pub mod mmu;
pub mod nic;
pub mod nic_core;
pub mod pfc;
pub mod pipeline;
pub mod scheduler;
