//! QEMU "mps2": semihosting for output and for the end of the emulation.

/// Semihosting: write one character.
const SYS_WRITEC: u32 = 0x03;
/// Semihosting: exit with a reason.
const SYS_EXIT: u32 = 0x18;
/// Reason: the application ended as it should.
const APPLICATION_EXIT: u32 = 0x20026;
/// Reason: a run-time error.
const RUN_TIME_ERROR: u32 = 0x20023;

fn semihosting(operation: u32, argument: u32) {
    // SAFETY: breakpoint 0xab is the semihosting call; the emulator answers in r0.
    unsafe {
        core::arch::asm!("bkpt 0xab", inout("r0") operation => _, in("r1") argument, options(nostack));
    }
}

/// Prints one byte.
pub fn put(byte: u8) {
    semihosting(SYS_WRITEC, (&raw const byte) as u32);
}

/// Ends the emulation.
pub fn exit(status: u32) -> ! {
    semihosting(SYS_EXIT, if status == 0 { APPLICATION_EXIT } else { RUN_TIME_ERROR });
    loop {
        core::hint::spin_loop();
    }
}

core::arch::global_asm!(
    ".section .vectors, \"a\"",
    ".word _stack_top",
    ".word reset",
    ".section .text.entry, \"ax\"",
    ".globl reset",
    ".thumb_func",
    "reset:",
    "bl image_main",
    "1: b 1b",
);
