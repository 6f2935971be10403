//! The C library: every variant behind functions over memory of the caller.
//!
//! `include/freeboard.h` declares what is defined here. Goals: parameters and state in memory of the caller, sizes known to
//! its compiler; a refused setting is named by a number; a function that is not called costs nothing. Non-goals: locking,
//! queues, clocks, text: names stand in the header.
//!
//! Each variant is a line of `entries.rs`, which the package `freeboard-bindings` writes together with the header, from one
//! table. The line is a call of one of three macros, whose functions are one-line calls of the generic ones in `marking`,
//! `control` and `underlay`.
//!
//! Invariant: this is the only crate of the workspace with unsafe code on the side of the algorithms. No allocation, no
//! panic, no static; every symbol begins with `freeboard_` and the name of its variant, so that two libraries of different
//! variants link into one image.
#![no_std]
#![expect(unsafe_code, reason = "functions for C take pointers")]
#![cfg_attr(
    not(feature = "all"),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        reason = "a library of few algorithms has few kinds of functions"
    )
)]

mod config;
mod control;
mod entries;
mod marking;
mod underlay;

pub use config::{Refusal, Refused, VERSION};
pub use control::{FlowControl, FlowEvent};
pub use marking::{Packet, QueueList};
pub use underlay::{Report, Seen, SentPacket};

/// A static library brings its own. The built library is checked for not leading here.
#[cfg(feature = "library")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
