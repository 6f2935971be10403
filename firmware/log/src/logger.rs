//! defmt's frames over the board's serial output.

use freeboard_firmware_board::put;

#[defmt::global_logger]
struct Serial;

static mut ENCODER: defmt::Encoder = defmt::Encoder::new();

fn write(bytes: &[u8]) {
    bytes.iter().copied().for_each(put);
}

/// The one encoder.
fn encoder() -> &'static mut defmt::Encoder {
    let encoder = &raw mut ENCODER;
    // SAFETY: one core, no interrupts, and defmt never nests frames: there is one user at a time.
    unsafe { &mut *encoder }
}

// SAFETY: `acquire` cannot be entered twice on a board with one core and no interrupts.
unsafe impl defmt::Logger for Serial {
    fn acquire() {
        encoder().start_frame(write);
    }

    unsafe fn flush() {}

    unsafe fn release() {
        encoder().end_frame(write);
    }

    unsafe fn write(bytes: &[u8]) {
        encoder().write(bytes, write);
    }
}
