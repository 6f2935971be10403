//! Bare-metal images that measure and replay the algorithms.
//!
//! `hot` holds the data path of every registered variant behind a table of addresses and nothing else: the
//! model's core calls into it, its symbols are scanned. `replay` runs the same event streams as the host on an
//! emulated board and prints decision digests.
//!
//! Unsafe code lives here and not in the algorithms: entry points with fixed addresses, board registers.
#![no_std]

pub mod by_hand;
pub mod entry;
pub mod set;
pub mod underlay;
