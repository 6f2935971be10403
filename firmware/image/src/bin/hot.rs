//! The data path of every registered variant, and a table of where it is.
#![no_std]
#![no_main]

use image::entry::{AQM, CC, Entry};
use image::set::YARDSTICK;
use image::underlay::UNDERLAY;

/// Where the tables are and how long they are. The model's core finds it by name.
#[repr(C)]
pub struct Index {
    tables: [(&'static [Entry], u32); 4],
}

// SAFETY: a symbol of this name is defined once, here.
#[unsafe(no_mangle)]
#[unsafe(link_section = ".rodata.freeboard_table")]
static FREEBOARD_INDEX: Index = Index { tables: [(AQM, 0), (CC, 1), (YARDSTICK, 2), (UNDERLAY, 3)] };

/// Not run: keeps the index from being collected.
// SAFETY: a symbol of this name is defined once, here.
#[unsafe(no_mangle)]
#[unsafe(link_section = ".text.entry")]
extern "C" fn _start() -> *const Index {
    &raw const FREEBOARD_INDEX
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
