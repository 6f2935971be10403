//! Emulated board support: start, printing, exit.
//!
//! The start sets the stack and calls the image's `image_main`. Unsafe code lives here: fixed addresses, traps.
#![no_std]

#[cfg(target_arch = "arm")]
mod cortex_m;
#[cfg(target_arch = "riscv32")]
mod rv32;

#[cfg(target_arch = "arm")]
pub use cortex_m::{exit, put};
#[cfg(target_arch = "riscv32")]
pub use rv32::{exit, put};

/// Prints text.
pub fn print(text: &str) {
    text.bytes().for_each(put);
}

/// Prints a word as eight hexadecimal digits.
pub fn print_hex(word: u32) {
    for nibble in (0..8).rev() {
        let digit = (word >> (4 * nibble)) & 15;
        put(if digit < 10 { b'0' + digit as u8 } else { b'a' + (digit as u8 - 10) });
    }
}
