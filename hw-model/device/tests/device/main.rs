//! Tests of the device: packet memory, pause frames, schedulers, the NIC's send side.

mod mmu;
mod nic;
mod pfc;
mod scheduler;
