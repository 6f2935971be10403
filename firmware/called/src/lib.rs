//! Hooks and events of single variants, as functions with a C calling convention.
//!
//! `NAME_start` sets an instance up, every other function is an event. They are what `cargo xtask test --only against-c` counts
//! beside functions of public C, which have one static instance as well.
#![no_std]

mod controls;
mod folded;
mod place;
mod schemes;

/// A static library brings its own. Nothing in it panics, so no linker keeps it.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
