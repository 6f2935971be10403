//! QEMU "virt": a 16550 serial port and a test device that ends the emulation.

/// Data register of the serial port.
const SERIAL: *mut u8 = 0x1000_0000 as *mut u8;
/// The test device.
const TEST: *mut u32 = 0x0010_0000 as *mut u32;
/// Ends the emulation with status 0.
const TEST_PASS: u32 = 0x5555;
/// Ends the emulation with the status in the upper half.
const TEST_FAIL: u32 = 0x3333;

/// Prints one byte.
pub fn put(byte: u8) {
    // SAFETY: the board's serial port accepts a byte at any time.
    unsafe { SERIAL.write_volatile(byte) }
}

/// Ends the emulation.
pub fn exit(status: u32) -> ! {
    let command = if status == 0 { TEST_PASS } else { TEST_FAIL | (status << 16) };
    // SAFETY: the board's test device accepts a word at any time.
    unsafe { TEST.write_volatile(command) };
    loop {
        core::hint::spin_loop();
    }
}

core::arch::global_asm!(
    ".section .text.entry, \"ax\"",
    ".globl _start",
    "_start:",
    "la sp, _stack_top",
    "call image_main",
    "1: j 1b",
);
